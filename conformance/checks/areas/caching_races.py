"""Checks of cache files that change while the driver uses them, and of clients that race.

A driver that checks one copy of a model cache file and uses another one, or that computes its
digest from the file instead of its own buffers, is open to an attack between check and use. As in
the official suite, a thread replaces the files while the driver saves or retrieves; a retrieval
then fails, or the model has the right results.
"""

from __future__ import annotations

import time
import timeit
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from conformance.checks.cache_files import CacheFiles, overwrite, overwriting
from conformance.checks.cache_tester import CachedModel, CacheTester, caching_check
from conformance.checks.check_context import require
from conformance.checks.secondary_client import ClientCommands, start_secondary_client

_TOCTOU: Final = "Compilation caching: Security (time-of-check to time-of-use)"
_LOCKS: Final = (
    "Compilation caching: Advanced use cases (file locks); IDevice.prepareModelFromCache"
)
_ITERATIONS: Final = 100
"""Number of attacks on the first data type, as in the official suite; a fourth on the other."""

_SECONDS: Final = 6.0
"""Time after which the attacks on a slow driver end."""

_CLIENT_ROUNDS: Final = 6


def _save_both(tester: CacheTester) -> tuple[CacheFiles, bytes, dict[Path, bytes]]:
    """Save the sum and the product model; return the files and the token of the sum.

    The third result maps the paths of these files to the contents of the other model's files.
    """
    token = tester.new_token()
    files, others = tester.new_files(), tester.new_files()
    following = bytes([(token[0] + 1) % 256]) + token[1:]
    tester.save("saving the product model", tester.product_model, others, token)
    tester.save("saving the sum model", tester.sum_model, files, following)
    return files, following, files.model_contents_of(others)


def _delays(tester: CacheTester, longest: float) -> Iterator[float]:
    end = time.monotonic() + _SECONDS
    for _ in range(_ITERATIONS if tester.is_first else _ITERATIONS // 4):
        if time.monotonic() >= end:
            return
        yield float(tester.random.uniform(0, longest))


@caching_check(_TOCTOU)
def replacement_during_saving(tester: CacheTester) -> None:
    """If the model cache files are replaced by those of another model while IDevice::prepareModel
    saves to them, a later prepareModelFromCache fails, or delivers a model with the right results.
    """
    (files, token, foreign), sample = _save_both(tester), tester.sum_model
    if not any(foreign.values()):
        return

    def save() -> None:
        tester.prepare("saving", sample, files, token)

    for delay in _delays(tester, min(timeit.repeat(save, number=1, repeat=3))):
        with overwriting(foreign, delay):
            save()
        what = f"retrieval after the files were replaced {delay:.6f} s into the saving"
        tester.retrieve(what, sample, files, token)


@caching_check(_TOCTOU)
def replacement_during_retrieval(tester: CacheTester) -> None:
    """If the model cache files are replaced by those of another model, or the other way round,
    while IDevice::prepareModelFromCache reads them, it fails, or delivers a model with the right
    results.
    """
    (files, token, foreign), sample = _save_both(tester), tester.sum_model
    if not any(foreign.values()):
        return
    right, contents = files.model_contents_of(files), files.contents()
    calls = timeit.repeat(
        lambda: tester.retrieve("retrieval", None, files, token), number=1, repeat=3
    )
    for number, delay in enumerate(_delays(tester, min(calls))):
        # The driver may use the copy that it reads first, or the one that it reads last.
        before, during = ((right, foreign), (foreign, right))[number % 2]
        overwrite(before)
        what = (
            f"retrieval, and {delay:.6f} s after its start the model cache files of the "
            f"{'other' if during is foreign else 'right'} model replaced the "
            f"{'right ones' if during is foreign else 'others'}"
        )
        with overwriting(during, delay):
            retrieved = tester.retrieve(what, sample, files, token)
        if retrieved is not None:  # it may read its files only when it executes
            tester.check_results(what, sample, retrieved)
        elif not number % 10:
            overwrite(contents)
            if tester.retrieve("retrieval", sample, files, token) is None:
                tester.save("saving again", sample, files, token)
                right, contents = files.model_contents_of(files), files.contents()


@caching_check(_TOCTOU)
def replacement_after_retrieval(tester: CacheTester) -> None:
    """If the model cache files are replaced or truncated after IDevice::prepareModelFromCache has
    delivered a model, its executions have the right results or fail with GENERAL_FAILURE.
    """
    (files, token, foreign), sample = _save_both(tester), tester.sum_model
    contents = files.contents()
    changes: dict[str, Mapping[Path, bytes]] = {
        "replaced by those of another model": foreign,
        "filled with 0": {path: bytes(len(contents[path])) for path in files.model},
        "truncated to 0 bytes": dict.fromkeys(files.model, b""),
    }
    for executed_before in (False, True):
        for name, changed in changes.items():
            what = f"retrieval before model cache files were {name}"
            retrieved = tester.retrieve(what, None, files, token)
            if retrieved is None:
                tester.retrieve(what, sample, files, token)
                return  # the driver chose not to save
            if executed_before:
                tester.check_results(what, sample, retrieved)
            overwrite(changed)
            what = f"the model cache files were {name} after the retrieval"
            for _ in range(2):
                tester.check_results(what, sample, retrieved, may_fail=True)
            overwrite(contents)


def _run_two_clients(tester: CacheTester, *clients: tuple[CacheFiles, CachedModel, bytes]) -> None:
    first, second = (
        dict(zip(("files", "sample", "token"), each, strict=True), data_type=tester.data_type)
        for each in clients
    )
    client = start_secondary_client(tester.context)
    client.send_command("save_and_retrieve", **second, times=_CLIENT_ROUNDS)
    problem = ClientCommands(tester.context).run("save_and_retrieve", **first, times=_CLIENT_ROUNDS)
    for name, text in (("first", problem), ("second", client.receive_answer())):
        require(text and f"{name} of two clients: {text}")


@caching_check(_LOCKS)
def clients_with_same_files(tester: CacheTester) -> None:
    """If two clients save the same model to the same files at the same time, and retrieve it,
    IDevice::prepareModel succeeds, and prepareModelFromCache answers GENERAL_FAILURE or delivers
    the model.
    """
    client = tester.new_files(), tester.sum_model, tester.new_token()
    _run_two_clients(tester, client, client)


@caching_check(_LOCKS)
def clients_that_overwrite_files(tester: CacheTester) -> None:
    """If two clients save different models with different tokens to the same files at the same
    time, IDevice::prepareModelFromCache answers GENERAL_FAILURE or delivers the model of the token.
    """
    if tester.counts[0]:  # data cache files may be changed
        files, samples = tester.new_files(), (tester.sum_model, tester.product_model)
        _run_two_clients(tester, *((files, each, tester.new_token()) for each in samples))


@caching_check(_LOCKS)
def clients_with_own_files(tester: CacheTester) -> None:
    """If two clients save different models to their own files at the same time, and retrieve them,
    IDevice::prepareModelFromCache answers GENERAL_FAILURE or delivers the model of the token.
    """
    samples = tester.sum_model, tester.product_model
    _run_two_clients(tester, *((tester.new_files(), each, tester.new_token()) for each in samples))
