"""The modes: ``table`` lists them and ``run`` runs them on drivers.

``mode_command`` runs one mode in a new interpreter. Each other module has the modes of one kind of
load.
"""
