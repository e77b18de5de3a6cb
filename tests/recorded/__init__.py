"""Recorded verdicts of the suite, and the command that compares them with those of the tree.

The package runs ``pytest --driver`` and ``nn-conformance`` as a user does, and reads what they
write. It pins verdicts, not internals, so that the packages below it can be rearranged.
"""
