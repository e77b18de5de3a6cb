"""The subcommands of ``nn-conformance``: one module for each, with the name of the subcommand.

``conformance.cli`` has the code that several subcommands share, and larger parts of single ones.
"""
