"""Drivers with a faulty kernel, and conforming drivers with other results."""
