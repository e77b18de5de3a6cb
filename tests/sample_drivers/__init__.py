"""Drivers for the tests: faulty, hostile and conforming ones, sorted by what is special in them.

``adder_driver`` is the smallest driver; subclasses of it misbehave at one place.
``wrong_objects`` has objects of wrong type or shape and exceptions; ``hostile_driver`` answers with
them. ``describable_drivers`` has drivers whose description shows something special. tests/README.md
lists the packages.
"""
