"""Drivers that crash, hang, leak, answer late or violate the protocol, for isolated runs.

Commands refer to them by file and name, such as ``misbehaving_drivers.py:LeaksMemory``.
"""
