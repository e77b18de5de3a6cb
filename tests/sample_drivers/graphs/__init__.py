"""Drivers for random graphs: planted faults, and conforming drivers with other results."""
