"""Checks of compilation caching: saving, retrieval, and the use of the client's files.

A driver may choose not to save a model; the retrieval then answers GENERAL_FAILURE. Whatever the
driver saves must be retrieved with the right results.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from conformance.checks.cache_files import CacheFiles, CacheHandles, name_of
from conformance.checks.cache_tester import REFUSALS, CacheTester, caching_check
from conformance.checks.check_context import Violation
from conformance.checks.execution_modes import execution_modes
from conformance.checks.growth import settled_resources
from conformance.checks.registration import quality_warning
from conformance.hal import NO_CACHE_TOKEN, ErrorStatus, ExecutionPreference, Priority, Version
from conformance.harness.execution.outcome_checks import MISSED_DEADLINE_STATUSES

_RETRIEVAL: Final = "IDevice.prepareModelFromCache; Compilation caching: Workflows"
_SAVING: Final = "IDevice.prepareModel_1_2, modelCache, dataCache: offset, size, truncation"
_OWNERSHIP: Final = "IDevice.prepareModel_1_2: the driver duplicates a descriptor that it keeps"
_ROUNDS: Final = 8
_OLD_CONTENT_BYTES: Final = 1 << 16
_ALTERNATION: Final = (0, 1, 1, 0, 0, 0, 1, 1)
"""Order of a usual and an unusual condition; a driver may choose not to save every other model."""

_MODES: Final = "burst", "synchronous", "asynchronous", "fenced"

_TAIL_BYTES: Final = 16
"""Number of bytes at the end of a file that are compared with its old content."""


@caching_check(_RETRIEVAL)
def saving_and_retrieval(tester: CacheTester) -> None:
    """A model that IDevice::prepareModel saved in cache files is retrieved by prepareModelFromCache
    with status NONE, and executes along every path with the right results; a driver that did not
    save it answers GENERAL_FAILURE and no prepared model. Neither call closes the client's
    descriptors.
    """
    for sample in (tester.sum_model, tester.product_model):
        files, token = tester.new_files(), tester.new_token()
        tester.save("saving", sample, files, token)
        for turn in range(2):
            retrieved = tester.retrieve(f"retrieval {turn + 1}", sample, files, token)
            if retrieved is None:
                break
            for mode, execute in execution_modes(tester.context, names=_MODES).items():
                tester.check_results(f"retrieval: {mode} execution", sample, retrieved, execute)


@caching_check(_RETRIEVAL)
def several_retrieved_models(tester: CacheTester) -> None:
    """Prepared models that were retrieved from the same or from different cache files are
    independent: each computes its own results, also after the others were released.
    """
    samples = (tester.sum_model, tester.product_model)
    caches = [(sample, tester.new_files(), tester.new_token()) for sample in samples]
    for sample, files, token in caches:
        tester.save(f"saving the {sample.name} model", sample, files, token)
    retrieved = []
    for _ in range(2):
        for sample, files, token in caches:
            if model := tester.retrieve("retrieval", sample, files, token):
                retrieved.append((sample, model))
    while retrieved:
        for sample, model in retrieved:
            tester.check_results("with other retrieved models", sample, model)
        del retrieved[0]


@caching_check(_SAVING)
def file_offset(tester: CacheTester) -> None:
    """The file offset of a descriptor has no effect: a model is saved with descriptors at offset 2
    and retrieved with descriptors at offset 1.
    """
    saved = {0: 0, 2: 0}
    for number in _ALTERNATION:
        offset = 2 * number
        files, token = tester.new_files(), tester.new_token()
        for path in files:
            path.write_bytes(b"\xa5" * offset)
        what = f"saving at file offset {offset}"
        with files.opened(offset=offset) as handles:
            tester.prepare(what, tester.sum_model, handles, token)
        _check_truncation(what, files, [b"\xa5" * offset] * len(list(files)))
        with files.opened(offset=offset // 2) as handles:
            what = f"retrieval at file offset {offset // 2}"
            retrieved = tester.retrieve(what, tester.sum_model, handles, token)
        saved[offset] += retrieved is not None
    _warn_if_ignored(tester, saved[0], saved[2], _SAVING, "at another file offset than 0")


def _warn_if_ignored(
    tester: CacheTester, usual: int, unusual: int, section: str, where: str
) -> None:
    if usual == len(_ALTERNATION) // 2 and not unusual:
        warning = (
            f"a {tester.data_type.name} model is never retrieved from files {where}; "
            "prepare_model_from_cache returned GENERAL_FAILURE"
        )
        tester.context.report(quality_warning(warning, section))


def _check_truncation(what: str, files: CacheFiles, old_contents: Sequence[bytes]) -> None:
    for path, old in zip(files, old_contents, strict=True):
        new = path.read_bytes()
        if new == old or not (old and new):
            continue
        if len(new) > len(old):
            kept = new.startswith(old)
        else:
            kept = new[-_TAIL_BYTES:] == old[: len(new)][-_TAIL_BYTES:]
        if kept:
            raise Violation(
                f"{what}: {name_of(path)} of {len(new)} bytes still has old content; the "
                f"driver must truncate the file, which had {len(old)} bytes, before it writes"
            )


@caching_check(_SAVING)
def truncation_before_saving(tester: CacheTester) -> None:
    """IDevice::prepareModel truncates cache files to zero bytes before it writes to them, so that
    nothing of an earlier, longer content is left; the model is then retrieved as usual.
    """
    for size in (_OLD_CONTENT_BYTES, 4 * _OLD_CONTENT_BYTES):
        files, token = tester.new_files(), tester.new_token()
        old = [bytes(tester.random.bytes(size)) for _ in files]
        for path, content in zip(files, old, strict=True):
            path.write_bytes(content)
        what = f"saving to files of {size} bytes"
        tester.save(what, tester.sum_model, files, token)
        _check_truncation(what, files, old)
        tester.retrieve("retrieval", tester.sum_model, files, token)


@caching_check(_SAVING)
def saving_again(tester: CacheTester) -> None:
    """IDevice::prepareModel may write to cache files that hold another model: a retrieval with the
    new token then delivers the new model, and one with the old token never the new model.
    """
    first, second = tester.sum_model, tester.product_model
    files = tester.new_files()
    tokens = [tester.new_token(), tester.new_token()]
    for turn in range(4):
        sample, token = ((first, tokens[0]), (second, tokens[1]))[turn % 2]
        other, old_token = ((second, tokens[1]), (first, tokens[0]))[turn % 2]
        tester.save(f"saving model {turn + 1} to the same files", sample, files, token)
        what = f"retrieval of model {turn + 1} from the same files"
        tester.retrieve(what, sample, files, token)
        if turn and tester.counts[0]:
            what = f"retrieval with the token of model {turn}, whose files were overwritten"
            tester.retrieve(what, other, files, old_token)


@caching_check(_RETRIEVAL)
def order_of_descriptors(tester: CacheTester) -> None:
    """The position of a handle identifies its cache file, not the number of its descriptor: a model
    is retrieved too if the files are opened in the reverse order.
    """
    saved = {False: 0, True: 0}
    for last_first in map(bool, _ALTERNATION):
        files, token = tester.new_files(), tester.new_token()
        tester.save("saving", tester.sum_model, files, token)
        what = f"retrieval from files opened in {'reverse' if last_first else 'usual'} order"
        with files.opened(last_first=last_first) as handles:
            retrieved = tester.retrieve(what, tester.sum_model, handles, token)
        saved[last_first] += retrieved is not None
    where = "that are opened in the reverse order"
    _warn_if_ignored(tester, saved[False], saved[True], _RETRIEVAL, where)


@caching_check("IDevice.prepareModel_1_2, token: ignored without cache files")
def token_without_files(tester: CacheTester) -> None:
    """Without cache files IDevice::prepareModel ignores the token, and prepareModelFromCache fails
    with INVALID_ARGUMENT or GENERAL_FAILURE, also for the token of a saved model.
    """
    files, token = tester.new_files(), tester.new_token()
    tester.save("saving", tester.sum_model, files, token)
    for used, name in ((token, "the token of a saved model"), (NO_CACHE_TOKEN, "token 0")):
        what = f"no cache files, {name}"
        tester.prepare(what, tester.product_model, CacheHandles(), used)
        tester.retrieve(what, None, CacheHandles(), used, *REFUSALS)
    tester.retrieve("retrieval of the saved model", tester.sum_model, files, token)


@caching_check("Compilation caching: preference; IDevice.prepareModel_1_3, priority")
def preferences_and_priorities(tester: CacheTester) -> None:
    """A model that was saved with any execution preference and priority is retrieved with the right
    results.
    """
    sample, has_priority = tester.sum_model, tester.context.version >= Version.V1_3
    for preference in ExecutionPreference:
        for priority in Priority if has_priority else (Priority.MEDIUM,):
            files, token = tester.new_files(), tester.new_token()
            what = f"preference {preference.name}, priority {priority.name}"
            tester.prepare(what, sample, files, token, preference, priority)
            tester.retrieve(f"{what}, retrieval", sample, files, token)


@caching_check("IDevice.prepareModelFromCache_1_3, deadline", since=Version.V1_3)
def deadlines(tester: CacheTester) -> None:
    """IDevice::prepareModelFromCache delivers a saved model if the deadline is far; if it has
    passed, the status is NONE, GENERAL_FAILURE or MISSED_DEADLINE_*. With NONE it delivers the
    saved model, and not one that was retrieved earlier.
    """
    files, token, sample = tester.new_files(), tester.new_token(), tester.sum_model
    tester.save("saving", sample, files, token)
    saved = tester.retrieve("retrieval without a deadline", sample, files, token)
    largest = 2**64 - 1 if tester.context.version <= Version.V1_3 else 2**63 - 1
    for far in (time.monotonic_ns() + 3600 * 10**9, 2**63 - 1, largest):
        what = f"retrieval, deadline {far}"
        in_time = tester.retrieve(what, sample, files, token, deadline=far)
        if (in_time is None) != (saved is None):
            raise Violation(
                f"a model is retrieved without a deadline, but not with the far deadline {far}: "
                "prepare_model_from_cache answered GENERAL_FAILURE"
                if saved is not None
                else "a model is retrieved only with a deadline"
            )
    other_files, other_token = tester.new_files(), tester.new_token()
    tester.save("saving another model", tester.product_model, other_files, other_token)
    other = "retrieval of another model"
    tester.retrieve(other, tester.product_model, other_files, other_token)
    now, what = time.monotonic_ns(), "retrieval, deadline passed"
    permitted = ErrorStatus.GENERAL_FAILURE, *MISSED_DEADLINE_STATUSES
    tester.retrieve(what, sample, files, token, *permitted, deadline=now)


@caching_check(_OWNERSHIP)
def descriptors_closed_by_client(tester: CacheTester) -> None:
    """The client may close its descriptors once the callback was notified: the driver no longer
    uses their numbers, even if they refer to other files by then, and the prepared model executes.
    """
    files, token, sample = tester.new_files(), tester.new_token(), tester.sum_model
    for what in ("saving", "retrieval"):
        prepared = (
            tester.prepare(what, sample, files, token, execute=False)
            if what == "saving"
            else tester.retrieve(what, None, files, token)
        )
        if prepared is None:
            continue
        # The numbers that were just released are those of the next files that are opened.
        others = tester.new_files()
        for path in others:
            path.write_bytes(b"content of another file")
        with others.opened():
            for _ in range(3):
                tester.check_results(f"{what}, files closed", sample, prepared)
            time.sleep(0.05)
        for path in others:
            if path.read_bytes() != b"content of another file":
                raise Violation(
                    f"{what}: the driver wrote to a descriptor that the client had closed "
                    "after the callback; the number refers to another file by then"
                )
    tester.retrieve("retrieval", sample, files, token)


@caching_check("IDevice.prepareModelFromCache; Drivers: Cleanup")
def descriptors_released(tester: CacheTester) -> None:
    """The number of open descriptors of the driver's process does not grow with every model that is
    saved, retrieved and released, nor with every retrieval that fails.
    """
    files = tester.new_files()
    empty = tester.new_files()

    def turn() -> None:
        token = tester.new_token()
        tester.save("saving", tester.sum_model, files, token)
        tester.retrieve("retrieval", tester.sum_model, files, token)
        tester.retrieve("retrieval, unknown token", None, files, tester.new_token())
        tester.retrieve("retrieval from empty files", None, empty, token)

    for _ in range(2):
        turn()
    driver = tester.context.driver
    counts = settled_resources(driver)
    for _ in range(_ROUNDS):
        turn()
    before, after = counts.descriptors, settled_resources(driver, counts).descriptors
    if after >= before + _ROUNDS:
        raise Violation(
            f"the driver's process has {after} open descriptors after {_ROUNDS} models were "
            f"saved, retrieved and released; it had {before} before"
        )


@caching_check("Compilation caching: Security (the mapping is persistent across reboots)")
def retrieval_after_restart(tester: CacheTester) -> None:
    """A model that can be retrieved can also be retrieved after a restart of the driver."""
    files, token, sample = tester.new_files(), tester.new_token(), tester.sum_model
    tester.save("saving", sample, files, token)
    saved = tester.retrieve("retrieval", sample, files, token)
    device, what = tester.context.restarted_driver(), "retrieval after a restart"
    again = tester.retrieve(what, sample, files, token, device=device)
    if saved is not None and again is None:
        warning = (
            f"{tester.data_type.name}: a saved model is no longer retrieved after a restart of "
            "the driver: prepare_model_from_cache returned GENERAL_FAILURE"
        )
        tester.context.report(quality_warning(warning, "Compilation caching: Security"))


@caching_check("Compilation caching: Workflows (cache hit, cache miss, no cache)")
def client_flows(tester: CacheTester) -> None:
    """A client that keeps cache files in a folder gets a prepared model in each case: without a
    token, without files in the folder, with files that the driver wrote, and with damaged files.
    """
    sample = tester.sum_model
    prepared = tester.context.prepare(sample.model)
    tester.check_results("a client without a token", sample, prepared)
    files, token = tester.new_files(), tester.new_token()
    tester.save("a client without cache files", sample, files, token)
    tester.retrieve("a client with cache files", sample, files, token)
    for path in files.model:
        path.write_bytes(b"damaged")
    tester.retrieve("a client with damaged cache files", sample, files, token, *REFUSALS)
    files = tester.new_files()
    tester.save("a client with new cache files", sample, files, token)
    tester.retrieve("a client with cache files written again", sample, files, token)
