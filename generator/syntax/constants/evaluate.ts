/** Evaluates constant expressions [C17 6.6] in `#if` lines, array sizes, bit-field widths, enumerators and initialisers. */

import { parenthesized, splitAtComma } from "../preprocess/brackets.ts";
import { isPunctuator, type Token } from "../preprocess/token.ts";
import { builtin, isBuiltin } from "./builtins.ts";
import {
  commonType,
  fits,
  type IntegerType,
  type IntegerWidths,
  promoted,
  type RealType,
  wrap,
} from "./integer-type.ts";
import { type Constant, characterLiteral, numberLiteral, type WideChar, wideCharacter } from "./literals.ts";
import { bareOperand, isStep, isUnary, memberOfNull, precedenceOf, sizeOfText } from "./operands.ts";
import { arithmetic, cast, compare, isShort, realArithmetic, realOperands, realType, truth } from "./operators.ts";

/** Looks up names and types for an expression. */
export interface ConstantScope {
  readonly widths: IntegerWidths;
  /** @param name as written, with `::` if qualified */
  constant(name: string): Constant | undefined;
  /** The type of a cast; undefined if the tokens are not an arithmetic type. */
  castType(tokens: readonly Token[]): IntegerType | RealType | undefined;
  /** In bytes; undefined for an unknown type. */
  sizeOf(operator: "size" | "alignment", tokens: readonly Token[]): number | undefined;
  /** In bytes. */
  sizeOfChar?(type: WideChar): number | undefined;
  /** Offset in bytes of the member that a designator names. */
  offsetOf(type: readonly Token[], path: readonly Token[]): number | undefined;
  /** `bits<uint16_t>::n`, `bits<uint16_t>` and `width<uint16_t>(3)` at the beginning of the tokens, with the number of tokens. */
  valueOfTemplate?(
    tokens: readonly Token[],
    around: ConstantScope,
  ): { readonly value: Evaluation; readonly length: number } | undefined;
  /** A function that constant expressions may call. It receives the tokens between the parentheses. */
  functionNamed?(name: string): ((given: readonly Token[], around: ConstantScope) => Evaluation) | undefined;
  /** What a fold expression between parentheses stands for; undefined if it is none. */
  unfolded?(tokens: readonly Token[]): readonly Token[] | undefined;
  /** In the body of a function: gives a local variable a value, and returns it. */
  assign?(name: string, value: Constant): Constant | undefined;
  /** C compilers warn about signed overflow and continue; in C++ the expression is then not a constant. */
  readonly wrapsAround: boolean;
}

export type ConstantProblem =
  | { readonly kind: "unknown-name"; readonly name: string; readonly token: Token }
  | { readonly kind: "not-constant" | "excess-precision"; readonly token: Token }
  | { readonly kind: "division-by-zero"; readonly token: Token }
  | { readonly kind: "overflow"; readonly token: Token }
  | { readonly kind: "shift"; readonly token: Token }
  | { readonly kind: "bad-literal"; readonly token: Token }
  | { readonly kind: "unknown-size"; readonly token: Token }
  | { readonly kind: "expected"; readonly what: string; readonly token: Token | undefined }
  | { readonly kind: "too-deep"; readonly token: Token }
  /** A statement of a function that is not evaluated. */
  | { readonly kind: "statements"; readonly token: Token };

export type Evaluation =
  | {
      readonly ok: true;
      readonly constant: Constant /** Uncertain tokens that affect the value. */;
      readonly doubtful: readonly Token[];
    }
  | { readonly ok: false; readonly problem: ConstantProblem };

export function evaluate(tokens: readonly Token[], scope: ConstantScope): Evaluation {
  return new Evaluator(tokens, scope).run();
}

const MAX_NESTING = 128;
const ASSIGNMENTS: ReadonlySet<string> = new Set("= += -= *= /= %= &= |= ^= <<= >>=".split(" "));
const COMPARISONS: ReadonlySet<string> = new Set(["==", "!=", "<", ">", "<=", ">="]);
const SIZE_OPERATORS: ReadonlySet<string> = new Set(["sizeof", "_Alignof", "alignof", "__alignof__", "__alignof"]);
/** Tokens of types in `_Generic` that cannot begin an expression. */
const NOT_NUMBERS: ReadonlySet<string> = new Set(["default", "*", "struct", "union"]);
const EXPECTING: ReadonlySet<string> = new Set(["__builtin_expect", "__builtin_choose_expr"]);
const NAMED_CASTS: ReadonlySet<string> = new Set(["static_cast", "const_cast", "reinterpret_cast"]);

/** Precedence climbing. After the first problem, all values are 0 and further problems are not reported. */
class Evaluator {
  private at = 0;
  private nesting = 0;
  private problem: ConstantProblem | undefined;
  private readonly tokens: readonly Token[];
  private readonly scope: ConstantScope;
  private readonly zero: Constant;
  /** Depth of operands that are not evaluated: `0 && 1/0` is valid. */
  private unevaluated = 0;
  /** Depth of operands that do not matter because a certain operand decides the result. */
  private ignored = 0;
  private doubtful: Token[] = [];

  constructor(tokens: readonly Token[], scope: ConstantScope) {
    this.tokens = tokens;
    this.scope = scope;
    this.zero = this.int(0n);
  }

  run(): Evaluation {
    const constant = this.conditional();
    const rest = this.tokens[this.at];
    if (rest !== undefined) this.fail({ kind: "expected", what: "an operator", token: rest });
    return this.problem === undefined
      ? { ok: true, constant, doubtful: this.doubtful }
      : { ok: false, problem: this.problem };
  }

  private fail(problem: ConstantProblem): Constant {
    if (problem.kind !== "division-by-zero" && problem.kind !== "overflow" && problem.kind !== "shift") {
      this.problem ??= problem;
    } else if (this.unevaluated === 0) {
      this.problem ??= problem;
    }
    return this.zero;
  }

  private conditional(): Constant {
    if (this.nesting > MAX_NESTING) return this.tooDeep();
    this.nesting += 1;
    const value = this.conditionalBody();
    this.nesting -= 1;
    return value;
  }

  private conditionalBody(): Constant {
    const assigned = this.assignment();
    if (assigned !== undefined) return assigned;
    const condition = this.binary(1);
    if (!this.accept("?")) return condition;
    const taken = truth(condition);
    const yes = this.skippingUnless(taken, () => this.conditional());
    this.expect(":");
    const no = this.skippingUnless(!taken, () => this.conditional());
    return this.converted(taken ? yes : no, yes, no);
  }

  /** `n = 1` and `n += 2` of a local variable. */
  private assignment(): Constant | undefined {
    const [name, operator] = [this.tokens[this.at], this.tokens[this.at + 1]];
    if (name?.kind !== "identifier" || operator === undefined || !ASSIGNMENTS.has(operator.text)) return undefined;
    this.at += 2;
    const value = this.conditional();
    const by = { ...operator, text: operator.text.slice(0, -1) };
    return this.assigned(
      name,
      by.text === "" ? value : this.apply(by, this.scope.constant(name.text) ?? this.zero, value),
    );
  }

  private assigned(name: Token, value: Constant): Constant {
    if (this.problem !== undefined || this.unevaluated > 0) return value;
    return this.scope.assign?.(name.text, value) ?? this.fail({ kind: "not-constant", token: name });
  }

  /** `++n` and `n++`. @returns the value before or behind the step */
  private step(name: Token, operator: Token, gives: "before" | "behind"): Constant {
    const before = this.scope.constant(name.text);
    if (before === undefined) return this.fail({ kind: "unknown-name", name: name.text, token: name });
    const by = { ...operator, text: operator.text.slice(1) };
    const behind = this.assigned(name, this.apply(by, before, this.int(1n)));
    return gives === "before" ? before : behind;
  }

  private skippingUnless(evaluated: boolean, parse: () => Constant): Constant {
    if (!evaluated) this.unevaluated += 1;
    const value = parse();
    if (!evaluated) this.unevaluated -= 1;
    return value;
  }

  private binary(least: number): Constant {
    const before = this.doubtful.length;
    let left = this.unary();
    for (let operator = this.operator(least); operator !== undefined; operator = this.operator(least)) {
      this.at += 1;
      const above = precedenceOf(operator) + 1;
      left =
        operator.text === "&&" || operator.text === "||"
          ? this.logical(operator.text, left, above, before)
          : this.apply(operator, left, this.binary(above));
    }
    return left;
  }

  /** @param before number of doubtful tokens before the left operand */
  private logical(operator: "&&" | "||", left: Constant, above: number, before: number): Constant {
    const decides = operator === "||";
    const isDecided = truth(left) === decides;
    const leftDoubts = this.doubtful.length;
    const isSettled = isDecided && leftDoubts === before;
    if (isSettled) this.ignored += 1;
    const right = this.skippingUnless(!isDecided, () => this.binary(above));
    if (isSettled) this.ignored -= 1;
    // `x || 1` is 1 for any x.
    if (this.doubtful.length === leftDoubts && truth(right) === decides) this.doubtful.length = before;
    return this.int((isDecided ? decides : truth(right)) ? 1n : 0n);
  }

  private operator(least: number): Token | undefined {
    const token = this.tokens[this.at];
    return token?.kind === "punctuator" && precedenceOf(token) >= least ? token : undefined;
  }

  private unary(): Constant {
    if (this.nesting > MAX_NESTING) return this.tooDeep();
    const operators: Token[] = [];
    for (let token = this.tokens[this.at]; isUnary(token); token = this.tokens[this.at]) {
      operators.push(token);
      this.at += 1;
    }
    this.nesting += 1;
    let value = this.cast() ?? this.primary();
    this.nesting -= 1;
    for (const operator of operators.reverse()) value = this.applyUnary(operator, value);
    return value;
  }

  /** Parses `(uint8_t)5`; undefined if there is no cast. */
  private cast(): Constant | undefined {
    const inner = parenthesized(this.tokens, this.at);
    const type = inner === undefined || inner.length === 0 ? undefined : this.scope.castType(inner);
    if (inner === undefined || type === undefined) return undefined;
    this.at += inner.length + 2;
    return this.addressThroughNull(type) ?? cast(this.unary(), type);
  }

  /** `&((struct s *)0)->b` behind `(size_t)`: how `offsetof` is written where `<stddef.h>` is not used. C++ has no such constants. */
  private addressThroughNull(type: IntegerType | RealType): Constant | undefined {
    if (!this.scope.wrapsAround) return undefined;
    const outer = parenthesized(this.tokens, this.at);
    const address = outer ?? this.tokens.slice(this.at);
    if (!isPunctuator(address[0], "&")) return undefined;
    const all = parenthesized(address, 1);
    const end = all === undefined ? address.length : all.length + 3;
    // `&(((struct s *)0)->b)` has one pair of parentheses more.
    const isWrapped = all !== undefined && isPunctuator(all[0], "(") && all.some((token) => isPunctuator(token, "->"));
    const found = memberOfNull(isWrapped ? all : address.slice(1));
    const offset = found && this.scope.offsetOf(found.type, found.path);
    if (found === undefined || offset === undefined) return undefined;
    const length = isWrapped ? end : 1 + found.length;
    if (outer !== undefined && length !== outer.length) return undefined;
    this.at += outer === undefined ? length : length + 2;
    return cast(this.sizeConstant(offset), type);
  }

  private primary(): Constant {
    const token = this.tokens[this.at];
    if (token === undefined) return this.fail({ kind: "expected", what: "a value", token: this.tokens.at(-1) });
    if (token.doubt !== undefined && this.ignored === 0) this.doubtful.push(token);
    this.at += 1;
    switch (token.kind) {
      case "number":
        return numberLiteral(token.text, this.scope.widths) ?? this.fail({ kind: "bad-literal", token });
      case "character":
        return characterLiteral(token.text, this.scope.widths) ?? this.fail({ kind: "bad-literal", token });
      case "identifier":
        return this.name(token);
      default:
        // `::name`
        if (isPunctuator(token, "::") && this.tokens[this.at]?.kind === "identifier") {
          this.at += 1;
          return this.name({ ...this.tokens[this.at - 1]!, text: `::${this.tokens[this.at - 1]?.text}` });
        }
        if (isStep(token) && this.tokens[this.at]?.kind === "identifier") {
          this.at += 1;
          return this.step(this.tokens[this.at - 1]!, token, "behind");
        }
        if (!isPunctuator(token, "(")) return this.fail({ kind: "expected", what: "a value", token });
        return this.fold() ?? this.closing(this.conditional());
    }
  }

  /** Behind a parenthesis: `(n + ...)`. */
  private fold(): Constant | undefined {
    const inner = parenthesized(this.tokens, this.at - 1);
    const written = inner?.some((token) => isPunctuator(token, "...")) ? this.scope.unfolded?.(inner) : undefined;
    if (inner === undefined || written === undefined) return undefined;
    this.at += inner.length + 1;
    return this.valueOf(evaluate(written, this.scope));
  }

  private valueOf(result: Evaluation): Constant {
    if (result.ok) return result.constant;
    this.problem ??= result.problem;
    return this.zero;
  }

  private closing(value: Constant): Constant {
    this.expect(")");
    return value;
  }

  private name(token: Token): Constant {
    if (SIZE_OPERATORS.has(token.text)) return this.sizeOf(token);
    if (token.text === "__builtin_offsetof" || token.text === "offsetof") return this.offsetOf(token);
    if (NAMED_CASTS.has(token.text)) return this.namedCast(token);
    if (token.text === "_Generic") return this.generic(token);
    if (token.text.startsWith("__builtin_")) return this.builtin(token);
    const ofTemplate = this.scope.valueOfTemplate?.(this.tokens.slice(this.at - 1), this.scope);
    if (ofTemplate !== undefined) {
      this.at += ofTemplate.length - 1;
      return this.valueOf(ofTemplate.value);
    }
    let name = token.text;
    while (isPunctuator(this.tokens[this.at], "::") && this.tokens[this.at + 1]?.kind === "identifier") {
      name += `::${this.tokens[this.at + 1]?.text}`;
      this.at += 2;
    }
    const behind = this.tokens[this.at];
    if (isStep(behind)) {
      this.at += 1;
      return this.step(token, behind, "before");
    }
    const constant = this.scope.constant(name);
    if (constant !== undefined) return constant;
    const result = this.call(name) ?? this.element(name);
    if (result !== undefined) return result;
    return this.functionalCast(token) ?? this.fail({ kind: "unknown-name", name, token });
  }

  /** Calls a `constexpr` function. Undefined if there is no such function. */
  private call(name: string): Constant | undefined {
    const inner = isPunctuator(this.tokens[this.at], "(") ? parenthesized(this.tokens, this.at) : undefined;
    const called = inner === undefined ? undefined : this.scope.functionNamed?.(name);
    if (inner === undefined || called === undefined) return undefined;
    this.at += inner.length + 2;
    // Do not call it in an unevaluated operand, so that recursion ends.
    if (this.unevaluated > 0) return this.zero;
    return this.valueOf(called(inner, this.scope));
  }

  /** `table[2]` */
  private element(name: string): Constant | undefined {
    if (!isPunctuator(this.tokens[this.at], "[")) return undefined;
    const open = this.at;
    this.at += 1;
    const index = this.conditional();
    this.expect("]");
    const found = this.scope.constant(`${name}[${index.value}]`);
    if (found === undefined) this.at = open;
    return found;
  }

  /** `uint8_t(5)` */
  private functionalCast(token: Token): Constant | undefined {
    if (!isPunctuator(this.tokens[this.at], "(")) return undefined;
    const type = this.scope.castType([token]);
    if (type === undefined) return this.fail({ kind: "not-constant", token });
    this.at += 1;
    return cast(this.closing(this.conditional()), type);
  }

  private namedCast(token: Token): Constant {
    const close = this.tokens.findIndex((candidate, index) => index > this.at && isPunctuator(candidate, ">"));
    const type = close < 0 ? undefined : this.scope.castType(this.tokens.slice(this.at + 1, close));
    if (type === undefined || !isPunctuator(this.tokens[close + 1], "("))
      return this.fail({ kind: "not-constant", token });
    this.at = close + 2;
    return cast(this.closing(this.conditional()), type);
  }

  private builtin(token: Token): Constant {
    const isKnown = isBuiltin(token.text) || EXPECTING.has(token.text);
    if (!isKnown || !this.accept("(")) return this.fail({ kind: "not-constant", token });
    const first = this.conditional();
    if (token.text === "__builtin_choose_expr") return this.closing(this.chosen(first));
    if (token.text === "__builtin_expect") {
      this.expect(",");
      this.skippingUnless(false, () => this.conditional());
      return this.closing(first);
    }
    const result = first.kind === "integer" ? builtin(token.text, first.value, this.scope.widths) : undefined;
    if (result === undefined) return this.fail({ kind: "not-constant", token });
    const isSwap = token.text.startsWith("__builtin_bswap");
    const value = this.int(result.value);
    return this.closing(isSwap ? cast(value, { bits: Number(token.text.slice(15)), signed: false }) : value);
  }

  /** Unlike `?:`, it has the chosen operand's type. [GCC 6.59] */
  private chosen(condition: Constant): Constant {
    const taken = truth(condition);
    this.expect(",");
    const yes = this.skippingUnless(taken, () => this.conditional());
    this.expect(",");
    const no = this.skippingUnless(!taken, () => this.conditional());
    return taken ? yes : no;
  }

  /** `_Generic(x, uint8_t: 1, default: 2)` chooses by the type alone. [C17 6.5.1.1] */
  private generic(token: Token): Constant {
    this.expect("(");
    const of = this.skippingUnless(false, () => this.conditional());
    let chosen: number | undefined;
    let otherwise: number | undefined;
    while (this.problem === undefined && this.accept(",")) {
      const colon = this.tokens.findIndex((candidate, index) => index >= this.at && isPunctuator(candidate, ":"));
      const words = colon < 0 ? [] : this.tokens.slice(this.at, colon);
      const matches = this.isOfType(of, words, token);
      this.at = colon + 1;
      if (matches) chosen = this.at;
      if (words[0]?.text === "default") otherwise = this.at;
      this.skippingUnless(false, () => this.conditional());
    }
    this.expect(")");
    if (this.problem !== undefined) return this.zero;
    const end = this.at;
    const at = chosen ?? otherwise;
    if (at === undefined) return this.fail({ kind: "not-constant", token });
    this.at = at;
    const value = this.conditional();
    this.at = end;
    return value;
  }

  private isOfType(of: Constant, words: readonly Token[], token: Token): boolean {
    if (words.some(({ text }) => NOT_NUMBERS.has(text))) return false;
    const target = this.scope.castType(words);
    if (target !== undefined && (of.kind === "real") !== (typeof target === "string")) return false;
    if (of.kind === "real" && of.type !== undefined && target !== undefined) return target === of.type;
    // If several types have the same width, the operand's type must be certain.
    if (of.kind === "real" || typeof target !== "object" || target.base === undefined || of.type.base === undefined) {
      this.fail({ kind: "not-constant", token });
      return false;
    }
    return target.base === of.type.base && target.signed === of.type.signed;
  }

  private sizeOf(token: Token): Constant {
    const operator = token.text === "sizeof" ? "size" : "alignment";
    const text =
      operator === "size" ? sizeOfText(this.tokens, this.at, (type) => this.scope.sizeOfChar?.(type)) : undefined;
    if (text !== undefined) {
      this.at = text.end;
      return this.sizeConstant(text.bytes);
    }
    const inner = parenthesized(this.tokens, this.at);
    const bare = inner === undefined ? bareOperand(this.tokens, this.at) : [];
    const operand = inner ?? bare;
    const ofLiteral = operator === "size" ? this.sizeOfLiterals(operand) : undefined;
    if (inner !== undefined && ofLiteral !== undefined) {
      this.at += inner.length + 2;
      return this.sizeConstant(ofLiteral);
    }
    const size = operand.length === 0 ? undefined : this.scope.sizeOf(operator, operand);
    if (size === undefined) return this.fail({ kind: "unknown-size", token });
    this.at += inner === undefined ? bare.length : inner.length + 2;
    return this.sizeConstant(size);
  }

  /** `sizeof('a')` and `sizeof(1 + 1L)`; undefined if a name could say more of the type. */
  private sizeOfLiterals(tokens: readonly Token[]): number | undefined {
    const [first, more] = tokens;
    const wide = more === undefined && first?.kind === "character" ? wideCharacter(first.text) : undefined;
    if (wide !== undefined) return this.scope.sizeOfChar?.(wide);
    if (tokens.length === 0 || tokens.some(({ kind }) => kind === "identifier" || kind === "string")) return undefined;
    // A character is an `int` in C, and a `char` in C++.
    if (tokens.some(({ kind, text }) => kind === "character" && (!this.scope.wrapsAround || !text.startsWith("'")))) {
      return more === undefined && first?.text.startsWith("'") ? 1 : undefined;
    }
    const found = evaluate(tokens, this.scope);
    return found.ok && found.constant.kind === "integer" ? found.constant.type.bits / 8 : undefined;
  }

  private offsetOf(token: Token): Constant {
    const inner = parenthesized(this.tokens, this.at);
    const [type, member] = splitAtComma(inner ?? []);
    const offset = member === undefined ? undefined : this.scope.offsetOf(type, member);
    if (inner === undefined || offset === undefined) return this.fail({ kind: "unknown-size", token });
    this.at += inner.length + 2;
    return this.sizeConstant(offset);
  }

  private sizeConstant(size: number): Constant {
    return { kind: "integer", value: BigInt(size), type: this.sizeType() };
  }

  private sizeType(): IntegerType {
    const { size, sizeBase } = this.scope.widths;
    return { bits: size, signed: false, ...(sizeBase && { base: sizeBase }) };
  }

  private apply(operator: Token, left: Constant, right: Constant): Constant {
    if (this.problem !== undefined) return this.zero;
    if (left.kind === "real" || right.kind === "real") return this.applyReal(operator, left, right);
    if (operator.text === "<<" || operator.text === ">>") return this.shift(operator, left, right);
    const type = commonType(promoted(left.type, this.scope.widths), promoted(right.type, this.scope.widths));
    const a = wrap(left.value, type);
    const b = wrap(right.value, type);
    if (COMPARISONS.has(operator.text)) return this.int(compare(operator.text, a, b) ? 1n : 0n);
    if ((operator.text === "/" || operator.text === "%") && b === 0n)
      return this.fail({ kind: "division-by-zero", token: operator });
    return this.inRange(arithmetic(operator.text, a, b), type, operator);
  }

  private applyReal(operator: Token, left: Constant, right: Constant): Constant {
    const { text } = operator;
    const result = COMPARISONS.has(text)
      ? this.int(compare(text, ...realOperands(left, right)) ? 1n : 0n)
      : (realArithmetic(text, left, right) ?? this.fail({ kind: "not-constant", token: operator }));
    const isSure = this.scope.widths.excessPrecision !== true || [left, right, result].every(isShort);
    return isSure ? result : this.fail({ kind: "excess-precision", token: operator });
  }

  /** The result has the promoted left operand's type [C17 6.5.7p3]. */
  private shift(
    operator: Token,
    left: Constant & { kind: "integer" },
    right: Constant & { kind: "integer" },
  ): Constant {
    const type = promoted(left.type, this.scope.widths);
    if (right.value < 0n || right.value >= BigInt(type.bits)) return this.fail({ kind: "shift", token: operator });
    const value = operator.text === "<<" ? left.value << right.value : left.value >> right.value;
    return this.inRange(value, type, operator);
  }

  private inRange(value: bigint, type: IntegerType, operator: Token): Constant {
    // Compilers accept a shift into the sign bit as a constant: `1 << 31`. [GCC, C++ DR 1457]
    const wraps = this.scope.wrapsAround || operator.text === "<<";
    if (type.signed && !fits(value, type) && !wraps) return this.fail({ kind: "overflow", token: operator });
    return { kind: "integer", value: wrap(value, type), type };
  }

  private applyUnary(operator: Token, operand: Constant): Constant {
    if (operator.text === "!") return this.int(truth(operand) ? 0n : 1n);
    if (operand.kind === "real") {
      if (operator.text === "~") return this.fail({ kind: "not-constant", token: operator });
      return operator.text === "-" ? { ...operand, value: -operand.value } : operand;
    }
    const type = promoted(operand.type, this.scope.widths);
    if (operator.text === "~") return { kind: "integer", value: wrap(~operand.value, type), type };
    return operator.text === "-" ? this.inRange(-operand.value, type, operator) : { ...operand, type };
  }

  private converted(value: Constant, yes: Constant, no: Constant): Constant {
    if (yes.kind === "real" || no.kind === "real") {
      const type = realType(yes, no);
      return type === undefined ? { kind: "real", value: Number(value.value) } : cast(value, type);
    }
    const type = commonType(promoted(yes.type, this.scope.widths), promoted(no.type, this.scope.widths));
    return { kind: "integer", value: wrap(BigInt(value.value), type), type };
  }

  private int(value: bigint): Constant {
    return { kind: "integer", value, type: { bits: this.scope.widths.int, signed: true, base: "int" } };
  }

  private accept(text: string): boolean {
    if (!isPunctuator(this.tokens[this.at], text)) return false;
    this.at += 1;
    return true;
  }

  private expect(text: string): void {
    if (!this.accept(text))
      this.fail({ kind: "expected", what: `'${text}'`, token: this.tokens[this.at] ?? this.tokens.at(-1) });
  }

  private tooDeep(): Constant {
    const token = this.tokens[this.at] ?? this.tokens.at(-1);
    return this.fail(token === undefined ? { kind: "expected", what: "a value", token } : { kind: "too-deep", token });
  }
}
