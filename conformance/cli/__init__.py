"""The command ``nn-conformance``; its subcommands are in ``conformance.cli.subcommands``."""
