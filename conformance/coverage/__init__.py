"""The coverage table: everything the contract permits, and how many examples exercise it."""

from conformance.coverage.cells import ANY_TYPE, CoverageCell, legal_cells
from conformance.coverage.observations import Observation, observe
from conformance.coverage.table import (
    CoverageRow,
    CoverageTable,
    EmptyCellReason,
    EmptyCellReasonError,
    count_examples,
    read_reasons,
)

__all__ = [
    "ANY_TYPE",
    "CoverageCell",
    "CoverageRow",
    "CoverageTable",
    "EmptyCellReason",
    "EmptyCellReasonError",
    "Observation",
    "count_examples",
    "legal_cells",
    "observe",
    "read_reasons",
]
