"""The environment of measurements with faulty drivers."""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from conformance.reference.plan_cache import FOLDER_VARIABLE


@contextmanager
def measurement_environment() -> Iterator[None]:
    """Drop the messages of faulty drivers, and give the reference a new folder for its cache."""
    disabled = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with (
            tempfile.TemporaryDirectory(prefix="nn-fuzz-cache-") as folder,
            mock.patch.dict(os.environ, {FOLDER_VARIABLE: folder}),
        ):
            yield
    finally:
        logging.disable(disabled)
