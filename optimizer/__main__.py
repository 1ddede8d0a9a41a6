"""`python -m optimizer` is the command `optimizer`."""

import sys

from .apps.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
