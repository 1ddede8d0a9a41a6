"""Tools for assistants over the Model Context Protocol (docs/assistants.md): `optimizer mcp`, the extra `mcp`.

`server` speaks the protocol by the official SDK, `tools` says what there is and in which shapes, `engines` has the work
done by engines in processes of their own, and `worker` is such an engine: it answers with a report for people as well.
"""

from __future__ import annotations

__all__: list[str] = []
