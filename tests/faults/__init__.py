"""Tests of the bundled specs: they detect faulty drivers and do not blame conforming ones.

There are two kinds of faults. The hand-written ones are collected in ``fault_catalogue``: faults of
single operations (the modules ``*_faults``), faults of every operation (``generic_faults``), and
faults in anything but the values (``answer_faults``, ``side_effect_faults``). The mutants are
derived from the definitions of the operations (``operation_mutants``).
"""
