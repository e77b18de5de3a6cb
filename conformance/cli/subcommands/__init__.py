"""The subcommands of ``nn-conformance``: one module for each, with the name of the subcommand.

What several subcommands share, and the larger parts of single ones, is in ``conformance.cli``.
"""
