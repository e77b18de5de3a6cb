"""Tests of runs in a vendor's CI: exit codes, policies, baselines and waivers."""
