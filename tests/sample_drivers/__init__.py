"""Drivers for the tests: faulty, hostile and conforming ones, sorted by what is special in them.

``adder_driver`` is the smallest driver; subclasses of it misbehave at one place.
``hostile_objects`` has objects and exceptions of a hostile kind; ``hostile_driver`` answers with
them. ``describable_drivers`` has drivers whose description shows something special. tests/README.md
lists the packages.
"""
