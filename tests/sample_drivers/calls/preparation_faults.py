"""Faults in the handling of preparation arguments and of memory that cannot be mapped."""

from __future__ import annotations

from conformance.hal import ExecutionPreference, Priority, Version
from conformance.support import ProgramModel
from tests.sample_drivers.calls.driver_fault import FAILURE, INVALID, NONE, FaultyDevice, fault

FAST, MEDIUM = ExecutionPreference.FAST_SINGLE_ANSWER, Priority.MEDIUM


class Addition(FaultyDevice):
    """A driver that prepares every model without validation."""

    def hand_out(self, model, callback, status=NONE, launch=None):
        """Notify the callback, with a prepared model for NONE; return the launch status."""
        prepared = ProgramModel(model, list, self.version) if status is NONE else None
        callback.notify(status, prepared)
        return status if launch is None else launch


@fault("preparation.invalid_preference", "prepare.preference")
class AnyPreference(FaultyDevice):
    """The driver ignores the preference and uses FAST_SINGLE_ANSWER."""

    def prepare_model(self, model, preference, *more):
        return super().prepare_model(model, FAST, *more)


@fault("preparation.invalid_preference", "prepare.preference")
class PreferenceFails(FaultyDevice):
    """The driver returns GENERAL_FAILURE for an invalid preference."""

    def prepare_model(self, model, preference, *more):
        if preference not in set(ExecutionPreference):
            more[-1].notify(FAILURE, None)
            return FAILURE
        return super().prepare_model(model, preference, *more)


@fault("preparation.invalid_preference", "prepare.status")
class NoSustainedSpeed(FaultyDevice):
    """The driver refuses the preference SUSTAINED_SPEED."""

    def prepare_model(self, model, preference, *more):
        if preference == ExecutionPreference.SUSTAINED_SPEED:
            more[-1].notify(INVALID, None)
            return INVALID
        return super().prepare_model(model, preference, *more)


@fault("preparation.invalid_priority", "prepare.priority")
class AnyPriority(FaultyDevice):
    """The driver ignores the priority and uses MEDIUM."""

    def prepare_model(self, model, preference, priority, *more):
        return super().prepare_model(model, preference, MEDIUM, *more)


@fault("preparation.invalid_priority", "prepare.priority")
class PriorityLate(FaultyDevice):
    """prepareModel returns NONE for an invalid priority; only the callback reports the error."""

    def prepare_model(self, model, preference, priority, *more):
        status = super().prepare_model(model, preference, priority, *more)
        return status if priority in set(Priority) else NONE


@fault("preparation.invalid_model_with_arguments")
class LaxWhenUrgent(Addition):
    """The driver does not validate models of high priority."""

    def prepare_model(self, model, preference, priority, *more):
        if priority == Priority.HIGH:
            return self.hand_out(model, more[-1])
        return super().prepare_model(model, preference, priority, *more)


class WithoutCaching(FaultyDevice):
    """A driver that needs no cache files."""

    def get_number_of_cache_files_needed(self):
        return NONE, 0, 0


@fault("preparation.no_cache_support")
class InvalidFromNoCache(WithoutCaching):
    """prepareModelFromCache returns INVALID_ARGUMENT although no cache files are needed."""

    def prepare_model_from_cache(self, deadline, model_cache, data_cache, token, callback):
        callback.notify(INVALID, None)
        return INVALID


@fault("preparation.no_cache_support")
class ToldTwice(WithoutCaching):
    """prepareModelFromCache notifies its callback of a failure twice."""

    def prepare_model_from_cache(self, deadline, model_cache, data_cache, token, callback):
        callback.notify(FAILURE, None)
        return super().prepare_model_from_cache(deadline, model_cache, data_cache, token, callback)


@fault("preparation.wrong_cache_files_on_prepare")
class FilesRefused(FaultyDevice):
    """prepareModel returns INVALID_ARGUMENT for unneeded cache files."""

    def prepare_model(self, model, preference, priority, deadline, model_cache, data_cache, *more):
        if model_cache or data_cache:
            more[-1].notify(INVALID, None)
            return INVALID
        return super().prepare_model(
            model, preference, priority, deadline, model_cache, data_cache, *more
        )


@fault("preparation.wrong_cache_files_on_prepare")
class Remembers(FaultyDevice):
    """prepareModelFromCache delivers the model prepared last instead of reading the cache files."""

    last = None

    def prepare_model(self, model, *more):
        self.last = model
        return super().prepare_model(model, *more)

    def prepare_model_from_cache(self, deadline, model_cache, data_cache, token, callback):
        return self.prepare_model(self.last, FAST, MEDIUM, None, (), (), token, callback)


@fault("preparation.wrong_cache_files_on_load")
class UnusualFailure(FaultyDevice):
    """prepareModelFromCache returns OUTPUT_INSUFFICIENT_SIZE for unneeded cache files."""

    def prepare_model_from_cache(self, deadline, model_cache, data_cache, token, callback):
        status = type(FAILURE).OUTPUT_INSUFFICIENT_SIZE
        callback.notify(status, None)
        return status


@fault("preparation.wrong_token_size")
class LongToken(Addition):
    """prepareModelFromCache delivers a model for a token of invalid length."""

    def __init__(self, version: Version = Version.AIDL_V3) -> None:
        super().__init__(version)

    def prepare_model_from_cache(self, deadline, model_cache, data_cache, token, callback):
        if len(token) != 32:
            return self.hand_out(self.last_model, callback)
        return super().prepare_model_from_cache(deadline, model_cache, data_cache, token, callback)

    last_model = None


@fault("preparation.unmappable_memory", "model.pool")
class NeverMaps(Addition):
    """prepareModel does not map the memory pools of the model."""

    def prepare_model(self, model, *more):
        if model.pools:
            return self.hand_out(model, more[-1])
        return super().prepare_model(model, *more)


@fault("preparation.unmappable_memory", "answer.exception")
class MapsCarelessly(FaultyDevice):
    """prepareModel raises an exception for memory that cannot be mapped."""

    def prepare_model(self, model, *more):
        for pool in model.pools:
            pool.view().release()
        return super().prepare_model(model, *more)
