"""Output of a model as a graph in the DOT language, to a stream or to the log."""

from __future__ import annotations

import logging
from typing import Final, TextIO

from conformance.drawing.dot import to_dot
from conformance.drawing.model_picture import build_picture
from conformance.hal import Model

log: Final = logging.getLogger("nn.graph")


def graph_dump(title: str, model: Model, stream: TextIO | None = None) -> None:
    """Write a model in the DOT language to ``stream``, by default to the log.

    The log has one entry of the level INFO for each line, in the logger ``nn.graph``.
    """
    text = to_dot(build_picture(model, title=title))
    if stream is not None:
        stream.write(text)
        return
    for line in text.splitlines():
        log.info("%s", line)
