"""List the planted faults and conforming drivers: ``python -m tests.faults``."""

from __future__ import annotations

import sys

from tests.faults.library import rows

for row in rows():
    reason = f"permitted: {row.permitted}" if row.permitted else ", ".join(row.found_by)
    sys.stdout.write(f"{row.id}\t{reason}\t{row.driver}\n")
