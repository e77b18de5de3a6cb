"""Circuit breakers on waits: when they open, how long waits last then, and what closes them."""

from conformance.harness.supervision.circuit_breaker import (
    FIRST_PROBE,
    FIRST_RECOVERY,
    MAX_TIMEOUTS,
    SHORT_WAIT,
    CircuitBreaker,
)

LIMIT = 10.0


def missed(breaker, group="ADD", limit=LIMIT):
    """Record one wait that times out; return its duration."""
    allowance = breaker.allowance(group, limit)
    breaker.missed(group, allowance)
    return allowance.seconds


def answered(breaker, group="ADD", seconds=0.0, limit=LIMIT):
    allowance = breaker.allowance(group, limit)
    breaker.answered(group, allowance, seconds)
    return allowance.seconds


def opened(**options):
    breaker = CircuitBreaker("the callback", **options)
    for _ in range(MAX_TIMEOUTS):
        assert missed(breaker) == LIMIT
    return breaker


def test_it_opens_after_the_stated_number_of_time_outs():
    breaker = opened()
    assert breaker.open
    assert missed(breaker) == SHORT_WAIT


def test_answers_in_between_do_not_keep_it_closed_for_ever():
    """A driver that answers every second call causes only a bounded number of full waits."""
    breaker, whole = CircuitBreaker("the callback"), 0
    for _ in range(20_000):
        answered(breaker)
        whole += missed(breaker) == LIMIT
    assert whole <= 12


def test_a_driver_that_never_answers_costs_little_however_many_cases_there_are():
    breaker = CircuitBreaker("the callback")
    groups = [f"OPERATION_{number}" for number in range(150)]
    total = sum(missed(breaker, groups[number % 150]) for number in range(60_000))
    assert total < 160
    costly = CircuitBreaker("the return", costly=True)
    calls = [missed(costly, groups[number % 150]) for number in range(60_000)]
    assert sum(calls) < 110
    assert sum(seconds > 0 for seconds in calls) < 250  # each costs a new process


def test_a_group_that_hung_is_tried_again_with_the_whole_limit_now_and_then():
    breaker = opened()
    for _ in range(FIRST_PROBE):
        assert missed(breaker) < LIMIT
    assert missed(breaker) == LIMIT
    assert missed(breaker) < LIMIT


def test_a_probe_that_is_answered_closes_it():
    breaker = opened()
    for _ in range(FIRST_PROBE):
        missed(breaker)
    assert answered(breaker, seconds=3.0) == LIMIT
    assert not breaker.open
    assert missed(breaker) == LIMIT
    assert breaker.open  # one more time-out opens it again


def test_a_driver_that_was_slow_once_gets_the_whole_limit_again():
    breaker = opened()
    for _ in range(FIRST_RECOVERY):
        answered(breaker)
    assert not breaker.open
    for _ in range(20 * FIRST_RECOVERY):
        answered(breaker)
    assert [missed(breaker) for _ in range(MAX_TIMEOUTS - 1)] == [LIMIT] * (MAX_TIMEOUTS - 1)
    assert not breaker.open


def test_other_groups_are_tried_while_it_is_open():
    breaker = opened(costly=True)
    for _ in range(100):
        missed(breaker)
    assert breaker.allowance("ADD", LIMIT).seconds == 0.0
    assert breaker.allowance("MUL", LIMIT).seconds == SHORT_WAIT
    assert breaker.refuses("ADD")
    assert not breaker.refuses("MUL")


def test_a_driver_whose_answers_take_a_while_gets_longer_short_waits():
    breaker = CircuitBreaker("the callback")
    answered(breaker, seconds=0.2)
    for _ in range(MAX_TIMEOUTS):
        missed(breaker)
    assert breaker.allowance("MUL", LIMIT).seconds == 0.8


def test_a_limit_below_the_short_wait_holds():
    breaker = opened()
    assert breaker.allowance("ADD", 0.05).seconds == 0.05
