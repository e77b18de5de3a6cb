"""Runs the command as ``python -m conformance.cli``; the recipes of ``debug`` start it so."""

import sys

from nn_conformance import main

if __name__ == "__main__":
    sys.exit(main())
