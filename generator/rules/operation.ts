/** How each operation of a checked expression is written in TypeScript. */

/** Binding strength of TypeScript text; higher binds tighter. [ECMA-262, 13 Expressions] */
export const LEVEL = {
  conditional: 2,
  or: 3,
  and: 4,
  equality: 8,
  relational: 9,
  additive: 11,
  multiplicative: 12,
  prefix: 14,
  atom: 17,
} as const;

/** Text with the binding strength of its outermost operator. */
export interface Form {
  /**
   * `$0`: the first operand as an argument; `@0`: after a prefix operator; `~0`: as a term; `|0`: before `?`; `<0` and
   * `>1`: beside an operator of the form's own level, which is left-associative. `$*`: all operands.
   */
  readonly text: string;
  readonly level: number;
}

export interface Operation {
  /** Minimum and maximum number of operands. */
  readonly operands: readonly [least: number, most: number];
  readonly typescript: Form;
  /** The result is 0 or 1, written as a condition. */
  readonly truth?: true;
  /** Operands that are read as conditions: all, or the one with this index. 0 and NaN are false. */
  readonly conditions?: true | number;
  /** The mathjs function that computes it for constants. Default: the operation's name. */
  readonly mathjs?: string;
  /** Not computed at compile time, because mathjs may take very long; the helper is bounded. */
  readonly unbounded?: true;
}

const unary = (typescript: Form): Operation => ({ operands: [1, 1], typescript });
const binary = (typescript: Form): Operation => ({ operands: [2, 2], typescript });
const template = (text: string, level: number = LEVEL.atom): Form => ({ text, level });
const helper = (name: string): Form => template(`${name}($*)`);
const infix = (sign: string, level: number): Operation => binary(template(`<0 ${sign} >1`, level));
const prefix = (sign: string): Form => template(`${sign}~0`, LEVEL.prefix);
const comparison = (sign: string, level: number = LEVEL.relational): Operation => ({
  ...infix(sign, level),
  truth: true,
});
const many = (name: string): Operation => ({ operands: [1, Number.POSITIVE_INFINITY], typescript: helper(name) });
const test = (typescript: Form): Operation => ({ operands: [1, 1], typescript, truth: true });
const unbounded = (operation: Operation): Operation => ({ ...operation, unbounded: true });
const logical = (sign: string, level: number): Operation => ({ ...comparison(sign, level), conditions: true });
const ofCondition = (typescript: Form, operands = 1): Operation => ({
  operands: [operands, operands],
  typescript,
  truth: true,
  conditions: true,
});

export const OPERATIONS = {
  add: infix("+", LEVEL.additive),
  subtract: infix("-", LEVEL.additive),
  multiply: infix("*", LEVEL.multiplicative),
  divide: infix("/", LEVEL.multiplicative),
  unaryMinus: unary(prefix("-")),
  mod: binary(helper("ruleMod")),
  abs: unary(template("Math.abs($0)")),
  sign: unary(template("Math.sign($0)")),
  arg: unary(template("Math.atan2(0, $0)")),
  pinv: unary(helper("rulePinv")),
  hypot: many("ruleHypot"),

  round: unary(helper("ruleRound")),
  roundTo: { ...binary(helper("ruleRoundTo")), mathjs: "round" },
  floor: unary(helper("ruleFloor")),
  floorTo: { ...binary(helper("ruleFloorTo")), mathjs: "floor" },
  ceil: unary(helper("ruleCeil")),
  ceilTo: { ...binary(helper("ruleCeilTo")), mathjs: "ceil" },
  fix: unary(helper("ruleFix")),
  fixTo: { ...binary(helper("ruleFixTo")), mathjs: "fix" },

  /** `Math.pow` where it agrees with mathjs for every base. */
  pow: binary(helper("rulePow")),
  square: unary(helper("ruleSquare")),
  cube: unary(helper("ruleCube")),
  sqrt: unary(template("Math.sqrt($0)")),
  cbrt: unary(template("Math.cbrt($0)")),
  nthRoot: binary(helper("ruleNthRoot")),
  exp: unary(template("Math.exp($0)")),
  expm1: unary(template("Math.expm1($0)")),
  log: unary(template("Math.log($0)")),
  log2: unary(template("Math.log2($0)")),
  log10: unary(template("Math.log10($0)")),
  log1p: unary(template("Math.log1p($0)")),

  sin: unary(template("Math.sin($0)")),
  cos: unary(template("Math.cos($0)")),
  tan: unary(template("Math.tan($0)")),
  cot: unary(template("1 / Math.tan($0)", LEVEL.multiplicative)),
  sec: unary(template("1 / Math.cos($0)", LEVEL.multiplicative)),
  csc: unary(template("1 / Math.sin($0)", LEVEL.multiplicative)),
  asin: unary(template("Math.asin($0)")),
  acos: unary(template("Math.acos($0)")),
  atan: unary(template("Math.atan($0)")),
  atan2: binary(template("Math.atan2($0, $1)")),
  acot: unary(template("Math.atan(1 / @0)")),
  asec: unary(template("Math.acos(1 / @0)")),
  acsc: unary(template("Math.asin(1 / @0)")),
  sinh: unary(template("Math.sinh($0)")),
  cosh: unary(template("Math.cosh($0)")),
  tanh: unary(template("Math.tanh($0)")),
  coth: unary(helper("ruleCoth")),
  sech: unary(helper("ruleSech")),
  csch: unary(helper("ruleCsch")),
  asinh: unary(template("Math.asinh($0)")),
  acosh: unary(template("Math.acosh($0)")),
  atanh: unary(template("Math.atanh($0)")),
  acoth: unary(helper("ruleAcoth")),
  asech: unary(helper("ruleAsech")),
  acsch: unary(helper("ruleAcsch")),

  smaller: comparison("<"),
  smallerEq: comparison("<="),
  larger: comparison(">"),
  largerEq: comparison(">="),
  equal: comparison("===", LEVEL.equality),
  unequal: comparison("!==", LEVEL.equality),
  compare: binary(helper("ruleCompare")),
  and: logical("&&", LEVEL.and),
  or: logical("||", LEVEL.or),
  xor: ofCondition(template("!@0 !== !@1", LEVEL.equality), 2),
  not: ofCondition(prefix("!")),
  boolean: ofCondition(prefix("!!")),
  conditional: { operands: [3, 3], typescript: template("|0 ? $1 : $2", LEVEL.conditional), conditions: 0 },

  bitAnd: binary(helper("ruleBitAnd")),
  bitOr: binary(helper("ruleBitOr")),
  bitXor: binary(helper("ruleBitXor")),
  bitNot: unary(helper("ruleBitNot")),
  leftShift: binary(helper("ruleLeftShift")),
  rightArithShift: binary(helper("ruleRightArithShift")),
  rightLogShift: binary(helper("ruleRightLogShift")),

  gcd: binary(helper("ruleGcd")),
  lcm: binary(helper("ruleLcm")),
  invmod: binary(helper("ruleInvmod")),
  factorial: unary(helper("ruleFactorial")),
  gamma: unary(helper("ruleGamma")),
  lgamma: unary(helper("ruleLgamma")),
  combinations: unbounded(binary(helper("ruleCombinations"))),
  combinationsWithRep: unbounded(binary(helper("ruleCombinationsWithRep"))),
  permutations: unbounded(binary(helper("rulePermutations"))),
  catalan: unbounded(unary(helper("ruleCatalan"))),
  composition: unbounded(binary(helper("ruleComposition"))),
  stirlingS2: unbounded(binary(helper("ruleStirlingS2"))),
  bellNumbers: unbounded(unary(helper("ruleBellNumbers"))),
  bernoulli: unbounded(unary(helper("ruleBernoulli"))),
  erf: unary(helper("ruleErf")),
  zeta: unary(helper("ruleZeta")),

  max: binary(helper("ruleMax")),
  min: binary(helper("ruleMin")),
  median: many("ruleMedian"),
  mad: many("ruleMad"),
  variance: many("ruleVariance"),
  std: many("ruleStd"),

  isInteger: test(helper("ruleIsInteger")),
  isNaN: test(template("Number.isNaN($0)")),
  isBounded: test(template("Number.isFinite($0)")),
  isZero: test(helper("ruleIsZero")),
  isPositive: test(helper("ruleIsPositive")),
  isNegative: test(helper("ruleIsNegative")),
  isPrime: unbounded(test(helper("ruleIsPrime"))),
} as const satisfies Record<string, Operation>;

/** Operations of a checked expression, with the names of mathjs's functions. */
export type Operator = keyof typeof OPERATIONS;

export function operationOf(operator: Operator): Operation {
  return OPERATIONS[operator];
}
