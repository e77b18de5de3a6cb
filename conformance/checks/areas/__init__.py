"""The checks, one module for each area of the contract; the module name is the area's name."""
