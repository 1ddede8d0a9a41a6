"""The service (docs/service.md): the verbs over HTTP, answered by worker processes; the command is `optimizer serve`.

    command -> server -> app -> pool -> worker process

It needs the extra `web`.
"""
