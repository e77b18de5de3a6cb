"""The pytest nodes: the files that the suite collects and their items."""
