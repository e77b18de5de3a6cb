"""Drivers with compilation caching: a safe one, legal variants of it, and faulty ones."""
