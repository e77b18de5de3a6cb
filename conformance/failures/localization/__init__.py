"""Localization of a fault: the first operand of a failing model whose value is wrong.

``oracle`` computes the expected values with the reference; ``localizer`` runs the driver again with
every operand as an output; ``divergence`` describes the result. The pytest plugin and campaigns add
it to the verdicts on wrong values.
"""
