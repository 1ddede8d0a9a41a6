"""What all tests have in common."""

import os

# a card table that whoever runs the tests has imported must not change what names mean here
os.environ["OPTIMIZER_CARDS"] = os.devnull + "/nothing"
