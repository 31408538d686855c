/** Python text: literals, and rules as Python writes them. */

import type { ColumnValue } from "../../runtime/codec/struct-codec.ts";
import type { Field } from "./channel-model.ts";
import { floatLiteral, INFIX, type Notation } from "./formula.ts";

/** Words that are no names in Python, in lower case. [Python 3.12, 2.3.1] */
export const PYTHON_RESERVED: ReadonlySet<string> = new Set(
  (
    "false none true and as assert async await break class continue def del elif else except finally for from global if " +
    "import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);

/** ASCII only, so that nothing in it is taken for anything but text. */
export function pythonString(text: string): string {
  const escaped = text.replace(/[^ -~]|["\\]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
  return `"${escaped}"`;
}

export function pythonNumber(value: number): string {
  if (Number.isNaN(value)) return "math.nan";
  if (!Number.isFinite(value)) return value > 0 ? "math.inf" : "(-math.inf)";
  return floatLiteral(value);
}

export function pythonValue(value: ColumnValue): string {
  switch (typeof value) {
    case "boolean":
      return value ? "True" : "False";
    case "string":
      return pythonString(value);
    case "bigint":
      return String(value);
    case "number":
      return Number.isInteger(value) ? String(value) : pythonNumber(value);
  }
}

const real = (name: string) => `_real(math.${name}, $0)`;

/** `field` writes a field as a float. */
export function pythonNotation(field: (path: string) => string): Notation {
  return {
    number: pythonNumber,
    field,
    asNumber: (condition) => `(1.0 if ${condition} else 0.0)`,
    asCondition: (number) => `_true(${number})`,
    operations: {
      ...INFIX,
      divide: "_div($0, $1)",
      mod: "_mod($0, $1)",
      abs: "abs($0)",
      sign: "_sign($0)",
      hypot: "_hypot($*)",
      round: "_round($0)",
      roundTo: "_round_to($0, $1)",
      floor: "_floor($0)",
      ceil: "_ceil($0)",
      fix: "_fix($0)",
      pow: "_pow($0, $1)",
      square: "_square($0)",
      cube: "_cube($0)",
      sqrt: real("sqrt"),
      exp: real("exp"),
      expm1: real("expm1"),
      log: real("log"),
      log2: real("log2"),
      log10: real("log10"),
      log1p: real("log1p"),
      sin: real("sin"),
      cos: real("cos"),
      tan: real("tan"),
      asin: real("asin"),
      acos: real("acos"),
      atan: real("atan"),
      atan2: "math.atan2($0, $1)",
      sinh: real("sinh"),
      cosh: real("cosh"),
      tanh: real("tanh"),
      and: "(?0 and ?1)",
      or: "(?0 or ?1)",
      xor: "(?0 != ?1)",
      not: "(not ?0)",
      boolean: "?0",
      conditional: "($1 if ?0 else $2)",
      bitAnd: "_bits(int.__and__, $0, $1)",
      bitOr: "_bits(int.__or__, $0, $1)",
      bitXor: "_bits(int.__xor__, $0, $1)",
      leftShift: "_bits(_shift_left, $0, $1)",
      rightArithShift: "_bits(_shift_right, $0, $1)",
      max: "_max($0, $1)",
      min: "_min($0, $1)",
      isNaN: "($0 != $0)",
    },
  };
}

/** What the formulas call; mathjs's tolerances and IEEE 754 where Python raises an exception. */
export const PYTHON_FUNCTIONS = `\
def _near(a, b):
    if a == b:
        return True
    if not (math.isfinite(a) and math.isfinite(b)):
        return False
    return abs(a - b) <= max(1e-12 * max(abs(a), abs(b)), 1e-15)


def _true(x):
    return x == x and x != 0


def _div(a, b):
    if b != 0 or b != b:
        return a / b
    if a == 0 or a != a:
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def _real(function, x):
    try:
        return function(x)
    except OverflowError:
        return -math.inf if function is math.sinh and x < 0 else math.inf
    except ValueError:
        if function in (math.log, math.log2, math.log10) and x == 0 or function is math.log1p and x == -1:
            return -math.inf
        return math.nan


def _pow(x, y):
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


def _square(x):
    return x * x


def _cube(x):
    return x * x * x


def _sign(x):
    return x if x == 0 or x != x else math.copysign(1.0, x)


def _floor(x):
    if not math.isfinite(x):
        return x
    below, above = float(math.floor(x)), float(math.ceil(x))
    return above if below != above and _near(x, above) and not _near(x, below) else below


def _ceil(x):
    if not math.isfinite(x):
        return x
    below, above = float(math.floor(x)), float(math.ceil(x))
    return below if below != above and _near(x, below) and not _near(x, above) else above


def _fix(x):
    return _floor(x) if x > 0 else _ceil(x)


def _mod(x, y):
    return x if y == 0 else x - y * _floor(_div(x, y))


def _places(x, places):
    if not math.isfinite(places) or places != math.floor(places) or not 0 <= places <= 15:
        return math.nan
    if not math.isfinite(x):
        return x
    step = decimal.Decimal(1).scaleb(-int(places))
    with decimal.localcontext() as context:
        context.prec = 400
        size = float(decimal.Decimal(repr(abs(x))).quantize(step, decimal.ROUND_HALF_UP))
    return -size if x < 0 else size


def _round(x):
    if not math.isfinite(x):
        return x
    size = abs(x)
    below = float(math.floor(size))
    half = below + 0.5
    up = size >= half or (half - size < 1e-11 and _places(size, 12.0) == half and _near(size, half))
    rounded = below + 1 if up and below != size else below
    return -rounded if x < -1e-15 else rounded


def _round_to(x, places):
    if places >= 12:
        return _places(x, places)
    near = _places(x, 12.0)
    return _places(near if _near(x, near) else x, places)


def _hypot(*values):
    total = largest = 0.0
    for value in values:
        size = abs(value)
        if largest < size and not _near(largest, size):
            total = total * ((largest / size) * (largest / size)) + 1
            largest = size
        else:
            total += (size / largest) * (size / largest) if size > 0 and not _near(size, 0) else size
    return largest * math.sqrt(total)


def _max(a, b):
    return b if b != b or (b > a and not _near(a, b)) else a


def _min(a, b):
    return b if b != b or (b < a and not _near(a, b)) else a


def _int32(x):
    return (int(x) + 2**31) % 2**32 - 2**31


def _bits(function, a, b):
    if not (math.isfinite(a) and math.isfinite(b)) or a != math.floor(a) or b != math.floor(b):
        return math.nan
    return float(_int32(function(_int32(a), _int32(b))))


def _shift_left(a, b):
    return a << (b & 31)


def _shift_right(a, b):
    return a >> (b & 31)`;

/** `_text`, `_signed` and so on: what reading and writing needs. */
export const PYTHON_CODING = `\
def _signed(value, width):
    return value - (1 << width) if value >> (width - 1) else value


def _text(data, at, length):
    return bytes(data[at : at + length]).split(b"\\0", 1)[0].decode("utf-8", "replace")


def _put_text(data, at, length, text):
    if text is not None:
        cut = text.encode("utf-8", "replace")[:length].decode("utf-8", "ignore").encode("utf-8")
        data[at : at + length] = cut.ljust(length, b"\\0")


def _put_bits(data, at, length, shift, width, order, value):
    if value is not None:
        mask = (1 << width) - 1
        word = int.from_bytes(data[at : at + length], order) & ~(mask << shift) | (int(value) & mask) << shift
        data[at : at + length] = word.to_bytes(length, order)


def _put_float(data, at, form, value):
    if value is not None:
        try:
            struct.pack_into(form, data, at, value)
        except OverflowError:
            struct.pack_into(form, data, at, math.copysign(math.inf, value))`;

/** `I`, `q`: format characters of whole-byte numbers. [Python, struct] */
export const PYTHON_FORMAT: Readonly<Record<Field["type"], string>> = {
  uint8: "B",
  int8: "b",
  bool: "B",
  uint16: "H",
  int16: "h",
  uint32: "I",
  int32: "i",
  uint64: "Q",
  int64: "q",
  float32: "f",
  float64: "d",
  text: "s",
};
