"""Compares what ``coverage json`` wrote with the shares that docs/reference/detection.md
promises.
"""

import json
import sys
from pathlib import Path

LINES, BRANCHES = 97.0, 92.0

totals = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["totals"]
lines = 100 * totals["covered_lines"] / totals["num_statements"]
branches = 100 * totals["covered_branches"] / totals["num_branches"]
sys.stdout.write(
    f"the bundled specs execute {lines:.2f} % of {totals['num_statements']} lines "
    f"(at least {LINES:g} %) and {branches:.2f} % of {totals['num_branches']} branches "
    f"(at least {BRANCHES:g} %)\n"
)
sys.exit(lines < LINES or branches < BRANCHES)
