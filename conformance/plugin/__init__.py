"""The pytest plugin, which collects the cases, runs them and prints the summary.

``nn_conformance`` registers it if a driver is named. The plugin only connects the packages
``harness``, ``drivers`` and ``reports`` to pytest; checks of a driver do not belong here.
"""
