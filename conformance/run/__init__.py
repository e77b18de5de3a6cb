"""Descriptions of a driver and short runs."""
