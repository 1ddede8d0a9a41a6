"""The programs: the command line, the engine, the service and its page, assistants' tools, batches."""
