"""The one-line notation of a combat (docs/notation.md): what a person types and an error prints.

    Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2 m1; Guard 3/3 trample <- Wall 0/4, Bear | defender 12 poison 3

A text is read into a combat document, so that what is legal and what it means is said once, in
`optimizer.formats.json.document`.
"""

from .reader import parse
from .writer import write

__all__ = ["parse", "write"]
