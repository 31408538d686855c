/** Runs the bodies of `constexpr` functions whose variables are numbers. [C++20 dcl.constexpr] */

import { closing, parenthesized } from "../preprocess/brackets.ts";
import { isPunctuator, isWord, type Token } from "../preprocess/token.ts";
import { type ConstantProblem, type ConstantScope, type Evaluation, evaluate } from "./evaluate.ts";
import type { Constant } from "./literals.ts";
import { cast, truth } from "./operators.ts";

/** How a statement ends. `return` also after a problem. */
type Flow = "next" | "break" | "continue" | "return";

type Variables = Map<string, Constant>;

/** Bounds how deeply statements nest. */
const MOST_TOKENS = 1000;

/**
 * @param tokens between the braces
 * @param maySpend false once the header's constants have taken too many steps
 */
export function runBody(
  tokens: readonly Token[],
  parameters: Variables,
  outer: ConstantScope,
  maySpend: () => boolean,
): Evaluation {
  return new Body(tokens, parameters, outer, maySpend).run();
}

class Body {
  private readonly tokens: readonly Token[];
  private readonly scope: ConstantScope;
  private readonly maySpend: () => boolean;
  /** Innermost first. */
  private readonly blocks: Variables[];
  private result: Evaluation | undefined;

  constructor(tokens: readonly Token[], parameters: Variables, outer: ConstantScope, maySpend: () => boolean) {
    this.tokens = tokens;
    this.blocks = [parameters];
    this.maySpend = maySpend;
    this.scope = {
      ...outer,
      constant: (name) => this.blockOf(name)?.get(name) ?? outer.constant(name),
      // The types of local variables are not known by name.
      sizeOf: (operator, operand) =>
        operand.some(({ text }) => this.blockOf(text)) ? undefined : outer.sizeOf(operator, operand),
      assign: (name, value) => {
        const block = this.blockOf(name);
        const type = block?.get(name)?.type;
        const held = type === undefined ? value : cast(value, type);
        block?.set(name, held);
        return block && held;
      },
    };
  }

  run(): Evaluation {
    const [first] = this.tokens;
    if (first === undefined || this.tokens.length > MOST_TOKENS || this.statements(0, this.tokens.length) !== "return")
      this.stop({ kind: "statements", token: first! });
    return this.result!;
  }

  private blockOf(name: string): Variables | undefined {
    return this.blocks.find((block) => block.has(name));
  }

  private stop(problem: ConstantProblem): Flow {
    this.result ??= { ok: false, problem };
    return "return";
  }

  private within(run: () => Flow): Flow {
    this.blocks.unshift(new Map());
    const flow = run();
    this.blocks.shift();
    return flow;
  }

  private statements(from: number, to: number): Flow {
    for (let at = from; at < to; at = this.endOf(at)) {
      const flow = this.statement(at);
      if (flow !== "next") return flow;
    }
    return "next";
  }

  private statement(at: number): Flow {
    const token = this.tokens[at];
    const end = this.endOf(at);
    if (token === undefined || !this.maySpend())
      return this.stop({ kind: "statements", token: token ?? this.tokens.at(-1)! });
    if (isPunctuator(token, "{")) return this.within(() => this.statements(at + 1, end - 1));
    switch (token.text) {
      case "return":
        this.result = evaluate(this.tokens.slice(at + 1, end - 1), this.scope);
        return "return";
      case "if":
        return this.within(() => this.branch(at));
      case "switch":
        return this.within(() => this.chosen(at));
      case "for":
        return this.within(() => this.counted(at));
      case "while":
        return this.loop(this.headAt(at), this.behindHead(at));
      case "do":
        return this.loop(this.headAt(this.endOf(at + 1)), at + 1, [], "body first");
      case "break":
      case "continue":
        return token.text;
      case "case":
      case "default":
      case "static_assert":
        return "next";
      default:
        if (NOT_RUN.has(token.text)) return this.stop({ kind: "statements", token });
        return this.simple(this.tokens.slice(at, end - 1));
    }
  }

  /** One past the statement's last token, or past a label. */
  private endOf(at: number): number {
    const token = this.tokens[at];
    if (isPunctuator(token, "{")) return this.closed(at);
    switch (token?.text) {
      case "if": {
        const end = this.endOf(this.behindHead(at));
        return isWord(this.tokens[end], "else") ? this.endOf(end + 1) : end;
      }
      case "for":
      case "while":
      case "switch":
        return this.endOf(this.behindHead(at));
      case "do":
        return this.behindHead(this.endOf(at + 1)) + 1;
      case "case":
      case "default":
        return this.find(":", at) + 1;
      default:
        return this.find(";", at) + 1;
    }
  }

  /** Index of the punctuator outside of brackets. */
  private find(text: string, from: number): number {
    let at = from;
    while (at < this.tokens.length && !isPunctuator(this.tokens[at], text)) at = this.closed(at);
    return Math.min(at, this.tokens.length);
  }

  private closed(at: number): number {
    return closing(this.tokens, at) ?? at + 1;
  }

  /** Index of the parenthesis behind `if`, `if constexpr`, `while` … */
  private openAt(at: number): number {
    return isWord(this.tokens[at + 1], "constexpr") ? at + 2 : at + 1;
  }

  private headAt(at: number): readonly Token[] {
    return parenthesized(this.tokens, this.openAt(at)) ?? [];
  }

  private behindHead(at: number): number {
    return at >= this.tokens.length ? at : this.closed(this.openAt(at));
  }

  private value(tokens: readonly Token[]): Constant | undefined {
    const found = evaluate(tokens, this.scope);
    if (found.ok) return found.constant;
    this.result = found;
    return undefined;
  }

  private branch(at: number): Flow {
    const [first, condition = first] = parted(this.headAt(at), ";");
    if (condition !== first && this.simple(first ?? []) === "return") return "return";
    const holds = this.value(condition ?? []);
    if (holds === undefined) return "return";
    const then = this.behindHead(at);
    if (truth(holds)) return this.statement(then);
    const end = this.endOf(then);
    return isWord(this.tokens[end], "else") ? this.statement(end + 1) : "next";
  }

  private chosen(at: number): Flow {
    const value = this.value(this.headAt(at));
    if (value === undefined) return "return";
    const [from, to] = [this.behindHead(at) + 1, this.endOf(at) - 1];
    let start: number | undefined;
    for (let label = from; label < to; label = this.endOf(label)) {
      if (isWord(this.tokens[label], "default")) start ??= label;
      if (!isWord(this.tokens[label], "case")) continue;
      const found = this.value(this.tokens.slice(label + 1, this.find(":", label)));
      if (found === undefined) return "return";
      if (found.value !== value.value) continue;
      start = label;
      break;
    }
    const flow = start === undefined ? "next" : this.statements(start, to);
    return flow === "break" ? "next" : flow;
  }

  private counted(at: number): Flow {
    const [first, condition, step, more] = parted(this.headAt(at), ";");
    if (first === undefined || condition === undefined || step === undefined || more !== undefined)
      return this.stop({ kind: "statements", token: this.tokens[at]! });
    if (this.simple(first) === "return") return "return";
    return this.loop(condition, this.behindHead(at), step);
  }

  private loop(
    condition: readonly Token[],
    body: number,
    step: readonly Token[] = [],
    begins: "condition first" | "body first" = "condition first",
  ): Flow {
    for (let isTested = begins === "condition first"; ; isTested = true) {
      const ended = isTested ? this.unlessHolds(condition) : undefined;
      if (ended !== undefined) return ended;
      const flow = this.statement(body);
      if (flow === "return" || flow === "break") return flow === "break" ? "next" : flow;
      if (this.simple(step) === "return") return "return";
    }
  }

  /** How a loop ends whose condition does not hold, or has no value. */
  private unlessHolds(condition: readonly Token[]): Flow | undefined {
    if (condition.length === 0) return undefined;
    const holds = this.value(condition);
    if (holds === undefined) return "return";
    return truth(holds) ? undefined : "next";
  }

  /** Declarations and expressions. */
  private simple(tokens: readonly Token[]): Flow {
    const [first, ...more] = parted(
      tokens.filter((token) => !QUALIFIERS.has(token.text)),
      ",",
    );
    if (first === undefined) return "next";
    const end = first.findIndex((token) => token.kind === "punctuator" && BEHIND_NAME.has(token.text));
    const name = first.at(end < 0 ? -1 : end - 1);
    const words = first.slice(0, (end < 0 ? first.length : end) - 1);
    const isAuto = words.length === 1 && isWord(words[0], "auto");
    const type = words.length === 0 || isAuto || name?.kind !== "identifier" ? undefined : this.scope.castType(words);
    if (!isAuto && type === undefined) {
      const isDone = [first, ...more].every((each) => this.value(each) !== undefined);
      return isDone ? "next" : "return";
    }
    for (const declared of [first.slice(words.length), ...more]) {
      const given = this.value(valueIn(declared));
      if (given === undefined) return "return";
      this.blocks[0]!.set(declared[0]!.text, type === undefined ? given : cast(given, type));
    }
    return "next";
  }
}

const NOT_RUN: ReadonlySet<string> = new Set("goto throw try using typedef struct union enum class asm".split(" "));
const QUALIFIERS: ReadonlySet<string> = new Set(["const", "constexpr", "static", "volatile"]);
const BEHIND_NAME: ReadonlySet<string> = new Set(["=", "{", "("]);

/** The value of `n = 1`, `n{1}`, `n(1)`; 0 for `n` and `n{}`. */
function valueIn(declared: readonly Token[]): readonly Token[] {
  const [name, open] = declared;
  const value = isPunctuator(open, "=") ? declared.slice(2) : declared.slice(2, -1);
  const inner = isPunctuator(value[0], "{") ? value.slice(1, -1) : value;
  return inner.length > 0 ? inner : [{ ...name!, kind: "number", text: "0" }];
}

/** Splits outside of brackets; nothing for no tokens. */
function parted(tokens: readonly Token[], at: ";" | ","): (readonly Token[])[] {
  const parts: (readonly Token[])[] = [];
  let from = 0;
  for (let index = 0; index < tokens.length; index = closing(tokens, index) ?? index + 1) {
    if (!isPunctuator(tokens[index], at)) continue;
    parts.push(tokens.slice(from, index));
    from = index + 1;
  }
  return tokens.length === 0 ? [] : [...parts, tokens.slice(from)];
}
