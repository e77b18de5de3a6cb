"""Shows one case: parameters, inputs, expected and actual outputs, and errors.

``case_content`` collects the data of a case, and ``output_errors`` computes errors in units of the
tolerance. ``text_view`` renders a case as text.
"""
