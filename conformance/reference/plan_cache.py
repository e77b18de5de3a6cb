"""The compilation cache of the reference driver, and the binary form of a plan in its files.

A plan has closures, which cannot be saved. Its image holds everything from which they follow
without validation: the subgraphs, the shape of each operand as far as it is known, the conditions
that depend on the request, and the packed constants. Decoding runs no code from the files.

There are three files. The first holds the structure, encoded with MessagePack. The other two hold
constants, each aligned to 64 bytes: the second those that can determine shapes and parameters, the
third the other tensors. All of them begin with a header of 64 bytes.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import struct
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from functools import cache
from math import prod
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from conformance.driver_sdk.caching.driver_cache import DriverCacheFiles, SecureCache, TokenMap
from conformance.driver_sdk.model_codes import restore_enums
from conformance.driver_sdk.vlog import VlogTag, vlog
from conformance.files import user_cache_folder
from conformance.hal import CONTROL_FLOW, INFO, CacheArguments, Model, Operation, Subgraph, Version
from conformance.operations import Call, OperandView
from conformance.operations.definition.definition import Array
from conformance.reference.plan import CallStep, SubgraphPlan
from conformance.validation import CheckedCall, CheckedSubgraph
from conformance.validation.calls import operation_signature

MODEL_FILES: Final = 2
DATA_FILES: Final = 1
IMAGE_FORMAT: Final = 1
"""Increase this number when the form of the files changes."""

_HEADER: Final = struct.Struct("<8sIIQ40x")
_MAGIC: Final = b"nnrefimg"
_ALIGNMENT: Final = 64
_PARAMETER_BYTES: Final = 64
"""Larger constants are in the data cache file."""

_UINT8: Final = np.dtype(np.uint8)


class ImageError(ValueError):
    """The files do not hold the image of a plan."""


class _Constant(msgspec.Struct, array_like=True, frozen=True):
    """A constant: the file that holds it, the offset in bytes after the header, and the shape."""

    file: int
    offset: int
    shape: tuple[int, ...]


class _SubgraphImage(msgspec.Struct, array_like=True, frozen=True):
    """The image of a subgraph's plan; lists are indexed by operand or operation."""

    subgraph: Subgraph
    dims: tuple[tuple[int | None, ...] | None, ...]
    constants: dict[int, _Constant]
    open_conditions: tuple[tuple[str, ...], ...]


class _ModelImage(msgspec.Struct, array_like=True, frozen=True):
    """The image of a model; ``referenced`` holds ``None`` for a subgraph that is never run."""

    main: _SubgraphImage
    referenced: tuple[_SubgraphImage | None, ...]
    unused: dict[int, Subgraph]
    relaxed: bool
    extensions: dict[str, int]


class _Constants:
    """Collects the constants of one file."""

    def __init__(self) -> None:
        self.parts: list[bytes | memoryview] = []
        self.size = 0

    def add(self, value: Array) -> int:
        """Append an array at the next aligned offset and return this offset."""
        data = value.reshape(-1).view(_UINT8).data if value.flags.c_contiguous else value.tobytes()
        padding = -self.size % _ALIGNMENT
        offset = self.size + padding
        self.parts += [bytes(padding), data]
        self.size = offset + value.nbytes
        return offset


def encode_plan(
    model: Model, main: SubgraphPlan, referenced: dict[int, SubgraphPlan]
) -> tuple[bytes, ...]:
    """Return the contents of the cache files for the plans of a model.

    ``referenced`` maps the index of each referenced subgraph that the model runs to its plan.
    """
    files = _Constants(), _Constants()
    indexes = range(len(model.referenced))
    image = _ModelImage(
        _encode_subgraph(main, files),
        tuple(
            _encode_subgraph(referenced[index], files) if index in referenced else None
            for index in indexes
        ),
        {index: model.referenced[index] for index in indexes if index not in referenced},
        model.relax_computation_float32_to_float16,
        dict(model.extension_name_to_prefix),
    )
    structure = msgspec.msgpack.encode(image)
    bodies: list[tuple[int, Sequence[bytes | memoryview]]] = [(len(structure), [structure])]
    bodies += [(file.size, file.parts) for file in files]
    return tuple(
        b"".join([_HEADER.pack(_MAGIC, IMAGE_FORMAT, number, size), *parts])
        for number, (size, parts) in enumerate(bodies)
    )


def _encode_subgraph(plan: SubgraphPlan, files: tuple[_Constants, _Constants]) -> _SubgraphImage:
    constants = {}
    for index, value in enumerate(plan.initial):
        if value is not None:
            number = int(value.nbytes > _PARAMETER_BYTES)
            offset = files[number].add(value)
            constants[index] = _Constant(1 + number, offset, value.shape)
    return _SubgraphImage(
        plan.subgraph,
        tuple([view.dims for view in plan.views]),
        constants,
        tuple(
            tuple(condition.name for condition in step.open_conditions)
            if isinstance(step, CallStep)
            else ()
            for step in plan.steps
        ),
    )


_decoder: Final = msgspec.msgpack.Decoder(_ModelImage)


def decode_plan(contents: Sequence[bytes], version: Version) -> tuple[Model, list[CheckedSubgraph]]:
    """Return the model, without its constants, and the checked calls from which plans are built.

    ``contents`` are those of ``encode_plan``. The constants are read-only views of them. Raises
    ``ImageError`` for other contents.
    """
    bodies = [_body(content, number) for number, content in enumerate(contents)]
    try:
        image = _decoder.decode(bodies[0])
        referenced = tuple(
            image.unused[index] if subgraph is None else subgraph.subgraph
            for index, subgraph in enumerate(image.referenced)
        )
        for subgraph in (image.main.subgraph, *referenced):
            restore_enums(subgraph)
        model = Model(image.main.subgraph, referenced, b"", (), image.relaxed, image.extensions)
        checked = [
            CheckedSubgraph() if subgraph is None else _decode_subgraph(subgraph, bodies, version)
            for subgraph in (image.main, *image.referenced)
        ]
    except (msgspec.MsgspecError, LookupError, ValueError, RecursionError) as error:
        raise ImageError(f"not the image of a plan: {error}") from error
    return model, checked


def _body(content: bytes, number: int) -> memoryview:
    if len(content) < _HEADER.size:
        raise ImageError(f"file {number} has no header")
    length = len(content) - _HEADER.size
    if _HEADER.unpack_from(content) != (_MAGIC, IMAGE_FORMAT, number, length):
        raise ImageError(f"file {number} has an invalid header")
    return memoryview(content)[_HEADER.size :]


def _decode_subgraph(
    image: _SubgraphImage, bodies: Sequence[memoryview], version: Version
) -> CheckedSubgraph:
    operands = image.subgraph.operands
    views: list[OperandView | None] = []
    for index, (operand, dims) in enumerate(zip(operands, image.dims, strict=True)):
        constant = image.constants.get(index)
        value = None if constant is None else _constant(constant, operand.type, bodies)
        view = OperandView.of(operand, value)
        if value is None:
            view.dims = dims
        views.append(view)
    calls = [
        _checked_call(image.subgraph, operation, views, names, version)
        for operation, names in zip(image.subgraph.operations, image.open_conditions, strict=True)
    ]
    return CheckedSubgraph(views, calls)


def _constant(constant: _Constant, type_: int, bodies: Sequence[memoryview]) -> Array:
    info = INFO.get(type_)
    dtype = _UINT8 if info is None else info.dtype
    body = bodies[constant.file]
    count = prod(constant.shape)
    if min(constant.shape, default=0) < 0 or constant.offset < 0:
        raise ImageError("a constant has a negative size or offset")
    if constant.offset + count * dtype.itemsize > len(body):
        raise ImageError("a constant is outside its file")
    if count == 0:
        return np.zeros(constant.shape, dtype)
    return np.frombuffer(body, dtype, count, constant.offset).reshape(constant.shape)


def _checked_call(
    subgraph: Subgraph,
    operation: Operation,
    views: Sequence[OperandView | None],
    open_conditions: Sequence[str],
    version: Version,
) -> CheckedCall | None:
    if operation.type in CONTROL_FLOW:
        return None
    signature = operation_signature(subgraph.operands, operation, version)
    if signature is None or signature.form is None or signature.mismatch is not None:
        raise ImageError(f"operation code {operation.type} has no such operands")
    call = Call(
        signature.definition,
        signature.form,
        [_known(views[index]) for index in operation.inputs],
        [_known(views[index]) for index in operation.outputs],
        version,
    )
    still_open = [
        condition for condition in signature.conditions if condition.name in open_conditions
    ]
    return CheckedCall(signature, call, still_open)


def _known(view: OperandView | None) -> OperandView:
    if view is None:
        raise ImageError("an operation refers to an operand without a view")
    return view


log = logging.getLogger(__name__)

FOLDER_VARIABLE: Final = "NN_REFERENCE_CACHE"
"""Name of the environment variable that sets the folder of the map from tokens to digests."""

_DAYS_KEPT: Final = 30
_SOURCES: Final = ("hal", "operations", "reference", "driver_sdk", "validation")
_PACKAGE: Final = Path(__file__).parents[1]


class SavingTime(Enum):
    """The moment at which the driver writes the cache files of a preparation."""

    DURING_PREPARATION = "during preparation"
    AFTER_PREPARATION = "after preparation"
    """In a thread, after ``prepare_model`` has notified its callback (staged compilation)."""
    AT_FIRST_EXECUTION = "at first execution"
    """Before the first execution of the prepared model (delayed compilation)."""


def default_folder() -> Path:
    """Return the folder of the map: that of ``NN_REFERENCE_CACHE``, or one for this installation.

    Each installation has a folder of its own, because the map keeps the tokens of one build only.
    """
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Path(named)
    installation = hashlib.sha256(os.fsencode(_PACKAGE)).hexdigest()[:16]
    return user_cache_folder() / "reference-driver" / installation


def remove_unused_folders(folder: Path) -> None:
    """Remove the maps of other installations that were not written for 30 days.

    Do nothing if ``folder`` is not the default folder of this installation.
    """
    if folder != default_folder() or os.environ.get(FOLDER_VARIABLE):
        return
    oldest = time.time() - _DAYS_KEPT * 86400
    for other in folder.parent.glob("*/tokens"):
        with suppress(OSError):
            if other.parent != folder and other.stat().st_mtime < oldest:
                shutil.rmtree(other.parent)


@cache
def _build_of_sources() -> bytes:
    """Return a digest of everything besides the version text that determines a plan's meaning."""
    digest = hashlib.sha256(f"{sys.version} {sys.byteorder} {np.__version__}".encode())
    for folder in _SOURCES:
        for path in sorted((_PACKAGE / folder).rglob("*.py")):
            status = path.stat()
            digest.update(f"{path.name} {status.st_size} {status.st_mtime_ns};".encode())
    return digest.digest()


def driver_build(version_string: str) -> bytes:
    """Return 32 bytes that differ for every build of the driver."""
    digest = hashlib.sha256(_build_of_sources())
    digest.update(f"{IMAGE_FORMAT} {version_string}".encode())
    return digest.digest()


class PlanCache:
    """Saves and loads cache contents for one device.

    ``scope`` separates devices of the same build that cannot use each other's plans.
    """

    def __init__(
        self, folder: Path, version_string: str, version: Version, saving_time: SavingTime
    ) -> None:
        self.saving_time = saving_time
        self._folder = folder
        tokens = TokenMap(folder, driver_build(version_string))
        self._secure = SecureCache(tokens, f"HAL {version}".encode())

    def plan_saving(
        self, cache: CacheArguments, encode: Callable[[], Sequence[bytes]]
    ) -> Callable[[], None] | None:
        """Save now or in a thread, or return the function that saves at the first execution.

        ``encode`` returns the contents. Errors are logged: they do not affect the preparation.
        """
        try:
            files = DriverCacheFiles(cache)
        except OSError as error:
            _not_saved(error)
            return None

        def save() -> None:
            with files:
                try:
                    if not self._folder.exists():
                        remove_unused_folders(self._folder)
                    self._secure.save(files, cache.token, encode())
                except OSError as error:
                    _not_saved(error)
                except Exception:
                    log.exception("the compilation cannot be encoded")

        if self.saving_time is SavingTime.AT_FIRST_EXECUTION:
            return save
        if self.saving_time is SavingTime.AFTER_PREPARATION:
            threading.Thread(target=save, name="nn-cache-writer", daemon=True).start()
        else:
            save()
        return None

    def load(self, cache: CacheArguments) -> list[bytes]:
        """Return the saved contents.

        Raises ``NotCachedError`` if they are not what was saved, and ``OSError`` if they cannot be
        read.
        """
        with DriverCacheFiles(cache) as files:
            return self._secure.load(files, cache.token)


def _not_saved(error: OSError) -> None:
    log.warning("the compilation was not saved: %s", error)
    vlog(VlogTag.COMPILATION, "not saved: %s", error)
