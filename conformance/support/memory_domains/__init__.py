"""Driver-managed buffers (memory domains, HAL 1.3) for drivers written in Python.

``BufferTracker`` allocates buffers, gives them tokens and checks their use in requests. A driver
that derives from ``BaseDevice`` sets ``memory_domains = True``; other drivers call the tracker
themselves.
"""

from conformance.support.memory_domains.buffer import BufferContent, DomainBuffer
from conformance.support.memory_domains.properties import (
    BufferProperties,
    BufferRoleKey,
    RoleKind,
    merge_dimensions,
    merge_roles,
)
from conformance.support.memory_domains.request_buffers import RequestBuffers, uses_buffers
from conformance.support.memory_domains.tracker import BufferTracker

__all__ = [
    "BufferContent",
    "BufferProperties",
    "BufferRoleKey",
    "BufferTracker",
    "DomainBuffer",
    "RequestBuffers",
    "RoleKind",
    "merge_dimensions",
    "merge_roles",
    "uses_buffers",
]
