"""Pictures of models: nodes and edges, rendered as DOT or SVG."""

from conformance.support.drawing.dot import to_dot
from conformance.support.drawing.picture import Edge, Node, Part, Picture, Shape, picture_of
from conformance.support.drawing.svg import to_svg

__all__ = ["Edge", "Node", "Part", "Picture", "Shape", "picture_of", "to_dot", "to_svg"]
