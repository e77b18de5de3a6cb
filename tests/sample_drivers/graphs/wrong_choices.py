"""Faulty drivers whose outputs resemble those that the contract leaves unspecified."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.hal import OperationType
from conformance.operations import Call, Kernel
from conformance.operations.definition.operands import Array
from tests.sample_drivers.graphs.other_choices import Choosing, Inputs, RoundedScale

_O = OperationType


class BeforeEdges(RoundedScale):
    """Takes pixel 29 although the position is a tenth of a pixel beyond the edge."""

    shift = -0.1


class Changing(Choosing):
    """Changes the outputs of one operation."""

    code = _O.ARGMAX

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        outputs = kernel(inputs)
        return self.changed(inputs, outputs) if call.definition.type == self.code else outputs

    def changed(self, inputs: Inputs, outputs: Sequence[Array]) -> Sequence[Array]:
        """Return the changed outputs."""
        return outputs


class Smallest(Changing):
    """ARGMAX selects the smallest element."""

    def changed(self, inputs: Inputs, outputs: Sequence[Array]) -> Sequence[Array]:
        source = inputs[0]
        axis = int(np.asarray(inputs[1]).item())
        assert source is not None
        return [source.argmin(axis).reshape(outputs[0].shape).astype(np.int32)]


class ScoresAlone(Changing):
    """Permutes the scores of boxes but not the boxes."""

    code = _O.BOX_WITH_NMS_LIMIT

    def changed(self, inputs: Inputs, outputs: Sequence[Array]) -> Sequence[Array]:
        scores, *rest = outputs
        return [scores[::-1].copy(), *rest]


class BoxTwice(Changing):
    """Replaces the last box by the first one."""

    code = _O.BOX_WITH_NMS_LIMIT

    def changed(self, inputs: Inputs, outputs: Sequence[Array]) -> Sequence[Array]:
        changed = [np.array(output) for output in outputs]
        for output in changed:
            output[-1:] = output[:1]
        return changed


class Ungrouped(Changing):
    """Interleaves the boxes of several images."""

    code = _O.BOX_WITH_NMS_LIMIT

    def changed(self, inputs: Inputs, outputs: Sequence[Array]) -> Sequence[Array]:
        batch = outputs[-1]
        turn = [np.count_nonzero(batch[:n] == batch[n]) for n in range(len(batch))]
        return [output[np.argsort(turn, kind="stable")] for output in outputs]


class ProposalsMoved(Changing):
    """Gives each proposal the score of the next one."""

    code = _O.GENERATE_PROPOSALS

    def changed(self, inputs: Inputs, outputs: Sequence[Array]) -> Sequence[Array]:
        return [np.roll(outputs[0], 1), *outputs[1:]]


class PeakElsewhere(Changing):
    """Puts every peak at the corner where the box ends."""

    code = _O.HEATMAP_MAX_KEYPOINT

    def changed(self, inputs: Inputs, outputs: Sequence[Array]) -> Sequence[Array]:
        points = np.array(outputs[1])
        boxes = inputs[1]
        assert boxes is not None
        points[...] = boxes[:, None, 2:]
        return [outputs[0], points]
