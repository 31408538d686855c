"""Functions of rules: mathjs's tolerances, and IEEE 754 where Python raises an exception."""

import decimal
import math
from typing import Callable

# Written into each generated file from here on.


def _near(a: float, b: float) -> bool:
    if a == b:
        return True
    if not (math.isfinite(a) and math.isfinite(b)):
        return False
    return abs(a - b) <= max(1e-12 * max(abs(a), abs(b)), 1e-15)


def _true(x: float) -> bool:
    return x == x and x != 0


def _div(a: float, b: float) -> float:
    if b != 0 or b != b:
        return a / b
    if a == 0 or a != a:
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def _real(function: Callable[[float], float], x: float) -> float:
    try:
        return function(x)
    except OverflowError:
        return -math.inf if function is math.sinh and x < 0 else math.inf
    except ValueError:
        if function in (math.log, math.log2, math.log10) and x == 0 or function is math.log1p and x == -1:
            return -math.inf
        return math.nan


def _pow(x: float, y: float) -> float:
    square = _square(x)
    if (square < 1 and y == math.inf) or (square > 1 and y == -math.inf):
        return 0.0
    if x < 0 and (not math.isfinite(y) or y != math.floor(y)):
        return math.nan
    if y == 0:
        return 1.0
    if x != x or y != y or (abs(x) == 1 and math.isinf(y)):
        return math.nan
    try:
        return math.pow(x, y)
    except OverflowError:
        return -math.inf if x < 0 and y % 2 == 1 else math.inf
    except ValueError:
        return math.copysign(math.inf, x) if x == 0 and y % 2 == 1 else math.inf


def _square(x: float) -> float:
    return x * x


def _cube(x: float) -> float:
    return x * x * x


def _sign(x: float) -> float:
    return x if x == 0 or x != x else math.copysign(1.0, x)


def _floor(x: float) -> float:
    if not math.isfinite(x):
        return x
    below, above = float(math.floor(x)), float(math.ceil(x))
    return above if below != above and _near(x, above) and not _near(x, below) else below


def _ceil(x: float) -> float:
    if not math.isfinite(x):
        return x
    below, above = float(math.floor(x)), float(math.ceil(x))
    return below if below != above and _near(x, below) and not _near(x, above) else above


def _fix(x: float) -> float:
    return _floor(x) if x > 0 else _ceil(x)


def _mod(x: float, y: float) -> float:
    return x if y == 0 else x - y * _floor(_div(x, y))


def _places(x: float, places: float) -> float:
    if not math.isfinite(places) or places != math.floor(places) or not 0 <= places <= 15:
        return math.nan
    if not math.isfinite(x):
        return x
    step = decimal.Decimal(1).scaleb(-int(places))
    with decimal.localcontext() as context:
        context.prec = 400
        size = float(decimal.Decimal(repr(abs(x))).quantize(step, decimal.ROUND_HALF_UP))
    return -size if x < 0 else size


def _round(x: float) -> float:
    if not math.isfinite(x):
        return x
    size = abs(x)
    below = float(math.floor(size))
    half = below + 0.5
    up = size >= half or (half - size < 1e-11 and _places(size, 12.0) == half and _near(size, half))
    rounded = below + 1 if up and below != size else below
    return -rounded if x < -1e-15 else rounded


def _round_to(x: float, places: float) -> float:
    if places >= 12:
        return _places(x, places)
    near = _places(x, 12.0)
    return _places(near if _near(x, near) else x, places)


def _hypot(*values: float) -> float:
    total = largest = 0.0
    for value in values:
        size = abs(value)
        if largest < size and not _near(largest, size):
            total = total * ((largest / size) * (largest / size)) + 1
            largest = size
        else:
            total += (size / largest) * (size / largest) if size > 0 and not _near(size, 0) else size
    return largest * math.sqrt(total)


def _max(a: float, b: float) -> float:
    return b if b != b or (b > a and not _near(a, b)) else a


def _min(a: float, b: float) -> float:
    return b if b != b or (b < a and not _near(a, b)) else a


def _int32(x: float) -> int:
    return (int(x) + 2**31) % 2**32 - 2**31


def _bits(function: Callable[[int, int], int], a: float, b: float) -> float:
    if not (math.isfinite(a) and math.isfinite(b)) or a != math.floor(a) or b != math.floor(b):
        return math.nan
    return float(_int32(function(_int32(a), _int32(b))))


def _shift_left(a: int, b: int) -> int:
    return a << (b & 31)


def _shift_right(a: int, b: int) -> int:
    return a >> (b & 31)
