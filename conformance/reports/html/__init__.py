"""The HTML report of a run and the page of a case: self-contained files."""
