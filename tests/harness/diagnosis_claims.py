"""The meaning of each sentence of a diagnosis, computed element by element."""

import re

import numpy as np

from conformance.hal import INFO, OperandType

T = OperandType


def near(expected, actual, tolerance):
    """Return whether one element is within the tolerance, computed with Python floats.

    The rule is that of docs/explanation/accuracy.md.
    """
    if np.isnan(expected) or np.isnan(actual):
        return bool(np.isnan(expected) and np.isnan(actual))
    if np.isinf(expected) or np.isinf(actual):
        return bool(expected == actual)
    return abs(actual - expected) <= tolerance.atol + tolerance.rtol * abs(expected)


class Claim:
    """Checks sentences on one output element by element, independently of the diagnosis code.

    A method receives the numbers in a sentence as texts and returns whether the sentence is true.
    """

    def __init__(self, expected, actual, operand, dims, tolerance, prefill, activation):
        dtype = INFO[operand.type].dtype
        self.dtype, self.dims, self.tolerance = dtype, dims, tolerance
        self.bytes, self.prefill = actual, prefill
        boolean = operand.type == T.TENSOR_BOOL8
        kind = np.uint8 if boolean else dtype
        self.e, self.a = (np.frombuffer(data, kind) for data in (expected, actual))
        if boolean:
            self.e, self.a = self.e != 0, self.a != 0
        convert = int if dtype.kind in "biu" else float
        self.expected = [convert(one) for one in self.e]
        self.actual = [convert(one) for one in self.a]
        pairs = zip(self.expected, self.actual, strict=True)
        self.wrong = [not near(e, a, tolerance) for e, a in pairs]
        self.quantized = INFO[operand.type].quantized
        self.zero = operand.zero_point if self.quantized else 0
        self.activation = activation

    def only_wrong(self):
        """Return the pairs of expected and actual value of the wrong elements."""
        rows = zip(self.expected, self.actual, self.wrong, strict=True)
        return [(e, a) for e, a, wrong in rows if wrong]

    def clamp(self, value):
        """Return the value, clamped to the range of the output's type."""
        info = np.iinfo(self.dtype)
        return min(max(value, info.min), info.max)

    def equals(self, candidate):
        """Return whether the whole output equals the candidate within the tolerance."""
        return all(
            near(float(c), float(a), self.tolerance)
            for c, a in zip(np.asarray(candidate).ravel(), self.actual, strict=True)
        )

    def holds(self, text):
        """Return whether the sentence is true."""
        name, values = claim_in(text)
        return bool(CLAIMS[name][1](self, *values))

    def untouched(self):
        """Return for each element whether its bytes equal the prefill."""
        size = len(self.bytes) // max(len(self.actual), 1)
        parts = range(0, len(self.bytes), size)
        return [self.bytes[at : at + size] == self.prefill[at : at + size] for at in parts]

    def some_unwritten(self, count, total):
        left = [u for u, w in zip(self.untouched(), self.wrong, strict=True) if w]
        return all(left) and len(left) == int(count) and len(self.wrong) == int(total)

    def nonfinite(self, kinds):
        found = {"NaN" if np.isnan(a) else "infinite" for _, a in self.only_wrong()}
        plain = [a for _, a in self.only_wrong() if np.isfinite(a)]
        return found == set(kinds.split(" or ")) and not plain

    def constant(self, text):
        return all(self.dtype.type(a) == self.dtype.type(text) for a in self.actual)

    def opposite(self):
        real = [
            (e - self.zero, a - self.zero) for e, a in zip(self.expected, self.actual, strict=True)
        ]
        return self.equals([self.zero - e for e, _ in real]) and all(e * a <= 0 for e, a in real)

    def transposed(self, order):
        axes = [int(axis) for axis in order.split(",")]
        return self.equals(self.e.reshape(self.dims).transpose(axes))

    def rotated(self, way, axis):
        step = 1 if way == "up" else -1
        return self.equals(np.roll(self.e.reshape(self.dims), step, int(axis)))

    def offset(self, text, clamped=None):
        moved = [e + float(text) for e in self.expected]
        if clamped is None:
            return (self.dtype.kind == "f" and self.equals(moved)) or moved == self.actual
        return [self.clamp(one) for one in moved] == self.actual and moved != self.actual

    def factor(self, text, clamped=None):
        if float(f"{float(text):.6g}") == 1 and len(text) < 8:
            return False
        scaled = [(e - self.zero) * float(text) + self.zero for e in self.expected]
        if clamped is not None:
            assert not self.equals(scaled)
            scaled = [self.clamp(one) for one in scaled]
        return self.equals(scaled)

    def sides(self, below, above):
        """Return the two limits as numbers of the output's type; ``None`` for a missing one."""
        low = None if below is None else float(self.dtype.type(below))
        high = None if above is None else float(self.dtype.type(above))
        return low, high

    def outside(self, below, above):
        low, high = self.sides(below, above)
        assert low is None or low == min(self.expected)
        assert high is None or high == max(self.expected)
        return all(
            (low is not None and e == low and a < low)
            or (high is not None and e == high and a > high)
            for e, a in self.only_wrong()
        )

    def ignored(self, below, above):
        low, high = self.sides(below, above)
        assert self.activation is not None
        assert low is None or low == self.activation[0]
        assert high is None or high == self.activation[1]
        return self.outside(below, above)

    def cut_off(self, below, above):
        low, high = self.sides(below, above)
        return all(
            (low is not None and a == low and e < low)
            or (high is not None and a == high and e > high)
            for e, a in self.only_wrong()
        )

    def small_steps(self, most, what, exact, total, rounding):
        steps = [abs(a - e) for e, a in zip(self.expected, self.actual, strict=True)]
        named = (what == "codes") == self.quantized == (rounding is not None)
        return named and (max(steps), steps.count(0), len(steps)) == (
            int(most),
            int(exact),
            int(total),
        )

    def narrow(self, name):
        for a in self.actual:
            bits = int(np.float32(a).view(np.uint32))
            if name == "bfloat16" and bits & 0xFFFF:
                return False
            if name == "float16" and float(np.float16(a)) != a:
                return False
        return True

    def error(self, most):
        return all(e != 0 and abs(a - e) <= float(most) * abs(e) for e, a in self.only_wrong())

    def one_index(self, index, axis):
        where = np.argwhere(np.reshape(self.wrong, self.dims))
        return set(where[:, int(axis)]) == {int(index)}

    def from_on(self, first):
        return self.wrong == [at >= int(first) for at in range(len(self.wrong))]


NUMBER = r"([-+]?[\d.]+(?:e[-+]?\d+)?)"
SIDES = rf"\((?:below {NUMBER})?(?: and )?(?:above {NUMBER})?\)"


def true_of_all(test):
    """Return a check that ``test`` is true of each actual value."""
    return lambda claim: all(test(value) for value in claim.actual)


def reversed_axis(claim, axis):
    return claim.equals(np.flip(claim.e.reshape(claim.dims), int(axis)))


def swapped_bytes(claim):
    pairs = zip(claim.e, claim.a.byteswap(), strict=True)
    return all(near(float(e), float(a), claim.tolerance) for e, a in pairs)


def saturated(claim, low, high):
    limits = np.iinfo(claim.dtype)
    found = {a for _, a in claim.only_wrong()}
    return found <= {int(low), int(high)} == {limits.min, limits.max}


# By the name of each claim: the pattern of its sentence, and the check whose arguments are the
# groups of the pattern. Only this table knows the texts.
CLAIMS = {
    "unwritten": (r"the output was not written at all .*", lambda c: c.bytes == c.prefill),
    "partly unwritten": (
        r"(\d+) of (\d+) elements were not written; the others are correct",
        Claim.some_unwritten,
    ),
    "all NaN": (r"every element is NaN", true_of_all(np.isnan)),
    "not finite": (r"every wrong element is (NaN|infinite|NaN or infinite)", Claim.nonfinite),
    "all zero": (r"every element is (?:false|zero)", true_of_all(lambda value: not value)),
    "all true": (r"every element is true", true_of_all(bool)),
    "real zero": (
        r"every element is the zero point \(real zero\)",
        lambda c: set(c.actual) == {c.zero},
    ),
    "constant": (rf"every element is {NUMBER}", Claim.constant),
    "inverted": (r"every truth value is inverted", lambda c: all(c.wrong)),
    "sign": (r"every value has the opposite sign", Claim.opposite),
    "bytes": (r"the bytes of each element are swapped", swapped_bytes),
    "to NCHW": (
        r"the data are in NCHW order instead of NHWC",
        lambda c: c.transposed("0,3,1,2"),
    ),
    "from NCHW": (
        r"the data were permuted as if they had been in NCHW order",
        lambda c: c.transposed("0,2,3,1"),
    ),
    "transposed": (r"the data are transposed \(axes in order \[([\d, ]+)\]\)", Claim.transposed),
    "reversed axis": (r"axis (\d) is reversed", reversed_axis),
    "reversed": (r"the elements are in reverse order", lambda c: c.equals(c.e[::-1])),
    "rotated": (
        r"the elements are one place too far (up|down) along axis (\d) \(rotated\)",
        Claim.rotated,
    ),
    "offset": (
        rf"every (?:code|value) is {NUMBER} off(, clamped .*)?(?:: signed .*)?",
        Claim.offset,
    ),
    "missing activation": (
        rf"only the limit is missing {SIDES}: the activation looks ignored",
        Claim.ignored,
    ),
    "missing limit": (
        rf"every wrong element lies outside the range of the expected values {SIDES}",
        Claim.outside,
    ),
    "needless limit": (
        rf"values are limited that should not be limited {SIDES}",
        Claim.cut_off,
    ),
    "saturated": (r"every wrong element is saturated at (-?\d+) or (-?\d+)", saturated),
    "factor": (
        rf"all (?:real )?values are {NUMBER} times what they should be(, clamped .*)?",
        Claim.factor,
    ),
    "small steps": (
        r"no element is more than (\d+) (codes|units) off \((\d+) of (\d+) exact\)(: looks .*)?",
        Claim.small_steps,
    ),
    "narrow type": (r"the values have (bfloat16|float16) precision", Claim.narrow),
    "small error": (
        rf"the wrong elements' relative error is at most {NUMBER}: looks .*",
        Claim.error,
    ),
    "other order": (
        r"the same values in another order",
        lambda c: sorted(c.actual) == sorted(c.expected),
    ),
    "one index": (r"all wrong elements have index (\d+) on axis (\d)", Claim.one_index),
    "from on": (r"everything from element (\d+) on is wrong", Claim.from_on),
}
POSITIONS = {"one index", "from on"}
"""Claims on the place of the wrong elements, which can follow another claim."""


def claim_in(text):
    """Return the name of the claim that a sentence makes, and the values in it."""
    for name, (pattern, _) in CLAIMS.items():
        found = re.fullmatch(pattern, text)
        if found:
            return name, found.groups()
    raise AssertionError(f"no meaning is known of: {text}")
