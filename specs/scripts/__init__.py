"""Scripts that compute the generated spec files from closed formulas; see ``specs/README.md``."""
