/** Notations of the rules' expressions in the languages of definitions. Forms with operators are in parentheses. */

import type { Notation } from "../../rules/print-expression.ts";

/** Infix operators that most languages share. */
const INFIX = {
  add: "($0 + $1)",
  subtract: "($0 - $1)",
  multiply: "($0 * $1)",
  divide: "($0 / $1)",
  unaryMinus: "(-$0)",
  smaller: "($0 < $1)",
  smallerEq: "($0 <= $1)",
  larger: "($0 > $1)",
  largerEq: "($0 >= $1)",
  equal: "($0 == $1)",
  unequal: "($0 != $1)",
} as const satisfies Notation["operations"];

/** A floating-point literal that most languages accept: `100.0`, `1e-7`, `0.1`. */
function floatLiteral(value: number): string {
  const text = Object.is(value, -0) ? "-0.0" : String(value);
  const literal = /[.e]/.test(text) ? text : `${text}.0`;
  return literal.startsWith("-") ? `(${literal})` : literal;
}

export function pythonNumber(value: number): string {
  if (Number.isNaN(value)) return "math.nan";
  if (!Number.isFinite(value)) return value > 0 ? "math.inf" : "(-math.inf)";
  return floatLiteral(value);
}

export function scriptNumber(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "Infinity" : "(-Infinity)";
  return Number.isInteger(value) && value >= 0 && !Object.is(value, -0) ? String(value) : floatLiteral(value);
}

const real = (name: string) => `_real(math.${name}, $0)`;
const call = (name: string) => `Math.${name}($0)`;

/** Uses functions of `foreign/rules.py`. */
export const PYTHON_RULES: Notation = {
  number: pythonNumber,
  truth: "(1.0 if $0 else 0.0)",
  condition: "_true($0)",
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
    and: "($0 and $1)",
    or: "($0 or $1)",
    xor: "($0 != $1)",
    not: "(not $0)",
    boolean: "$0",
    conditional: "($1 if $0 else $2)",
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

/** Counts and conditions as double; uses functions of `foreign/link_parts.h`. */
export const C_COUNTS: Notation = {
  number: (value) => (Number.isFinite(value) ? floatLiteral(value) : "structline_nan()"),
  truth: "($0 ? 1.0 : 0.0)",
  condition: "structline_holds($0)",
  operations: {
    ...INFIX,
    abs: "structline_abs($0)",
    equal: "structline_same($0, $1)",
    unequal: "(!structline_same($0, $1))",
    and: "($0 && $1)",
    or: "($0 || $1)",
    xor: "($0 != $1)",
    not: "(!$0)",
    boolean: "$0",
    conditional: "($0 ? $1 : $2)",
    bitAnd: "structline_bits('&', $0, $1)",
    bitOr: "structline_bits('|', $0, $1)",
    bitXor: "structline_bits('^', $0, $1)",
    leftShift: "structline_bits('<', $0, $1)",
    rightArithShift: "structline_bits('>', $0, $1)",
  },
};

/** Counts and conditions; uses functions of `foreign/micropython_parts.py`. */
export const MICROPYTHON_COUNTS: Notation = {
  // Integers are exact on boards whose floats have 24 bits.
  number: (value) => (Number.isSafeInteger(value) && value >= 0 ? String(value) : pythonNumber(value)),
  truth: "(1 if $0 else 0)",
  condition: "_true($0)",
  operations: {
    ...INFIX,
    divide: "_div($0, $1)",
    mod: "_mod($0, $1)",
    abs: "abs($0)",
    and: "($0 and $1)",
    or: "($0 or $1)",
    xor: "($0 != $1)",
    not: "(not $0)",
    boolean: "$0",
    conditional: "($1 if $0 else $2)",
    bitAnd: "_bits(lambda a, b: a & b, $0, $1)",
    bitOr: "_bits(lambda a, b: a | b, $0, $1)",
    bitXor: "_bits(lambda a, b: a ^ b, $0, $1)",
    leftShift: "_bits(lambda a, b: a << (b & 31), $0, $1)",
    rightArithShift: "_bits(lambda a, b: a >> (b & 31), $0, $1)",
    isNaN: "($0 != $0)",
  },
};

/** Arithmetic only, because `core` has no other functions. */
export const RUST_RULES: Notation = {
  number: (value) => {
    if (Number.isNaN(value)) return "f64::NAN";
    if (!Number.isFinite(value)) return value > 0 ? "f64::INFINITY" : "f64::NEG_INFINITY";
    return `${floatLiteral(value).replace(/^\((.*)\)$/, "$1")}_f64`.replace(/^-(.*)$/, "(-$1)");
  },
  truth: "(if $0 { 1.0_f64 } else { 0.0_f64 })",
  condition: "({ let c: f64 = $0; c == c && c != 0.0 })",
  operations: {
    ...INFIX,
    square: "({ let x: f64 = $0; x * x })",
    cube: "({ let x: f64 = $0; x * x * x })",
    and: "($0 && $1)",
    or: "($0 || $1)",
    xor: "($0 != $1)",
    not: "(!$0)",
    boolean: "$0",
    conditional: "(if $0 { $1 } else { $2 })",
    isNaN: "({ let x: f64 = $0; x != x })",
  },
};

/** Counts and conditions; uses functions of `foreign/presence.rs`. */
export const RUST_COUNTS: Notation = {
  ...RUST_RULES,
  operations: {
    ...RUST_RULES.operations,
    mod: "modulo($0, $1)",
    floor: "floored($0)",
    abs: "({ let x: f64 = $0; if x < 0.0 { -x } else { x } })",
    bitAnd: "bitwise(|a, b| a & b, $0, $1)",
    bitOr: "bitwise(|a, b| a | b, $0, $1)",
    bitXor: "bitwise(|a, b| a ^ b, $0, $1)",
    leftShift: "bitwise(|a, b| a.wrapping_shl(b as u32), $0, $1)",
    rightArithShift: "bitwise(|a, b| a.wrapping_shr(b as u32), $0, $1)",
  },
};

/** ECMAScript 5; uses functions of `foreign/rules.es5.js`. */
export const SCRIPT_RULES: Notation = {
  number: scriptNumber,
  truth: "($0 ? 1 : 0)",
  condition: "!!$0",
  operations: {
    ...INFIX,
    mod: "ruleMod($0, $1)",
    abs: call("abs"),
    sign: "ruleSign($0)",
    hypot: "ruleHypot($*)",
    round: "ruleRound($0)",
    roundTo: "ruleRoundTo($0, $1)",
    floor: "ruleFloor($0)",
    ceil: "ruleCeil($0)",
    fix: "ruleFix($0)",
    pow: "rulePow($0, $1)",
    square: "Math.pow($0, 2)",
    cube: "ruleCube($0)",
    sqrt: call("sqrt"),
    exp: call("exp"),
    log: call("log"),
    sin: call("sin"),
    cos: call("cos"),
    tan: call("tan"),
    asin: call("asin"),
    acos: call("acos"),
    atan: call("atan"),
    atan2: "Math.atan2($0, $1)",
    equal: "($0 === $1)",
    unequal: "($0 !== $1)",
    and: "($0 && $1)",
    or: "($0 || $1)",
    xor: "($0 !== $1)",
    not: "(!$0)",
    boolean: "$0",
    conditional: "($0 ? $1 : $2)",
    max: "ruleMax($0, $1)",
    min: "ruleMin($0, $1)",
    isNaN: "isNaN($0)",
  },
};

export const KAITAI_RULES: Notation = {
  // Kaitai requires a decimal point in `1.0e-7`.
  number: (value) => floatLiteral(value).replace(/^(\(?-?\d+)e/, "$1.0e"),
  truth: "($0 ? 1.0 : 0.0)",
  condition: "($0 != 0.0)",
  operations: {
    ...INFIX,
    square: "($0 * $0)",
    and: "($0 and $1)",
    or: "($0 or $1)",
    not: "(not $0)",
    boolean: "$0",
    conditional: "($0 ? $1 : $2)",
  },
};

/** Arithmetic only. */
export const LUA_RULES: Notation = {
  number: (value) => `(${value})`,
  truth: "$0",
  operations: {
    add: INFIX.add,
    subtract: INFIX.subtract,
    multiply: INFIX.multiply,
    divide: INFIX.divide,
    unaryMinus: INFIX.unaryMinus,
  },
};

/** Counts and conditions; uses functions of `foreign/presence.lua`. */
export const LUA_COUNTS: Notation = {
  number: LUA_RULES.number,
  truth: "($0 and 1 or 0)",
  condition: "holds($0)",
  operations: {
    ...INFIX,
    unequal: "($0 ~= $1)",
    mod: "modulo($0, $1)",
    abs: "math.abs($0)",
    and: "($0 and $1)",
    or: "($0 or $1)",
    xor: "($0 ~= $1)",
    not: "(not $0)",
    boolean: "$0",
    conditional: "choose($0, $1, $2)",
    bitAnd: "bitwise(bit.band, $0, $1)",
    bitOr: "bitwise(bit.bor, $0, $1)",
    bitXor: "bitwise(bit.bxor, $0, $1)",
    leftShift: "bitwise(bit.lshift, $0, $1)",
    rightArithShift: "bitwise(bit.arshift, $0, $1)",
    isNaN: "($0 ~= $0)",
  },
};

/** Counts and conditions. All numbers are floating-point; bit operations take integers. */
export const KAITAI_COUNTS: Notation = {
  ...KAITAI_RULES,
  operations: {
    ...KAITAI_RULES.operations,
    bitAnd: "(1.0 * ($0.to_i & $1.to_i).as<f8>)",
    bitOr: "(1.0 * ($0.to_i | $1.to_i).as<f8>)",
    bitXor: "(1.0 * ($0.to_i ^ $1.to_i).as<f8>)",
    leftShift: "(1.0 * ($0.to_i << $1.to_i).as<f8>)",
    rightArithShift: "(1.0 * ($0.to_i >> $1.to_i).as<f8>)",
  },
};
