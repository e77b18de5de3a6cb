"""The detection benchmark: the share of planted faults that a run of the suite finds.

``faults`` holds the faults as text tables, one fault a row; their kinds are ``fault``,
``graph_fault``, ``hole_fault`` and ``contract_faults``. ``expression`` and ``alteration`` are the
vocabulary. ``device`` is the reference driver with one active fault. ``plain_run`` and
``contract_run`` measure which faults are found, and after how much time. ``page`` writes the result
page.
"""
