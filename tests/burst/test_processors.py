"""Moving a thread to the processor of its client, and recognizing queues of the same process."""

from __future__ import annotations

import os

import pytest

from conformance.support.burst.cpu_affinity import current_processor, move_to_processor
from conformance.support.burst.fmq import MessageQueue


def test_moving_a_thread_keeps_its_affinity():
    """A moved thread may migrate afterwards, as before."""
    allowed = os.sched_getaffinity(0)
    assert current_processor() in allowed
    for processor in allowed:
        move_to_processor(processor)
        assert os.sched_getaffinity(0) == allowed


@pytest.mark.parametrize("processor", [-1, 10**6])
def test_an_invalid_processor_is_ignored(processor):
    allowed = os.sched_getaffinity(0)
    move_to_processor(processor)
    assert os.sched_getaffinity(0) == allowed


def test_an_opened_queue_reports_whether_this_process_created_it():
    """In a forked child, ``created_in_this_process`` is false.

    The child did not create the queue.
    """
    created = MessageQueue.create(4, 4)
    opened = MessageQueue.open(created.descriptor, 4)
    assert opened.created_in_this_process
    child = os.fork()
    if child == 0:
        os._exit(7 if opened.created_in_this_process else 0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
