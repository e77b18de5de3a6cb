"""Tests of the bundled specs: they detect faulty drivers and do not blame conforming ones.

There are two kinds of faults. The hand-written ones are collected in ``shelf``: faults of single
operations (``elementwise``, ``windows``, ``norms``, ``moves``, ``lookups``, ``control_flow``),
faults of every operation (``sweep``), and faults in anything but the values (``answers``,
``footprints``). The mutants are derived from the definitions of the operations (``mutation``).
"""
