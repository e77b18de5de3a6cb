"""Tests of case files, of the dumps of failing cases, and of the command ``replay``."""
