"""The client of compilation caching: its files, the models that it saves, and damage to files."""
