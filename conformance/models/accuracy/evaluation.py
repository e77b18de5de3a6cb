"""Evaluation of a driver on models and their data sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from conformance.engines.tflite.tflite_import import ModelState
from conformance.hal import Device, Model
from conformance.models.accuracy.datasets import DataSequence, DataSet
from conformance.models.accuracy.evaluators import Evaluation, Evaluator
from conformance.models.inference import InferenceSession, opened_session
from conformance.operations.definition.definition import Array


@dataclass(frozen=True, slots=True)
class AccuracyTask:
    """A model, its data set, and how the outputs are evaluated."""

    name: str
    model: Model = field(repr=False)
    data: DataSet
    evaluator: Callable[[], Evaluator] = field(repr=False)
    states: tuple[ModelState, ...] = ()


def evaluate(task: AccuracyTask, device: Device, timeout: float) -> Evaluation:
    """Return the evaluation of a driver.

    Every sequence starts with reset states. Raise ``ModelDeclinedError``, ``InferenceError`` or
    ``DriverCallError`` as ``opened_session`` does, and ``ValueError`` if the data set has no
    sequence or does not fit the model.
    """
    if not task.data.sequences:
        raise ValueError(f"{task.name}: the data set {task.data.name} is empty")
    evaluator = task.evaluator()
    with opened_session(device, task.model, task.states, timeout=timeout) as session:
        for sequence in task.data.sequences:
            evaluator.add(sequence, list(_outputs(session, sequence)))
    return evaluator.result()


def _outputs(session: InferenceSession, sequence: DataSequence) -> Iterator[list[Array]]:
    session.reset()
    for inputs in sequence.inputs:
        yield session.real_values(session.run(inputs))
