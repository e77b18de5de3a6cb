"""The reference driver with its prepared models wrapped; the base of drivers that change calls."""

from __future__ import annotations

from typing import Any

from conformance.hal import ErrorStatus, Model, PreparedModel, PreparedModelCallback
from conformance.reference import ReferenceDevice


class ForwardingPreparedModel(PreparedModel):
    """Forwards each call to ``right``, a prepared model of the reference driver."""

    def __init__(self, right: PreparedModel, model: Model) -> None:
        self.right = right
        self.model = model

    def execute(self, *arguments: Any) -> Any:
        return self.right.execute(*arguments)

    def execute_synchronously(self, *arguments: Any) -> Any:
        return self.right.execute_synchronously(*arguments)

    def execute_fenced(self, *arguments: Any) -> Any:
        return self.right.execute_fenced(*arguments)

    def configure_execution_burst(self, *arguments: Any) -> Any:
        return self.right.configure_execution_burst(*arguments)

    def create_reusable_execution(self, *arguments: Any) -> Any:
        return self.right.create_reusable_execution(*arguments)


class WrappingCallback(PreparedModelCallback):
    """A callback that forwards notifications with the prepared model wrapped."""

    def __init__(
        self, model: Model, wrapper: type[ForwardingPreparedModel], callback: PreparedModelCallback
    ) -> None:
        self.model, self.wrapper, self.callback = model, wrapper, callback

    def notify(self, status: ErrorStatus, prepared_model: PreparedModel | None) -> None:
        wrapped = None
        if prepared_model is not None:
            wrapped = self.wrapper(prepared_model, self.model)
        self.callback.notify(status, wrapped)


class ForwardingDevice(ReferenceDevice):
    """The reference driver whose prepared models are instances of ``prepared``."""

    prepared: type[ForwardingPreparedModel] = ForwardingPreparedModel

    def prepare_model(self, model: Model, *arguments: Any) -> ErrorStatus:
        callback = WrappingCallback(model, self.prepared, arguments[-1])
        return super().prepare_model(model, *arguments[:-1], callback)

    def allocate(self, desc: Any, prepared_models: Any, *roles: Any) -> Any:
        return super().allocate(desc, [unwrapped(model) for model in prepared_models], *roles)


def unwrapped(model: Any) -> Any:
    """Return the reference driver's prepared model inside a wrapper; other objects unchanged."""
    return model.right if isinstance(model, ForwardingPreparedModel) else model
