"""Parameters of tests of which the fast tier runs a part and the slow tier the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def fast_if(is_fast: Callable[[Any], bool], values: Iterable[Any]) -> list[Any]:
    """Return a parameter for each value; those that are not fast belong to slow tests."""
    return [
        value if is_fast(value) else pytest.param(value, marks=pytest.mark.slow) for value in values
    ]


def every_fast(step: int, values: Iterable[Any]) -> list[Any]:
    """Return a parameter for each value; all but every ``step``-th belong to slow tests."""
    return [
        pytest.param(value, marks=pytest.mark.slow) if number % step else value
        for number, value in enumerate(values)
    ]
