"""Drivers with one fault in a call of the interface, each with the check that must detect it.

``driver_fault`` has the base classes and the decorator ``fault``, which registers a faulty driver.
"""
