"""The page on the operations in model files agrees with the code."""

from pathlib import Path

import pytest

pytest.importorskip("ai_edge_litert.interpreter")

from tests.mlts import operation_coverage

PAGE = Path(__file__).parents[2] / "docs/generated/model-file-operations.md"


@pytest.mark.slow
def test_the_page_is_up_to_date():
    assert operation_coverage.page() == PAGE.read_text(encoding="utf-8")
