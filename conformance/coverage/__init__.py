"""The cells of the contract, the cells that an example exercises, and small sample examples."""

from conformance.coverage.cells import ANY_TYPE, CoverageCell, legal_cells
from conformance.coverage.observations import Observation, observe

__all__ = ["ANY_TYPE", "CoverageCell", "Observation", "legal_cells", "observe"]
