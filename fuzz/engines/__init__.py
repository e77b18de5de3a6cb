"""Engines that run a target, atheris or random mutations, and the seeds with which they start."""
