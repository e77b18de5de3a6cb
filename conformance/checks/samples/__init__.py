"""Models and requests of the checks, with the results that a driver must return."""
