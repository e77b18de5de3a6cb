"""The reference driver's device: prepares and runs models on the CPU."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from conformance import __version__
from conformance.driver_sdk import BaseDevice, DriverError, Program, ProgramModel
from conformance.driver_sdk.caching.driver_cache import NotCachedError
from conformance.driver_sdk.prepared_models import loop_timeout
from conformance.driver_sdk.vlog import VlogTag, vlog
from conformance.hal import CacheArguments, ErrorStatus, Model, PreparedModel, Version
from conformance.operations import Call, Kernel
from conformance.operations.definition.operands import Array
from conformance.reference.plan import ExecutionLimits, Planner, SubgraphPlan, compile_call
from conformance.reference.plan_cache import (
    DATA_FILES,
    MODEL_FILES,
    PlanCache,
    decode_model,
    default_folder,
    encode_model,
)
from conformance.validation import (
    CheckedSubgraph,
    constant_mapping,
    defined_operations,
    validate_cache,
)

log = logging.getLogger(__name__)


class ReferenceDevice(BaseDevice):
    """A device that computes every defined operation on the CPU with the reference kernels.

    ``version`` is the HAL version that the device declares and whose rules it applies. Unlike other
    drivers, the device accepts WHILE with operands of unknown size: the contract permits drivers
    to refuse these, but does not require it. The device lists one vendor extension, the sample in
    ``conformance.operations.extensions.sample``.

    The device saves compilations in two model cache files and one data cache file;
    ``cache_folder`` is the folder of its map from tokens to digests.
    """

    name = "reference"
    version_string = __version__
    tolerated_rules = frozenset({"while.unknown_size"})
    extensions = ("org.nn_conformance.sample",)
    memory_domains = True
    _cache_folder: Path | None = None

    def __init__(
        self,
        version: Version = Version.AIDL_V3,
        *,
        cache_folder: Path | None = None,
    ) -> None:
        self.version = version
        self._cache_folder = cache_folder

    def supported_operations(self, model: Model) -> Sequence[bool]:
        return defined_operations(model)

    def compile_call(self, call: Call) -> Kernel:
        """Return the kernel for a call; a subclass can override it to replace single kernels."""
        return compile_call(call)

    def compile(self, model: Model) -> Program:
        run, limits = self._planner(model, self.checked_calls(model)).main().run, ExecutionLimits()
        return lambda inputs: run(inputs, limits)

    def build_prepared_model(self, model: Model) -> ProgramModel:
        planner = self._planner(model, self.checked_calls(model))
        return _ReferencePreparedModel(model, planner.main(), planner.referenced, self.version)

    def _planner(self, model: Model, checked: Sequence[CheckedSubgraph] | None) -> Planner:
        return Planner(model, self.version, self.compile_call, checked)

    # Compilation caching

    @cached_property
    def _cache(self) -> PlanCache:
        folder = self._cache_folder or default_folder()
        return PlanCache(folder, self.version_string, self.version)

    @property
    def _cache_counts(self) -> tuple[int, int]:
        return (MODEL_FILES, DATA_FILES) if self.version >= Version.V1_2 else (0, 0)

    def get_number_of_cache_files_needed(self) -> tuple[ErrorStatus, int, int]:
        return ErrorStatus.NONE, *self._cache_counts

    def prepare(
        self,
        model: Model,
        preference: int,
        priority: int,
        deadline: int | None,
        cache: CacheArguments,
    ) -> tuple[ErrorStatus, PreparedModel | None]:
        """Compile in the caller's thread; save the compilation if there are valid cache files."""
        status, prepared = super().prepare(model, preference, priority, deadline, cache)
        if cache and isinstance(prepared, _ReferencePreparedModel):
            violation = validate_cache(cache, self._cache_counts, self.version)
            if violation is None:
                self._cache.save(cache, prepared.encoded())
            else:
                vlog(VlogTag.COMPILATION, "not saved: %s", violation)
        return status, prepared

    def prepare_from_cache(
        self, deadline: int | None, cache: CacheArguments
    ) -> tuple[ErrorStatus, PreparedModel | None]:
        """Build the plan from the cache files in the caller's thread."""
        if (violation := validate_cache(cache, self._cache_counts, self.version)) is not None:
            vlog(VlogTag.COMPILATION, "not loaded: %s", violation)
            return violation.rule.status, None
        if deadline is not None and time.monotonic_ns() > deadline:
            return ErrorStatus.MISSED_DEADLINE_PERSISTENT, None
        try:
            model = decode_model(self._cache.load(cache))
            prepared = self.build_prepared_model(model)
            self.enable_buffers(prepared, model)
            return ErrorStatus.NONE, prepared
        except (NotCachedError, OSError) as error:
            vlog(VlogTag.COMPILATION, "not loaded: %s", error)
        except MemoryError:
            return ErrorStatus.RESOURCE_EXHAUSTED_PERSISTENT, None
        except Exception:
            log.exception("a saved compilation cannot be used")
        return ErrorStatus.GENERAL_FAILURE, None


class _ReferencePreparedModel(ProgramModel):
    """A prepared model that runs a plan and applies the loop timeout of each request."""

    def __init__(
        self,
        model: Model,
        plan: SubgraphPlan,
        referenced: dict[int, SubgraphPlan],
        version: Version,
    ) -> None:
        super().__init__(model, lambda inputs: plan.run(inputs, ExecutionLimits()), version)
        self._plan = plan
        self._mappings = [
            mapping
            for each in (plan, *referenced.values())
            if model.pools
            for array in each.initial
            if array is not None and (mapping := constant_mapping(array)) is not None
        ]

    def encoded(self) -> tuple[bytes, ...]:
        """Return the contents of the cache files."""
        return encode_model(self._model)

    def compute(
        self, inputs: Sequence[Array | None], loop_timeout_duration: int | None
    ) -> Sequence[Array]:
        return self.compute_until(inputs, loop_timeout_duration, None)

    def compute_until(
        self,
        inputs: Sequence[Array | None],
        loop_timeout_duration: int | None,
        deadline: int | None,
    ) -> Sequence[Array]:
        for mapping in self._mappings:
            if not mapping.is_complete:
                raise DriverError(
                    ErrorStatus.GENERAL_FAILURE, "the client has truncated a file with constants"
                )
        limits = ExecutionLimits(loop_timeout(loop_timeout_duration), deadline)
        return self._plan.run(inputs, limits)
