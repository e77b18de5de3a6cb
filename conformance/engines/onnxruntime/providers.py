"""Execution providers of ONNX Runtime: those in packages, and the registration of libraries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, Final

from conformance.drivers.library_file import library_problem
from conformance.drivers.registry import DriverLoadError

CPU: Final = "CPUExecutionProvider"
_SCRIPT: Final = "providers = [({name!r}, {options})]"
_LIBRARY_SCRIPT: Final = """\
known = len(onnxruntime.get_ep_devices())
onnxruntime.register_execution_provider_library({name!r}, {library!r})
devices = onnxruntime.get_ep_devices()[known:]
devices = [device for device in devices if device.ep_name == devices[0].ep_name]
options.add_provider_for_devices(devices, {options})
providers = None"""


@dataclass(frozen=True, slots=True)
class Plugin:
    """An execution provider in a package: its shared library, and the options it needs."""

    package: str
    library: str
    options: Mapping[str, str]


PLUGINS: Final[Mapping[str, Plugin]] = {
    "ggml": Plugin("onnxruntime-ggml", "onnxruntime_ggml/lib/libonnxruntime_ggml.so", {}),
    "nxrt": Plugin("nxrt-ep-cpu", "nxrt_ep_cpu/libonnx_runtime_ep_cpu_plugin.so", {}),
    "openvino": Plugin(
        "onnxruntime-ep-openvino",
        "onnxruntime_ep_openvino/libonnxruntime_providers_openvino_plugin.so",
        {},
    ),
    "qnn-htp": Plugin(
        "onnxruntime-qnn",
        "onnxruntime_qnn/libonnxruntime_providers_qnn.so",
        {"backend_type": "htp"},
    ),
}
"""The providers with a short name. Each package states the versions of ONNX Runtime it needs."""

_registered: dict[tuple[str, str], list[Any]] = {}
"""The devices of each library that this process has registered, by its name and path."""


class Provider:
    """An execution provider that ONNX Runtime contains, or that of a plug-in's shared library.

    ``name`` is a name of ``PLUGINS`` or of ONNX Runtime. ``package`` states the package of a
    plug-in and its version. A library may offer several providers; the first one is used.
    """

    def __init__(
        self, runtime: Any, name: str, library: str, options: Mapping[str, str] | None
    ) -> None:
        self.name, self.options, self.package = name, dict(options or {}), ""
        if (plugin := PLUGINS.get(name)) and not library:
            try:
                package = distribution(plugin.package)
            except PackageNotFoundError as error:
                raise DriverLoadError(
                    f"provider={name}: pip install {plugin.package} is needed"
                ) from error
            library = str(package.locate_file(plugin.library))
            self.options = {**plugin.options, **self.options}
            self.package = f" with {plugin.package} {package.version}"
        if library:
            library = str(Path(library).absolute())  # ONNX Runtime looks in its own folder
            if problem := library_problem(Path(library)):
                raise DriverLoadError(f"provider={name}: {problem}")
        self.devices: Sequence[Any] = _devices(runtime, name, library) if library else ()
        known = runtime.get_available_providers()
        if not self.devices and name not in known:
            names = f"known: {', '.join(known)}; in packages: {', '.join(PLUGINS)}"
            raise DriverLoadError(f"ONNX Runtime has no provider {name} ({names})")
        script = _LIBRARY_SCRIPT if library else _SCRIPT
        self.script = script.format(name=name, library=library, options=self.options)

    def runs(self, subgraph: Any) -> bool:
        """Return whether the provider runs a part of a graph; a library names its provider."""
        return subgraph.ep_name in (self.name, *(device.ep_name for device in self.devices))


def _devices(runtime: Any, name: str, library: str) -> list[Any]:
    """Return the devices of a library's first provider; a process registers a library once."""
    if (name, library) not in _registered:
        known = len(runtime.get_ep_devices())
        try:
            runtime.register_execution_provider_library(name, library)
        except Exception as error:  # the runtime's exceptions have no common base class
            raise DriverLoadError(f"provider={name}: {error}") from error
        devices = runtime.get_ep_devices()[known:]
        _registered[name, library] = [d for d in devices if d.ep_name == devices[0].ep_name]
    return _registered[name, library]
