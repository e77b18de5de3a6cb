"""Script that runs the function ``main`` of a module in a new Python process.

Its arguments are the name of the module and the arguments of ``main``. The module is imported
without garbage collections, and no later collection traverses the imported objects: both take a
tenth of the start of a driver process, and more if the process imports more.
"""

import gc
import importlib
import sys
from pathlib import Path

if __name__ == "__main__":
    gc.disable()
    root = str(Path(__file__).parents[1])
    if sys.path[0] != root:
        sys.path.insert(0, root)
    main = importlib.import_module(sys.argv.pop(1)).main
    gc.freeze()
    gc.enable()
    main()
