"""Shows one case: parameters, inputs, expected and actual outputs, and errors.

``case_content`` collects the data of a case. ``text_view`` computes the errors in units of the
tolerance and renders a case as text.
"""
