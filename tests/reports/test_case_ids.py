"""Compressed case ids are equal to a list, and equal ids are found also if hash values collide."""

import random

import pytest

from conformance.reports.run import case_ids
from conformance.reports.run.case_ids import CompressedIds, IdIndex, number_distinct


def compressed(texts):
    """Return the texts as a compressed list."""
    found = CompressedIds()
    for text in texts:
        found.append(text)
    return found


def some_texts(source, count):
    """Return ids with characters of all kinds, some of them repeated."""
    return [f"V1_0/é\n\x00 {source.randrange(count)}" * source.randrange(3) for _ in range(count)]


@pytest.mark.parametrize("count", [0, 1, 127, 128, 129, 3000])
def test_compressed_ids_are_a_list(count):
    texts = some_texts(random.Random(count), count)
    found = compressed(texts)
    assert list(found) == texts
    assert len(found) == count
    assert [found[n] for n in range(-count, count)] == texts * 2
    assert found[3:-2:5] == texts[3:-2:5]
    for outside in (count, -count - 1):
        with pytest.raises(IndexError):
            found[outside]


@pytest.mark.parametrize("values", [1, 3, 50, None])
@pytest.mark.parametrize("count", [0, 1, 300])
def test_equal_ids_have_equal_numbers(monkeypatch, count, values):
    """The reference is a dictionary; with ``values`` there are only so many first hash values."""
    first = case_ids.first_hashes
    if values is not None:
        monkeypatch.setattr(case_ids, "first_hashes", lambda ids, n: first(ids, n) % values)
    texts = some_texts(random.Random(count), count)
    numbers = {}
    expected = [numbers.setdefault(text, len(numbers)) for text in texts]
    found, occurrences = number_distinct(compressed(texts))
    assert found.tolist() == expected
    assert [texts[position] for position in occurrences] == list(numbers)


@pytest.mark.parametrize("values", [1, 7, 100_000, None])
def test_an_index_finds_the_ids_of_its_list_only(monkeypatch, values):
    first = case_ids.first_hashes
    if values is not None:
        monkeypatch.setattr(case_ids, "first_hashes", lambda ids, n: first(ids, n) % values)
    monkeypatch.setattr(case_ids, "_SEARCHED", 100)
    ours, theirs = [f"a{n}" for n in range(500)], [f"a{n}" for n in range(900, 200, -1)]
    expected = [ours.index(text) if text in ours else -1 for text in theirs]
    index = IdIndex(compressed(ours))
    assert index.find(theirs).tolist() == expected
    assert index.find_all(IdIndex(theirs)).tolist() == expected
    assert IdIndex([]).find(theirs).tolist() == [-1] * len(theirs)
