"""The command ``nn-conformance``."""
