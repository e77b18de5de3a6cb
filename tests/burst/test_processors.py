"""Threads begin near their client, and are free to move afterwards."""

from __future__ import annotations

import os

import pytest

from conformance.support.fmq import MessageQueue
from conformance.support.processors import current_processor, move_to


def test_moving_leaves_the_thread_free_to_move_again():
    allowed = os.sched_getaffinity(0)
    assert current_processor() in allowed
    for processor in allowed:
        move_to(processor)
        assert os.sched_getaffinity(0) == allowed


@pytest.mark.parametrize("processor", [-1, 10**6])
def test_a_processor_that_there_is_not_is_ignored(processor):
    allowed = os.sched_getaffinity(0)
    move_to(processor)
    assert os.sched_getaffinity(0) == allowed


def test_a_queue_tells_whether_its_maker_is_this_process():
    """Asked of the side that opened it; a child of this process is another one."""
    made = MessageQueue.create(4, 4)
    opened = MessageQueue.open(made.descriptor, 4)
    assert opened.made_here
    child = os.fork()
    if child == 0:
        os._exit(7 if opened.made_here else 0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
