"""The detection benchmark: the share of planted faults that a run of the suite finds.

``faults`` holds the faults as text tables, one fault a row. ``expression`` and ``alteration`` are
their vocabulary. ``device`` is the reference driver with one active fault. ``plain_run`` and
``campaign_run`` measure which faults are found, and after how much time. ``witness`` finds for each
fault a small model on which its result is outside the tolerance. ``page`` writes the result page.
"""
