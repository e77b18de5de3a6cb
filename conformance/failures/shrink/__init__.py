"""Reduction of a failing case to a smaller one that fails in the same way.

``minimizer.minimize`` applies the passes to failing random graphs. The localization of faults and
the layer cases of model files use ``model_editing``, too.
"""
