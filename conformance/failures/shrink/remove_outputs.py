"""Removes outputs of the main subgraph that a failure does not need."""

from __future__ import annotations

from conformance.failures.shrink.control_flow_editing import remove_output
from conformance.failures.shrink.shrinking_pass import ShrinkingPass


class RemoveOutputs(ShrinkingPass):
    """Removes outputs of main one by one, and the operations that only they need."""

    def run(self) -> None:
        for position in reversed(range(len(self.case.main.outputs))):
            if len(self.case.main.outputs) > max(position, 1):
                main = self.case.main.copy()
                remove_output(main, position)
                self.attempt(self.case.with_main(main))
