"""The notation (docs/notation.md): what a person types and an error prints, of a combat and of a board.

    Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2 m1; Guard 3/3 trample <- Wall 0/4, Bear | defender 12 poison 3
    Serra Angel, 2 Grizzly Bears, Hill Giant tapped vs Wall 0/3 defender | defender 8

A text is read into a document, so that what is legal and what it means is said once, in
`optimizer.formats.json.document`.
"""

from .parsing import parse
from .writer import write

__all__ = ["parse", "write"]
