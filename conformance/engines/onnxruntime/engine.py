"""ONNX Runtime as an engine: its CPU kernels, or another execution provider without fallback."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

from conformance.engines.onnx.graphs import OWNED_NODE
from conformance.engines.onnxruntime.providers import CPU, Provider
from conformance.engines.protocol import Declined, Engine, Program, TensorInfo, import_packages
from conformance.operations.definition.operands import Array


class Optimization(StrEnum):
    """The extent to which ONNX Runtime rewrites a graph before it runs it."""

    NONE = "none"
    BASIC = "basic"
    """Constant folding and removal of unneeded nodes.

    Higher levels are not offered: their fusions create nodes on quantized tensors that the runtime
    has no kernels for.
    """


REFUSED: Final = "refused by the runtime"
"""Start of a decline reason that comes from the runtime and not from this bridge."""

_FATAL: Final = 4
_NOT_TAKEN: Final = re.compile(r"NOT_IMPLEMENTED|NotImplemented|fallback|not assigned")
_LEVELS: Final = {Optimization.NONE: "ORT_DISABLE_ALL", Optimization.BASIC: "ORT_ENABLE_BASIC"}
_SCRIPT: Final = """
import onnxruntime

options = onnxruntime.SessionOptions()
options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.{level}
{providers}
got = onnxruntime.InferenceSession(model, options, providers=providers).run(outputs, inputs)
"""


class OnnxRuntimeEngine(Engine):
    """Runs models on one thread, on the CPU or on the devices of an execution provider.

    ``provider`` is a name of a ``Provider``. ``library`` is the shared library of another plug-in;
    ``options`` are those of the provider.
    """

    parallel = True

    def __init__(
        self,
        optimization: Optimization = Optimization.BASIC,
        provider: str = CPU,
        library: str = "",
        options: Mapping[str, str] | None = None,
        quantized: str = "operator",
    ) -> None:
        self.runtime, _ = import_packages("onnxruntime", "onnxruntime", "onnx.helper")
        self.runtime.set_default_logger_severity(_FATAL)
        self.version = str(self.runtime.__version__)
        self.name = "onnxruntime" if provider == CPU else f"onnxruntime-{provider}"
        self.provider = Provider(self.runtime, provider, library, options)
        self.version += self.provider.package
        self.quantized = quantized
        # With a provider the host must not fold: it would compute constants itself. After
        # DequantizeLinear it adds QuantizeLinear nodes that it has no kernel for.
        is_plain = provider == CPU and quantized == "operator"
        self.optimization = optimization if is_plain else Optimization.NONE
        self.script = _SCRIPT.format(
            level=_LEVELS[self.optimization], providers=self.provider.script
        )

    def session_options(self) -> Any:
        """Return the options of a session."""
        options = self.runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = _FATAL
        level = getattr(self.runtime.GraphOptimizationLevel, _LEVELS[self.optimization])
        options.graph_optimization_level = level
        if self.provider.name != CPU:
            options.add_session_config_entry("session.disable_cpu_ep_fallback", "1")
            options.add_session_config_entry("session.record_ep_graph_assignment_info", "1")
        if self.provider.devices:
            options.add_provider_for_devices(self.provider.devices, self.provider.options)
        return options

    def open(
        self, content: bytes, inputs: Sequence[TensorInfo], outputs: Sequence[TensorInfo]
    ) -> Program:
        """Create a session; what the CPU kernels refuse is declined."""
        provider = self.provider
        providers = None if provider.devices else [(provider.name, provider.options)]
        try:
            session = self.runtime.InferenceSession(
                content, self.session_options(), providers=providers
            )
        except Exception as error:  # the runtime's exceptions have no common base class
            if provider.name == CPU or _NOT_TAKEN.search(str(error)):
                nodes = [found[0] for found in OWNED_NODE.finditer(str(error))]
                raise Declined(f"{REFUSED}: {error}", nodes) from error
            raise
        return _Session(session, self, [output.name for output in outputs])


class _Session(Program):
    def __init__(self, session: Any, engine: OnnxRuntimeEngine, outputs: list[str]) -> None:
        self._session, self._engine, self._outputs = session, engine, outputs

    def run(self, inputs: Mapping[str, Array], deadline: int | None) -> Sequence[Array]:
        """Run the session; terminate it at the deadline."""
        options = self._engine.runtime.RunOptions()
        timed_out = threading.Event()

        def stop() -> None:
            timed_out.set()
            options.terminate = True

        timer = None
        if deadline is not None:
            timer = threading.Timer(max(0, deadline - time.monotonic_ns()) / 1e9, stop)
            timer.daemon = True
            timer.start()
        try:
            results: Sequence[Array] = self._session.run(self._outputs, dict(inputs), options)
        except Exception as error:
            if timed_out.is_set():
                raise TimeoutError from error
            raise
        finally:
            if timer is not None:
                timer.cancel()
        return results

    def placement(self) -> Mapping[str, bool] | None:
        """Return which nodes the provider runs."""
        if self._engine.provider.name == CPU:
            return None
        return {
            node.name: self._engine.provider.runs(subgraph)
            for subgraph in self._session.get_provider_graph_assignment_info()
            for node in subgraph.get_nodes()
        }
