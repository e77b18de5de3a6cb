"""Checks of cache files that were changed: a driver must detect every change of a model cache file.

A model cache holds data that is sensitive to security, for instance machine code, and an
application can change its files. With a changed model cache file or another token, the answer is
GENERAL_FAILURE and no prepared model, or a prepared model whose results are right. A changed data
cache file may change results, but must not have a worse effect. Two applications that choose the
same token for different models cannot be detected by a driver, and are not tested.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from conformance.checks.cache_files import (
    balanced_damage,
    damage,
    extensions,
    name_of,
    overwrite,
    systematic_damage,
    truncations,
)
from conformance.checks.cache_tester import (
    REFUSALS,
    CachedModel,
    CacheTester,
    caching_check,
    for_each_type,
    number_of_files,
)
from conformance.checks.check_context import CheckContext, not_applicable
from conformance.checks.registration import check, quality_warning
from conformance.hal import BYTE_SIZE_OF_CACHE_TOKEN, NO_CACHE_TOKEN, ErrorStatus, Version
from conformance.harness.calls import driver_calls

_SECURITY: Final = "Compilation caching: Security; model cache, prepareModelFromCache"
_DATA: Final = "Compilation caching: Cache file handles, data cache"
_TOKEN: Final = "Compilation caching: Caching token; prepareModelFromCache, token"
_EXCHANGED: Final = "the content of the last model cache file, and the reverse"
_SEEDS: Final = 10
"""Number of inverted bits of a token, as in the official suite."""

_MAX_FILES: Final = 4
"""Number of files of a kind that are changed systematically; a driver may have 32."""


class _SavedModel:
    """A saved model whose files are changed and restored."""

    def __init__(
        self, tester: CacheTester, sample: CachedModel, token: bytes | None = None
    ) -> None:
        self.tester, self.sample = tester, sample
        self.files = tester.new_files()
        self.token = tester.new_token() if token is None else token
        self._forgotten = False
        self.save()
        self.is_saved = self.is_retrieved()

    def save(self) -> None:
        """Save the model again, and store the contents of its files."""
        tester = self.tester
        tester.save(f"saving the {self.sample.name} model", self.sample, self.files, self.token)
        self.contents = self.files.contents()

    def is_retrieved(self) -> bool:
        """Return whether the driver delivers the model."""
        retrieved = self.tester.retrieve("retrieval", self.sample, self.files, self.token)
        return retrieved is not None

    def check_change(self, what: str, changes: dict[Path, bytes], *, data: bool = False) -> None:
        """Change files, retrieve the model, check the answer, and restore the files."""
        tester = self.tester
        overwrite(changes)
        permitted = REFUSALS if data else ()
        retrieved = tester.retrieve(
            what, self.sample, self.files, self.token, *permitted, any_values=data
        )
        overwrite(self.contents)
        if self._forgotten:
            self.save()
        elif self.is_saved and retrieved is None and not self.is_retrieved():
            # The driver may forget an entry whose files were changed.
            self._forgotten = True
            self.save()


def _random_damage(saved: _SavedModel, files: Sequence[Path]) -> Iterator[tuple[str, Path, bytes]]:
    """Yield random changes of random files without end; nothing if all files are empty."""
    random = saved.tester.random
    while filled := [path for path in files if saved.contents[path]]:
        path = filled[int(random.integers(len(filled)))]
        what, content = damage(saved.contents[path], random)
        yield f"{name_of(path)}: {what}", path, content


def _check_corrupted(tester: CacheTester, *, data: bool) -> None:
    saved = _SavedModel(tester, tester.sum_model)
    files = saved.files.data if data else saved.files.model
    for path in files[:_MAX_FILES]:
        before = saved.contents[path]
        changes = [*systematic_damage(before), *(() if data else balanced_damage(before))]
        for what, content in changes:
            saved.check_change(f"{name_of(path)}: {what}", {path: content}, data=data)
    damages = _random_damage(saved, files)
    for what, path, content in islice(damages, tester.context.options.cache_corruptions):
        saved.check_change(what, {path: content}, data=data)


@caching_check(_SECURITY)
def corrupted_model_cache(tester: CacheTester) -> None:
    """If any byte of a model cache file was changed, IDevice::prepareModelFromCache answers
    GENERAL_FAILURE and no prepared model, or delivers a model with the right results.
    """
    _check_corrupted(tester, data=False)


@caching_check(_DATA)
def corrupted_data_cache(tester: CacheTester) -> None:
    """If any byte of a data cache file was changed, IDevice::prepareModelFromCache delivers a model
    exactly with status NONE; its executions may have other results, but have no worse effect.
    """
    _check_corrupted(tester, data=True)


def _check_wrong_length(tester: CacheTester, *, data: bool) -> None:
    saved = _SavedModel(tester, tester.sum_model)
    for path in (saved.files.data if data else saved.files.model)[:_MAX_FILES]:
        content = saved.contents[path]
        changes = [*truncations(content), *extensions(content, tester.random)]
        for what, changed in changes if content else ():
            saved.check_change(f"{name_of(path)}: {what}", {path: changed}, data=data)


@caching_check(_SECURITY)
def wrong_length_of_model_cache(tester: CacheTester) -> None:
    """If a model cache file was truncated or bytes were appended, IDevice::prepareModelFromCache
    answers GENERAL_FAILURE and no prepared model, or delivers a model with the right results.
    """
    _check_wrong_length(tester, data=False)


@caching_check(_DATA)
def wrong_length_of_data_cache(tester: CacheTester) -> None:
    """If a data cache file was truncated or bytes were appended, IDevice::prepareModelFromCache
    delivers a model exactly with status NONE; its executions have no worse effect than other
    results.
    """
    _check_wrong_length(tester, data=True)


@caching_check(_SECURITY)
def replaced_model_cache(tester: CacheTester) -> None:
    """If the model cache files were replaced by those of another saved model,
    IDevice::prepareModelFromCache answers GENERAL_FAILURE and no prepared model, or delivers the
    model that was saved with the token.
    """
    token = tester.new_token()
    following = bytes([(token[0] + 1) % 256]) + token[1:]
    other = _SavedModel(tester, tester.product_model, token)
    saved = _SavedModel(tester, tester.sum_model, following)
    for first, second in ((saved, other), (other, saved)):
        replaced = first.files.model_contents_of(second.files)
        if not replaced:
            continue  # a driver without model cache files: nothing is replaced
        what = f"the {first.sample.name} model with model cache files of the other model"
        first.check_change(what, replaced)
        if len(replaced) > 1:
            path = first.files.model[-1]
            what = f"the {first.sample.name} model with the last model cache file of the other"
            first.check_change(what, {path: replaced[path]})
        data = {
            path: second.contents[source]
            for path, source in zip(first.files.data, second.files.data, strict=True)
        }
        what = f"the {first.sample.name} model with all cache files of the other model"
        first.check_change(what, replaced | data)


@caching_check(_SECURITY)
def swapped_model_cache_files(tester: CacheTester) -> None:
    """If two model cache files of one model were swapped, or one was copied over another,
    IDevice::prepareModelFromCache answers GENERAL_FAILURE and no prepared model, or delivers a
    model with the right results.
    """
    if tester.counts[0] < 2:
        not_applicable("the driver needs fewer than two model cache files", "caching.files")
    saved = _SavedModel(tester, tester.sum_model)
    files = saved.files.model
    for first in range(min(len(files), 4)):
        for second in range(first):
            one, two = files[first], files[second]
            swapped = {one: saved.contents[two], two: saved.contents[one]}
            what = f"model cache files {second} and {first} swapped"
            saved.check_change(what, swapped)
            what = f"model cache file {second} copied over {first}"
            saved.check_change(what, {one: saved.contents[two]})


def _inverted(token: bytes, bit: int) -> bytes:
    changed = bytearray(token)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


@check("Compilation caching: Security (driver update)", since=Version.V1_2)
def updated_driver(context: CheckContext) -> None:
    """A newer build of the driver does not accept the cache files of an older build: its
    IDevice::prepareModelFromCache answers GENERAL_FAILURE and no prepared model. The builds report
    different version strings.
    """
    number_of_files(context)
    updated = context.updated_driver()
    old, new = (
        driver_calls.call_driver("get_version_string", device.get_version_string)
        for device in (context.device, updated)
    )
    if old == new:
        context.report(
            f"get_version_string of both builds returned {old[1]}; different texts were expected, "
            "because clients derive the token from it"
        )

    def scenario(tester: CacheTester) -> None:
        for sample in (tester.sum_model, tester.product_model):
            saved = _SavedModel(tester, sample)
            what = f"the {sample.name} model, retrieval by another build of the driver"
            failure = ErrorStatus.GENERAL_FAILURE
            tester.retrieve(what, None, saved.files, saved.token, failure, device=updated)

    for_each_type(context, scenario)


@caching_check(_TOKEN)
def wrong_token(tester: CacheTester) -> None:
    """With a token that differs in one bit from that of the saved model, or with token 0,
    IDevice::prepareModelFromCache answers GENERAL_FAILURE and no prepared model, or delivers a
    model with the results of the model in the files.
    """
    saved = _SavedModel(tester, tester.sum_model)
    bits = tester.random.integers(8 * BYTE_SIZE_OF_CACHE_TOKEN, size=_SEEDS)
    tokens = [(f"bit {bit} inverted", _inverted(saved.token, int(bit))) for bit in bits]
    for what, token in (*tokens, ("token 0", NO_CACHE_TOKEN)):
        tester.retrieve(f"retrieval, {what}", saved.sample, saved.files, token)


@caching_check(_TOKEN)
def similar_tokens(tester: CacheTester) -> None:
    """Two models that were saved with tokens of which one byte differs, whichever it is, are
    different: IDevice::prepareModelFromCache with the token of one and the model cache files of the
    other answers GENERAL_FAILURE and no prepared model, or delivers the model of the token.
    """
    if not tester.counts[0]:
        not_applicable("the driver needs no model cache files", "caching.files")
    token = tester.new_token()
    positions = range(BYTE_SIZE_OF_CACHE_TOKEN)
    for position in positions if tester.is_first else positions[::8]:
        changed = _inverted(token, 8 * position + position % 8)
        first = tester.sum_model, tester.new_files(), token
        second = tester.product_model, tester.new_files(), changed
        for sample, files, used in (first, second):
            tester.save(f"saving the {sample.name} model", sample, files, used)
        for (sample, _, used), (_, files, _) in ((first, second), (second, first)):
            what = f"tokens that differ in byte {position}, files of the other token"
            tester.retrieve(what, sample, files, used)


@caching_check(_SECURITY)
def accepted_model_cache(tester: CacheTester) -> None:
    """IDevice::prepareModelFromCache answers GENERAL_FAILURE after any change of a model cache
    file, also one that does not affect the results: flipped bits, truncations, appended bytes, an
    exchange of files, and files of another model with the same token or with other constants.

    The official suite demands this; a driver that delivers a model with the right results, for
    instance from a copy of its own, gets a quality warning.
    """
    saved, other = (_SavedModel(tester, tester.sum_model) for _ in range(2))
    if not saved.is_saved:
        return
    for path, source in zip(saved.files.model, other.files.model, strict=True):
        content, last = saved.contents[path], saved.files.model[-1]
        places = sorted({0, len(content) // 3, len(content) // 2, len(content) - 1})
        changes = [
            (
                f"bit 0 of byte {at} inverted",
                content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :],
            )
            for at in places
            if content
        ]
        changes += [
            ("the last byte removed", content[:-1]),
            ("all bytes removed", b""),
            ("a byte appended", content + b"\0"),
            ("64 zero bytes appended", content + bytes(64)),
            (_EXCHANGED, saved.contents[last]),
            ("that of a second saving of the model", other.contents[source]),
        ]
        for what, changed in changes if content else ():
            if changed == content:
                continue
            overwrite({path: changed} | ({last: content} if what == _EXCHANGED else {}))
            retrieved = tester.retrieve(what, None, saved.files, saved.token)
            overwrite(saved.contents)
            if retrieved is not None:
                warning = (
                    f"with {what} in {path.name}, prepare_model_from_cache returned NONE; the "
                    "official suite demands GENERAL_FAILURE, also if the results are right"
                )
                tester.context.report(quality_warning(warning, _SECURITY))
                return
            if not saved.is_retrieved():
                saved.save()  # the driver may forget an entry whose files were changed
