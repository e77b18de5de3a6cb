"""The pytest plugin behind ``nn_conformance``: collection, running, summary. Thin on purpose."""
