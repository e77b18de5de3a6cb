"""Registration and context of checks, modes of execution, and the measurement of growth."""
