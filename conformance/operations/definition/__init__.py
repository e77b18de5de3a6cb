"""The data model of operation definitions, and the conditions that many of them share."""
