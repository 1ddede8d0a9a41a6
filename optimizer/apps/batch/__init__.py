"""Batches (`optimizer help batches`): files of requests answered on all cores or on a cluster, in order, and resumed
where a run was killed."""

__all__: list[str] = []
