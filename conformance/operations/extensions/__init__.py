"""The vendor extensions that the suite defines: one module each, with an ``EXTENSION``."""
