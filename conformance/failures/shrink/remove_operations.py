"""Removes as many of main's operations as possible."""

from __future__ import annotations

from conformance.failures.shrink.model_editing import compute_intermediates, keep_operations
from conformance.failures.shrink.shrinking_pass import ShrinkingPass


class RemoveOperations(ShrinkingPass):
    """Keeps as few of main's operations as possible.

    Models with a single operation are tried first; then chunks of decreasing size are removed
    (delta debugging). The values that removed operations computed become model inputs.
    """

    def run(self) -> None:
        count = len(self.case.main.operations)
        values = compute_intermediates(self.case, self.compute)
        if values is None or count == 1:
            return
        whole = self.case
        if self.attempt_any(keep_operations(whole, [n], values) for n in reversed(range(count))):
            return
        kept = list(range(count))
        size = max(1, count // 2)
        while True:
            shrunk = False
            for start in range(0, len(kept), size):
                rest = kept[:start] + kept[start + size :]
                if rest and self.attempt(keep_operations(whole, rest, values)):
                    kept, shrunk = rest, True
                    break
            if not shrunk:
                if size == 1:
                    return
                size = max(1, size // 2)
            else:
                size = min(size, max(1, len(kept) // 2))
