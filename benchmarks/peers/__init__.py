"""What the optimizer is measured against. Nothing in here uses the package `optimizer`, so that an answer on which both
agree was found twice: the rules are read anew from the document (plain.py), by whoever writes a peer."""
