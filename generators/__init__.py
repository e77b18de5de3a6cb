"""Random graphs: generation, value ranges, minimisation and campaigns (nn-conformance)."""
