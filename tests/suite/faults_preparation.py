"""Faults in what a driver makes of a preparation's arguments, and of memory it cannot map."""

from __future__ import annotations

from conformance.hal import ExecutionPreference, Priority, Version
from conformance.support import ProgramModel
from tests.suite.faulty import FAILURE, INVALID, NONE, FaultyDevice, fault

FAST, MEDIUM = ExecutionPreference.FAST_SINGLE_ANSWER, Priority.MEDIUM


class Addition(FaultyDevice):
    """Prepares whatever it is handed."""

    def hand_out(self, model, callback, status=NONE, launch=None):
        prepared = ProgramModel(model, list, self.version) if status is NONE else None
        callback.notify(status, prepared)
        return status if launch is None else launch


@fault("preparation.preference", "prepare.preference")
class AnyPreference(FaultyDevice):
    """Any preference is taken for a fast answer."""

    def prepare_model(self, model, preference, *more):
        return super().prepare_model(model, FAST, *more)


@fault("preparation.preference", "prepare.preference")
class PreferenceFails(FaultyDevice):
    """A preference that does not exist is a general failure."""

    def prepare_model(self, model, preference, *more):
        if preference not in set(ExecutionPreference):
            more[-1].notify(FAILURE, None)
            return FAILURE
        return super().prepare_model(model, preference, *more)


@fault("preparation.preference", "prepare.status")
class NoSustainedSpeed(FaultyDevice):
    """The preference for sustained speed is refused."""

    def prepare_model(self, model, preference, *more):
        if preference == ExecutionPreference.SUSTAINED_SPEED:
            more[-1].notify(INVALID, None)
            return INVALID
        return super().prepare_model(model, preference, *more)


@fault("preparation.priority", "prepare.priority")
class AnyPriority(FaultyDevice):
    """Any priority is taken for a medium one."""

    def prepare_model(self, model, preference, priority, *more):
        return super().prepare_model(model, preference, MEDIUM, *more)


@fault("preparation.priority", "prepare.priority")
class PriorityLate(FaultyDevice):
    """A priority that does not exist is told to the callback, after a launch that succeeded."""

    def prepare_model(self, model, preference, priority, *more):
        status = super().prepare_model(model, preference, priority, *more)
        return status if priority in set(Priority) else NONE


@fault("preparation.several")
class LaxWhenUrgent(Addition):
    """Models of high priority are not validated."""

    def prepare_model(self, model, preference, priority, *more):
        if priority == Priority.HIGH:
            return self.hand_out(model, more[-1])
        return super().prepare_model(model, preference, priority, *more)


@fault("preparation.no_cache")
class InvalidFromNoCache(FaultyDevice):
    """A cache that the driver does not have is called an invalid argument."""

    def prepare_model_from_cache(self, deadline, model_cache, data_cache, token, callback):
        callback.notify(INVALID, None)
        return INVALID


@fault("preparation.no_cache")
class ToldTwice(FaultyDevice):
    """That there is no cache is told twice."""

    def prepare_model_from_cache(self, deadline, model_cache, data_cache, token, callback):
        callback.notify(FAILURE, None)
        return super().prepare_model_from_cache(deadline, model_cache, data_cache, token, callback)


@fault("preparation.cache_saving")
class FilesRefused(FaultyDevice):
    """Cache files that were not asked for are an invalid argument."""

    def prepare_model(self, model, preference, priority, deadline, model_cache, data_cache, *more):
        if model_cache or data_cache:
            more[-1].notify(INVALID, None)
            return INVALID
        return super().prepare_model(
            model, preference, priority, deadline, model_cache, data_cache, *more
        )


@fault("preparation.cache_saving")
class Remembers(FaultyDevice):
    """The model prepared last comes from any cache."""

    last = None

    def prepare_model(self, model, *more):
        self.last = model
        return super().prepare_model(model, *more)

    def prepare_model_from_cache(self, deadline, model_cache, data_cache, token, callback):
        return self.prepare_model(self.last, FAST, MEDIUM, None, (), (), token, callback)


@fault("preparation.cache_reading")
class UnusualFailure(FaultyDevice):
    """Cache files that were not asked for are told as an output that is too small."""

    def prepare_model_from_cache(self, deadline, model_cache, data_cache, token, callback):
        status = type(FAILURE).OUTPUT_INSUFFICIENT_SIZE
        callback.notify(status, None)
        return status


@fault("preparation.cache_token")
class LongToken(Addition):
    """A token of another length gives a model."""

    def __init__(self, version: Version = Version.AIDL_V3) -> None:
        super().__init__(version)

    def prepare_model_from_cache(self, deadline, model_cache, data_cache, token, callback):
        if len(token) != 32:
            return self.hand_out(self.last_model, callback)
        return super().prepare_model_from_cache(deadline, model_cache, data_cache, token, callback)

    last_model = None


@fault("preparation.unmappable", "model.pool")
class NeverMaps(Addition):
    """Memory is not mapped before an execution."""

    def prepare_model(self, model, *more):
        if model.pools:
            return self.hand_out(model, more[-1])
        return super().prepare_model(model, *more)


@fault("preparation.unmappable", "raises")
class MapsCarelessly(FaultyDevice):
    """Memory that cannot be mapped makes an exception leave the driver."""

    def prepare_model(self, model, *more):
        for pool in model.pools:
            pool.view().release()
        return super().prepare_model(model, *more)
