"""Checks of cache files that change while the driver uses them, and of clients that race.

A driver that checks one copy of a model cache file and uses another one, or that computes its
digest from the file instead of its own buffers, is open to an attack between check and use. As in
the official suite, a thread replaces the files while the driver saves or retrieves; a retrieval
then fails, or the model has the right results.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

from conformance.checks.cache_files import (
    Attacker,
    CacheFiles,
    overwrite,
    restore,
    seconds_of,
)
from conformance.checks.cache_tester import (
    CachedModel,
    CacheTester,
    for_each_type,
)
from conformance.checks.check_context import CheckContext
from conformance.checks.registration import check
from conformance.checks.sample_requests import execute_request
from conformance.checks.secondary_client import ClientCommands, start_secondary_client
from conformance.hal import ErrorStatus, Version

_TOCTOU: Final = "Compilation caching: Security (time-of-check to time-of-use)"
_LOCKS: Final = (
    "Compilation caching: Advanced use cases (file locks); IDevice.prepareModelFromCache"
)
_ITERATIONS: Final = 100
"""Number of attacks on the first data type, as in the official suite; a fourth on the other."""

_SECONDS: Final = 6.0
"""Time after which the attacks on a slow driver end."""

_CLIENT_ROUNDS: Final = 6


def _save_both(tester: CacheTester) -> tuple[CacheFiles, bytes, CacheFiles]:
    """Save the sum and the product model; return the files and token of the sum, and the others."""
    token = tester.new_token()
    files, others = tester.new_files(), tester.new_files()
    following = bytes([(token[0] + 1) % 256]) + token[1:]
    tester.save("saving the product model", tester.product_model, others, token)
    tester.save("saving the sum model", tester.sum_model, files, following)
    return files, following, others


def _delays(tester: CacheTester, longest: float) -> Iterator[float]:
    """Yield random delays up to ``longest`` seconds, for a limited number of attacks and time."""
    end = time.monotonic() + _SECONDS
    for _ in range(_ITERATIONS if tester.is_first else _ITERATIONS // 4):
        if time.monotonic() >= end:
            return
        yield float(tester.random.uniform(0, longest))


@check(_TOCTOU, since=Version.V1_2)
@for_each_type
def replacement_during_saving(tester: CacheTester) -> None:
    """If the model cache files are replaced by those of another model while IDevice::prepareModel
    saves to them, a later prepareModelFromCache fails, or delivers a model with the right results.
    """
    files, token, others = _save_both(tester)
    foreign, sample = others.model_contents(), tester.sum_model
    if not any(foreign):
        return
    longest = seconds_of(lambda: _save(tester, files, token))
    with Attacker(files.model) as attacker:
        for delay in _delays(tester, longest):
            with attacker.overwriting(foreign, delay):
                _save(tester, files, token)
            what = f"retrieval after the files were replaced {delay:.6f} s into the saving"
            tester.retrieve_saved(what, sample, files, token)


def _save(tester: CacheTester, files: CacheFiles, token: bytes) -> None:
    with files.opened() as handles:
        tester.save_handles("saving", tester.sum_model, handles, token)


@check(_TOCTOU, since=Version.V1_2)
@for_each_type
def replacement_during_retrieval(tester: CacheTester) -> None:
    """If the model cache files are replaced by those of another model, or the other way round,
    while IDevice::prepareModelFromCache reads them, it fails, or delivers a model with the right
    results.
    """
    files, token, others = _save_both(tester)
    foreign, sample = others.model_contents(), tester.sum_model
    if not any(foreign):
        return
    right, contents = files.model_contents(), files.contents()
    longest = seconds_of(lambda: tester.retrieve("retrieval", files, token))
    with Attacker(files.model) as attacker:
        for number, delay in enumerate(_delays(tester, longest)):
            # The driver may use the copy that it reads first, or the one that it reads last.
            before, during = ((right, foreign), (foreign, right))[number % 2]
            for path, content in zip(files.model, before, strict=True):
                overwrite(path, content)
            with attacker.overwriting(during, delay):
                answer = tester.retrieve("retrieval while the files are replaced", files, token)
            what = (
                f"retrieval, and {delay:.6f} s after its start the model cache files of the "
                f"{'other' if during is foreign else 'right'} model replaced the "
                f"{'right ones' if during is foreign else 'others'}"
            )
            tester.check_retrieval(what, answer, sample)
            if answer.model is None and not number % 10:
                restore(contents)
                if not tester.retrieve_saved("retrieval", sample, files, token):
                    tester.save("saving again", sample, files, token)
                    right, contents = files.model_contents(), files.contents()


@check(_TOCTOU, since=Version.V1_2)
@for_each_type
def replacement_after_retrieval(tester: CacheTester) -> None:
    """If the model cache files are replaced or truncated after IDevice::prepareModelFromCache has
    delivered a model, its executions have the right results or fail with GENERAL_FAILURE.
    """
    files, token, others = _save_both(tester)
    foreign, contents = others.model_contents(), files.contents()
    changes: dict[str, list[bytes]] = {
        "replaced by those of another model": foreign,
        "filled with 0": [bytes(len(contents[path])) for path in files.model],
        "truncated to 0 bytes": [b""] * len(foreign),
    }
    for executed_before in (False, True):
        for name, changed in changes.items():
            what = f"retrieval before model cache files were {name}"
            answer = tester.retrieve(what, files, token)
            if answer.model is None:
                tester.check_retrieval(what, answer, tester.sum_model)
                return  # the driver chose not to save
            if executed_before:
                tester.check_results(what, tester.sum_model, answer.model)
            for path, content in zip(files.model, changed, strict=True):
                overwrite(path, content)
            for _ in range(2):
                request = tester.request(tester.sum_model)
                request.reset()
                outcome = execute_request(tester.context, answer.model, request.request)
                if outcome.status == ErrorStatus.GENERAL_FAILURE:
                    continue
                difference = request.first_difference()
                if not request.memory_intact:
                    difference = "the execution changed bytes outside of the output's buffer"
                if outcome.status != ErrorStatus.NONE or difference:
                    tester.report(
                        f"the model cache files were {name} after the retrieval: the execution "
                        f"answered {outcome.status.name}{', but ' if difference else ''}"
                        f"{difference}; NONE and the right results, or GENERAL_FAILURE, were "
                        "expected"
                    )
            restore(contents)


def _run_two_clients(
    context: CheckContext, first: dict[str, object], second: dict[str, object]
) -> Iterator[str]:
    """Let two clients save and retrieve at the same time; yield their problems."""
    client = start_secondary_client(context)
    client.send_command("save_and_retrieve", **second)
    problem = ClientCommands(context).save_and_retrieve(**first)  # type: ignore[arg-type]
    for name, text in (("first", problem), ("second", client.receive_answer())):
        if text:
            yield f"{name} of two clients: {text}"


def _client_arguments(
    tester: CacheTester, files: CacheFiles, sample: CachedModel
) -> dict[str, object]:
    return {
        "data_type": int(tester.data_type),
        "model": sample.name,
        "folder": str(files.folder),
        "token": tester.new_token().hex(),
        "rounds": _CLIENT_ROUNDS,
    }


@check(_LOCKS, since=Version.V1_2)
@for_each_type
def clients_with_same_files(tester: CacheTester) -> None:
    """If two clients save the same model to the same files at the same time, and retrieve it,
    IDevice::prepareModel succeeds, and prepareModelFromCache answers GENERAL_FAILURE or delivers
    the model.
    """
    arguments = _client_arguments(tester, tester.new_files(), tester.sum_model)
    for problem in _run_two_clients(tester.context, arguments, arguments):
        tester.report(problem)


@check(_LOCKS, since=Version.V1_2)
@for_each_type
def clients_that_overwrite_files(tester: CacheTester) -> None:
    """If two clients save different models with different tokens to the same files at the same
    time, IDevice::prepareModelFromCache answers GENERAL_FAILURE or delivers the model of the token.
    """
    if not tester.counts[0]:
        return  # data cache files may be changed
    files = tester.new_files()
    first, second = (
        _client_arguments(tester, files, sample)
        for sample in (tester.sum_model, tester.product_model)
    )
    for problem in _run_two_clients(tester.context, first, second):
        tester.report(problem)


@check(_LOCKS, since=Version.V1_2)
@for_each_type
def clients_with_own_files(tester: CacheTester) -> None:
    """If two clients save different models to their own files at the same time, and retrieve them,
    IDevice::prepareModelFromCache answers GENERAL_FAILURE or delivers the model of the token.
    """
    first, second = (
        _client_arguments(tester, tester.new_files(), sample)
        for sample in (tester.sum_model, tester.product_model)
    )
    for problem in _run_two_clients(tester.context, first, second):
        tester.report(problem)
