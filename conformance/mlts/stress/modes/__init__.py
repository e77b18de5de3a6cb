"""The modes: ``table`` lists them and ``run`` runs them on drivers.

Each other module has the modes of one kind of load.
"""
