"""Pictures of models: nodes and edges, rendered as DOT or SVG."""

from conformance.drawing.dot import to_dot
from conformance.drawing.graph_dump import graph_dump
from conformance.drawing.model_picture import (
    ModelPicture,
    NodeShape,
    PictureEdge,
    PictureNode,
    SubgraphPicture,
    build_picture,
)
from conformance.drawing.svg import to_svg

__all__ = [
    "ModelPicture",
    "NodeShape",
    "PictureEdge",
    "PictureNode",
    "SubgraphPicture",
    "build_picture",
    "graph_dump",
    "to_dot",
    "to_svg",
]
