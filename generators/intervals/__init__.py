"""Which results admissible rounding permits: intervals of every operand of a graph."""
