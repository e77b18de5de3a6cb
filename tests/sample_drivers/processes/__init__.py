"""Drivers that crash, hang, leak, write forged messages or answer late, for isolated runs.

Commands refer to them by file and name, such as ``misbehaving_drivers.py:LeaksMemory``.
"""
