"""Metrics for Prometheus, in a registry of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, disable_created_metrics
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from ..commands import COMMANDS
from ..page import METHODS
from .pool import Pool

__all__ = ["Metrics"]

BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
VERBS: Final = {
    **{f"/v1/{name}": name for name in [*COMMANDS, "schema"]},
    **{f"/page/{name}": f"page/{name}" for name in METHODS},
}
"""What requests are counted as, by their paths; all others are one, so that nobody can make up new ones."""


class Metrics:
    """What has been answered, and how the workers are."""

    def __init__(self, pool: Pool) -> None:
        self.registry = CollectorRegistry()
        disable_created_metrics()  # type: ignore[no-untyped-call]  # a series beside each counter that says when it began
        ProcessCollector(registry=self.registry)
        self.registry.register(Workers(pool))
        self.requests = Counter(
            "optimizer_requests", "Requests answered (499: the client had gone).", ["verb", "status"],
            registry=self.registry,
        )  # fmt: skip
        self.seconds = Histogram(
            "optimizer_request_seconds", "From a request's head to its answer's.", ["verb"],
            buckets=BUCKETS, registry=self.registry,
        )  # fmt: skip

    def seen(self, path: str, status: int, seconds: float) -> None:
        """Counts a request."""
        verb = VERBS.get(path, "other")
        self.requests.labels(verb, str(status)).inc()
        self.seconds.labels(verb).observe(seconds)

    def text(self, accept: str) -> tuple[bytes, str]:
        """Everything, and its media type."""
        encode, media_type = choose_encoder(accept)
        return encode(self.registry), media_type


class Workers(Collector):
    """How the workers are at the moment it is asked."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def collect(self) -> Iterator[Metric]:
        """The figures."""
        pool = self.pool
        yield GaugeMetricFamily("optimizer_workers", "Worker processes that are ready or at work.", pool.alive)
        yield GaugeMetricFamily("optimizer_workers_busy", "Worker processes at work.", pool.busy)
        yield GaugeMetricFamily("optimizer_waiting", "Requests that wait for a worker.", pool.waiting)
        yield CounterMetricFamily("optimizer_worker_restarts", "Worker processes replaced.", pool.restarts)
