"""Loads the examples that the tests of the view of a case look at."""

from conformance.cases import load_examples
from conformance.failures.show.case_content import CaseContent


def content_of(tmp_path, text, **more):
    """Return the content of the first example of a spec text."""
    spec = tmp_path / "V1_0" / "shown.mod.py"
    spec.parent.mkdir(exist_ok=True)
    spec.write_text(text, encoding="utf-8")
    example = next(iter(load_examples(spec)))
    return CaseContent("V1_0/shown/case", example, **more)
