"""What one pytest process needs to judge: the device, the index of specs, the judge."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from conformance.drivers import Identity, identify, open_driver
from conformance.hal import Device, Version
from conformance.harness import Judge, Kind, Options, Verdict, default_paths
from conformance.harness.case import operation_names
from conformance.specfile import Example, SpecError, SpecIndex
from conformance.validation.version import minimum_version


class Run:
    """Made once in every process that collects or judges."""

    def __init__(self, config: pytest.Config, driver: str) -> None:
        self.driver = driver
        self.seed: int = config.getoption("nn_seed")
        self.device: Device = open_driver(driver)
        self.identity: Identity = identify(self.device)
        version = self.device.version
        self.version = version if isinstance(version, Version) else Version.V1_3
        self.index = SpecIndex()
        self.judge = Judge(
            self.device,
            Options(
                callback_timeout=config.getoption("nn_callback_timeout"),
                seed=self.seed,
            ),
        )

    def judge_example(self, path: Path, name: str, case_id: str) -> Sequence[Verdict]:
        """All verdicts on one example of a spec file, one for each path."""
        try:
            example = self.index.load(path, name)
        except SpecError as error:
            return [Verdict(case_id, "", Kind.INTERNAL_ERROR, "spec.unreadable", str(error))]
        needed = needed_version(example)
        if needed > self.version:
            return [_too_new(example, case_id, needed, self.version)]
        return self.judge.judge(example, case_id, default_paths(self.version, case_id))


def needed_version(example: Example) -> Version:
    """The version a driver must have for the example to concern it.

    What the spec file claims holds; without a claim (relaxed models, folders without a version)
    the model decides.
    """
    return minimum_version(example.model) if example.version is None else example.version


def _too_new(example: Example, case_id: str, needed: Version, declared: Version) -> Verdict:
    """No client hands an older driver such a model: nothing is asked of it."""
    operations = operation_names(example.model)
    reason = f"the case needs HAL {needed}, the driver declares {declared}"
    details = {"unsupported": [f"{name} (HAL {needed})" for name in operations]}
    return Verdict(case_id, "", Kind.DECLINED, "version.declared", reason, operations, details)


RUN = pytest.StashKey[Run]()
