"""Objects of a driver in this process are wrapped for the harness and unwrapped for the driver."""

from conformance.hal import FenceStatus, SyncFence
from conformance.harness.calls.driver_calls import call_driver
from conformance.harness.calls.driver_objects import wrap_driver_object


def test_a_driver_gets_its_own_fence_back():
    fence = SyncFence()
    received = []
    ours = wrap_driver_object("fence", fence)
    assert ours is not fence
    assert (
        call_driver("execute_fenced", lambda *arguments: received.extend(arguments), (ours,), ours)
        is None
    )
    assert received[0][0] is fence
    assert received[1] is fence


def test_the_drivers_fence_answers_with_the_interfaces_own_enumeration_members():
    fence = SyncFence()
    states = []
    call_driver(
        "execute_fenced",
        lambda waits: states.append(waits[0].wait(0)),
        [wrap_driver_object("fence", fence)],
    )
    assert states[0] is FenceStatus.ACTIVE
