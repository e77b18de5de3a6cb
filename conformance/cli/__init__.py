"""The command ``nn-conformance``: one module per verb."""
