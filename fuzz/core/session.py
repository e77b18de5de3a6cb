"""The session of a fuzz target: the opened driver and everything that outlives one input."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, TypeVar

from conformance.checks.check_context import CheckContext, SkipCheck
from conformance.checks.mutants.model_mutants import MutantRunner
from conformance.checks.sample_models import addition_model
from conformance.checks.sample_requests import AdditionRequest
from conformance.drivers.driver import Driver
from conformance.drivers.own_process import ProcessLimits
from conformance.hal import Device, Model, PreparedModel
from conformance.harness.calls.driver_calls import DriverCallError
from conformance.harness.calls.request_memory import RequestMemory
from conformance.harness.judge import JudgeOptions
from fuzz.core.finding import FuzzFinding, from_harness
from fuzz.core.instrumentation import DRIVER_VARIABLE, mark
from fuzz.core.leaks import LeakCheck
from generators.graph_judge import graph_search

ISOLATE_VARIABLE: Final = "NN_CONFORMANCE_FUZZ_ISOLATE"
"""Environment variable; ``1`` runs the driver in a separate, supervised process."""

_T = TypeVar("_T")
_CALLBACK_TIMEOUT: Final = 5.0


class FuzzSession:
    """A driver under test with the checks that run on it.

    ``rules_alone`` collects the rules that some input broke without breaking another one.
    ``counts`` has the number of inputs by the number of rules that they broke, and of other events.
    """

    def __init__(
        self,
        driver: str = "",
        *,
        isolate: bool | None = None,
        device: Device | None = None,
        limits: ProcessLimits | None = None,
    ) -> None:
        """Open the driver, or use the opened ``device``.

        Without ``driver`` and ``isolate``, the environment states both. ``limits`` are those of the
        process of an isolated driver.
        """
        text = driver or os.environ.get(DRIVER_VARIABLE, "reference")
        if isolate is None:
            isolate = os.environ.get(ISOLATE_VARIABLE) == "1"
        if device is None:
            self.driver = Driver.open(text, limits, isolate=isolate)
        else:
            self.driver = Driver(device, text)
        self.device, self.version = self.driver.device, self.driver.version
        self.options = JudgeOptions(callback_timeout=_CALLBACK_TIMEOUT, pause_every=1 << 40)
        self.context = CheckContext(self.driver, self.options)
        self.models = MutantRunner(self.context)
        self.search = graph_search(self.device, self.options)
        self.request_memory = RequestMemory()
        self.rules_alone: set[str] = set()
        self.counts: Counter[str] = Counter()
        self.addition_request = AdditionRequest(self.context)
        self._addition: PreparedModel | None = None
        self._no_addition = False
        self._cached: dict[str, Any] = {}
        self.leaks = LeakCheck(self.driver)

    def prepared_addition(self) -> PreparedModel | None:
        """Return the prepared addition of four floats; ``None`` if the driver does not support it.

        ``addition_request`` is a request for it.
        """
        if self._addition is None and not self._no_addition:
            try:
                self._addition = self.context.prepare(addition_model())
            except SkipCheck as skipped:
                if skipped.finding.kind.blames_driver:
                    raise
                self._no_addition = True
        return self._addition

    def once(self, name: str, make: Callable[[], _T]) -> _T:
        """Return the result of ``make``, which is called once for each name."""
        if name not in self._cached:
            self._cached[name] = make()
        cached: _T = self._cached[name]
        return cached

    def note_rules(self, rules: set[str]) -> None:
        """Record the rules that one input breaks."""
        self.counts[str(min(len(rules), 3))] += 1
        if len(rules) == 1:
            self.rules_alone |= rules
            mark(f"rule {next(iter(rules))}")

    def note_model(self, model: Model) -> None:
        """Count the operations of a model, each with the type of its first input, as coverage."""
        operands = model.main.operands
        for operation in model.main.operations:
            first = operation.inputs[0] if operation.inputs else len(operands)
            type_ = operands[first].type if first < len(operands) else -1
            mark(f"operation {operation.type} {type_} {len(operation.inputs)}")

    def check_health(self) -> FuzzFinding | None:
        """Execute a valid model that was prepared earlier; return a finding if that fails."""
        try:
            problem = self.models.health.find_problem()
        except DriverCallError as error:
            problem = error.finding
        return None if problem is None else from_harness(problem)

    def restart(self) -> None:
        """Restart an isolated driver after it crashed or hung."""
        self._addition = None
        self._cached.clear()
        self.driver.kill()
        try:
            self.models.health.prepare()
        except (DriverCallError, SkipCheck):
            self.models = MutantRunner(self.context)

    def close(self) -> None:
        """Release the driver."""
        self.context.close()
        self.driver.close()
