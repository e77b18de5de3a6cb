"""Drivers with one fault in the execution of operations; the bundled specs must detect each.

There are two kinds. The hand-written faults are collected in ``fault_catalogue``: faults of single
operations (the modules ``*_faults``), faults of every operation (``generic_faults``), and faults in
anything but the values (``answer_faults``, ``side_effect_faults``). The mutants are derived from
the definitions of the operations (``operation_mutants``).
"""
