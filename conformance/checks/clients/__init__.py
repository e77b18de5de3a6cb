"""Clients of a driver: fenced launches, driver-managed buffers, and a second client."""
