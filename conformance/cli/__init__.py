"""The command ``nn-conformance``: one module for each subcommand."""
