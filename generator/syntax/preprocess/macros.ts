/** Macro definitions and their expansion [C17 6.10.3]. The expansion is iterative, with limits on its output. */

import { closing } from "./brackets.ts";
import { isPunctuator, isWord, type Token } from "./token.ts";

export interface Macro {
  readonly name: string;
  /** Absent for an object-like macro. */
  readonly parameters: readonly string[] | undefined;
  readonly variadic: boolean;
  readonly body: readonly Token[];
  /** `__LINE__` and `__COUNTER__` have a replacement that depends on the position. */
  readonly special?: "line" | "counter";
}

export interface MacroTable {
  get(name: string): Macro | undefined;
  /** Value of the next `__COUNTER__`. */
  nextCount(): number;
  /** Value of `__LINE__` at the token. */
  lineOf(token: Token): number;
}

/** Maximum number of tokens that one run of text may expand to. */
export const MAX_EXPANSION = 200_000;
const MAX_DEPTH = 200;
/** Maximum length of a pasted or stringized token. */
const MAX_TOKEN_LENGTH = 4096;

/** A problem in an expansion, with its token. */
export type ExpansionProblem =
  | { readonly kind: "arguments"; readonly token: Token; readonly expected: number; readonly given: number }
  | { readonly kind: "unclosed"; readonly token: Token }
  | { readonly kind: "too-large"; readonly token: Token };

/** Macros that produced a token: they are not replaced in it again [C17 6.10.3.4]. */
interface HideSet {
  readonly name: string;
  readonly next: HideSet | undefined;
  readonly depth: number;
}

interface Hidden {
  readonly token: Token;
  readonly hidden: HideSet | undefined;
}

interface Pending {
  readonly tokens: readonly Token[];
  next: number;
  /** Hide set of each token; absent if all are empty. */
  readonly hidden?: readonly (HideSet | undefined)[];
}

/**
 * Hot path: most tokens are not macros and are copied.
 * @param place in a condition, the name behind a macro's `defined` stays
 */
export function expandMacros(
  tokens: readonly Token[],
  macros: MacroTable,
  problems: ExpansionProblem[],
  place: "text" | "condition" = "text",
): Token[] {
  const first = tokens.findIndex((token) => token.kind === "identifier" && macros.get(token.text) !== undefined);
  if (first < 0) return tokens.slice();
  const output = tokens.slice(0, first);
  const base: Pending = { tokens, next: first };
  const expander = new Expander(macros, problems, MAX_EXPANSION + tokens.length, place);
  for (let token = tokens[base.next]; token !== undefined && expander.left > 0; token = tokens[base.next]) {
    if (token.kind !== "identifier" || macros.get(token.text) === undefined) {
      output.push(token);
      base.next += 1;
      continue;
    }
    for (const entry of expander.expand([base], 0, "one")) output.push(entry.token);
  }
  return output;
}

class Expander {
  private readonly macros: MacroTable;
  private readonly problems: ExpansionProblem[];
  /** Number of tokens that may still be produced, including arguments. */
  left: number;
  private readonly place: "text" | "condition";

  constructor(macros: MacroTable, problems: ExpansionProblem[], left: number, place: "text" | "condition") {
    this.macros = macros;
    this.problems = problems;
    this.left = left;
    this.place = place;
  }

  /** @param extent `one`: stop when only source tokens are left on the stack */
  expand(stack: Pending[], depth: number, extent: "one" | "all"): Hidden[] {
    const output: Hidden[] = [];
    for (let entry = take(stack); entry !== undefined; entry = take(stack)) {
      if (this.left-- <= 0) {
        this.problems.push({ kind: "too-large", token: entry.token });
        return output;
      }
      const { token, hidden } = entry;
      const macro = token.kind === "identifier" ? this.macros.get(token.text) : undefined;
      const isName =
        macro === undefined ||
        isHidden(hidden, macro.name) ||
        (hidden?.depth ?? 0) > MAX_DEPTH ||
        (this.place === "condition" && isTested(output));
      const replacement = isName ? undefined : this.replace(macro, entry, stack, depth);
      if (replacement === undefined) output.push(entry);
      else stack.push(relocated(replacement, token));
      if (extent === "one" && isSpent(stack)) return output;
    }
    return output;
  }

  /** Undefined if the name stays unchanged: a function-like macro without arguments is an ordinary name. */
  private replace(macro: Macro, { token, hidden: around }: Hidden, stack: Pending[], depth: number) {
    const hidden: HideSet = { name: macro.name, next: around, depth: (around?.depth ?? 0) + 1 };
    if (macro.special !== undefined) {
      const text = String(macro.special === "line" ? this.macros.lineOf(token) : this.macros.nextCount());
      return [{ token: { ...token, kind: "number" as const, text }, hidden }];
    }
    const { parameters } = macro;
    if (parameters === undefined)
      return paste(
        macro.body.map((part) => ({ token: part, hidden })),
        hidden,
      );
    if (!isPunctuator(peek(stack), "(")) return undefined;
    const given = takeArguments(stack, macro);
    if (given === undefined || depth > MAX_DEPTH) {
      this.problems.push({ kind: "unclosed", token });
      return undefined;
    }
    if (!hasRightCount(macro, given)) {
      this.problems.push({ kind: "arguments", token, expected: parameters.length, given: given.length });
      return undefined;
    }
    const replacement = new Substitution(this, { macro, given, hidden, depth }).run();
    if (replacement === undefined) this.problems.push({ kind: "too-large", token });
    return replacement;
  }
}

interface Call {
  readonly macro: Macro;
  readonly given: readonly Hidden[][];
  readonly hidden: HideSet;
  readonly depth: number;
}

/** A macro's body with the arguments of one call. Each method takes one form, and returns the index after it; 0 for another form. */
class Substitution {
  private readonly expander: Expander;
  private readonly call: Call;
  private readonly last: number;
  private readonly expanded: Hidden[][] = [];
  private readonly output: Hidden[] = [];

  constructor(expander: Expander, call: Call) {
    this.expander = expander;
    this.call = call;
    this.last = call.given.length - 1;
  }

  /** Undefined if it is too large. */
  run(): Hidden[] | undefined {
    for (let at = 0; at < this.call.macro.body.length; ) {
      const end = this.text(at) || this.optional(at) || this.rest(at) || this.argument(at) || this.plain(at);
      if (end < 0) return undefined;
      at = end;
    }
    return paste(this.output, this.call.hidden);
  }

  /** `#parameter` */
  private text(at: number): number {
    const { macro, given, hidden } = this.call;
    const operator = macro.body[at]!;
    const position = isPunctuator(operator, "#") ? this.parameterAt(at + 1) : -1;
    if (position < 0) return 0;
    this.output.push({ token: stringized(given[position] ?? [], operator), hidden });
    return at + 2;
  }

  /** `__VA_OPT__(tokens)` */
  private optional(at: number): number {
    const { macro } = this.call;
    const { body, variadic } = macro;
    if (!variadic || !isWord(body[at], "__VA_OPT__") || !isPunctuator(body[at + 1], "(")) return 0;
    const end = closing(body, at + 1, { brackets: "()" }) ?? body.length + 1;
    if (this.expandedArgument(this.last).length > 0) {
      const inner = { ...macro, body: body.slice(at + 2, end - 1) };
      this.output.push(...(new Substitution(this.expander, { ...this.call, macro: inner }).run() ?? []));
    }
    return end;
  }

  /** `, ## __VA_ARGS__`: the comma is dropped if there are no variable arguments, and nothing is pasted. [GCC cpp 3.6] */
  private rest(at: number): number {
    const { macro, given, hidden } = this.call;
    const { body, variadic } = macro;
    const isRest = variadic && isPunctuator(body[at], ",") && isPunctuator(body[at + 1], "##");
    if (!isRest || this.parameterAt(at + 2) !== this.last) return 0;
    if ((given[this.last] ?? []).length > 0) this.output.push({ token: body[at]!, hidden });
    for (const entry of this.expandedArgument(this.last)) this.output.push(entry);
    return at + 3;
  }

  /** -1 if it is too large. */
  private argument(at: number): number {
    const { macro, given, hidden } = this.call;
    const { body } = macro;
    const position = this.parameterAt(at);
    if (position < 0) return 0;
    const argument = given[position] ?? [];
    if (this.output.length + argument.length > this.expander.left) return -1;
    const isPasted = isPunctuator(body[at - 1], "##") || isPunctuator(body[at + 1], "##");
    for (const entry of isPasted ? argument : this.expandedArgument(position)) this.output.push(entry);
    if (isPasted && argument.length === 0)
      this.output.push({ token: { ...body[at]!, kind: "other", text: "" }, hidden });
    return at + 1;
  }

  private plain(at: number): number {
    const { macro, hidden } = this.call;
    this.output.push({ token: macro.body[at]!, hidden });
    return at + 1;
  }

  private parameterAt(at: number): number {
    const { body, parameters = [] } = this.call.macro;
    const token = body[at];
    return token?.kind === "identifier" ? parameters.indexOf(token.text) : -1;
  }

  private expandedArgument(index: number): Hidden[] {
    const { given, depth } = this.call;
    this.expanded[index] ??= this.expander.expand([asPending(given[index] ?? [])], depth + 1, "all");
    return this.expanded[index];
  }
}

/** True behind `defined` and `defined (`. [GCC cpp, 4.2.3] */
function isTested(output: readonly Hidden[]): boolean {
  const last = output.at(isPunctuator(output.at(-1)?.token, "(") ? -2 : -1);
  return isWord(last?.token, "defined");
}

/** True if all replacements are consumed. The source tokens below are not considered. */
function isSpent(stack: readonly Pending[]): boolean {
  return stack.every(({ tokens, next }, index) => index === 0 || next >= tokens.length);
}

function asPending(entries: readonly Hidden[]): Pending {
  return { tokens: entries.map(({ token }) => token), next: 0, hidden: entries.map(({ hidden }) => hidden) };
}

function take(stack: Pending[]): Hidden | undefined {
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const token = top.tokens[top.next];
    if (token !== undefined) {
      top.next += 1;
      return { token, hidden: top.hidden?.[top.next - 1] };
    }
    stack.pop();
  }
  return undefined;
}

function peek(stack: readonly Pending[]): Token | undefined {
  for (let index = stack.length - 1; index >= 0; index--) {
    const token = stack[index]?.tokens[stack[index]?.next ?? 0];
    if (token !== undefined) return token;
  }
  return undefined;
}

/** The arguments of a call that begins with the next `(`; undefined if the `)` is missing. */
function takeArguments(stack: Pending[], macro: Macro): Hidden[][] | undefined {
  take(stack);
  const named = macro.parameters?.length ?? 0;
  const found: Hidden[][] = [[]];
  let depth = 0;
  for (let entry = take(stack); entry !== undefined; entry = take(stack)) {
    const { token } = entry;
    if (isPunctuator(token, ")") && depth === 0) return found;
    if (isPunctuator(token, "(")) depth += 1;
    if (isPunctuator(token, ")")) depth -= 1;
    const separates = isPunctuator(token, ",") && depth === 0 && !(macro.variadic && found.length >= named);
    if (separates) found.push([]);
    else found.at(-1)?.push(entry);
  }
  return undefined;
}

function hasRightCount(macro: Macro, given: Hidden[][]): boolean {
  const expected = macro.parameters?.length ?? 0;
  if (expected === 0) return given.length === 1 && given[0]?.length === 0;
  // `LOG("x")` for `#define LOG(format, ...)`: the variable arguments may be omitted.
  if (macro.variadic && given.length === expected - 1) given.push([]);
  return given.length === expected;
}

/** Problems in a replacement are reported where the macro is used. */
function relocated(entries: readonly Hidden[], use: Token): Pending {
  const { file, start, end } = use;
  const tokens = entries.map(({ token }, index) => {
    const startsLine = index === 0 && use.startsLine;
    const afterBlank = index === 0 ? use.afterBlank : token.afterBlank;
    const { kind, text, doubt, operand, unread, isName } = token;
    // Most tokens have nothing else, and a copy of all properties takes V8 much longer.
    return (doubt ?? operand ?? unread ?? isName) === undefined
      ? { kind, text, file, start, end, startsLine, afterBlank }
      : { ...token, file, start, end, startsLine, afterBlank };
  });
  return { ...asPending(entries), tokens };
}

/** `a ## b` → `ab` [C17 6.10.3.3]; an empty argument disappears. */
function paste(entries: readonly Hidden[], hidden: HideSet): Hidden[] {
  const output: Hidden[] = [];
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index]!;
    const left = output.at(-1)?.token;
    const right = entries[index + 1]?.token;
    if (!isPunctuator(entry.token, "##") || left === undefined || right === undefined) {
      output.push(entry);
      continue;
    }
    const text = left.text + right.text;
    if (text.length <= MAX_TOKEN_LENGTH)
      output[output.length - 1] = { token: { ...left, text, kind: kindOf(text) }, hidden };
    index += 1;
  }
  return output.filter(({ token }) => isVisible(token));
}

/** Ignores empty tokens that only carry a doubt. */
function isVisible(token: Token): boolean {
  return token.text !== "" || token.doubt !== undefined;
}

function kindOf(text: string): Token["kind"] {
  if (/^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(text)) return "identifier";
  if (/^\.?[0-9][\w.']*$/.test(text)) return "number";
  return /^[^\w\s"']{1,3}$/.test(text) ? "punctuator" : "other";
}

function stringized(argument: readonly Hidden[], operator: Token): Token {
  const text = argument
    .map(({ token }, index) => {
      const escaped =
        token.kind === "string" || token.kind === "character" ? token.text.replace(/["\\]/g, "\\$&") : token.text;
      return index > 0 && token.afterBlank ? ` ${escaped}` : escaped;
    })
    .join("");
  return { ...operator, kind: "string", text: `"${text.slice(0, MAX_TOKEN_LENGTH)}"` };
}

function isHidden(hidden: HideSet | undefined, name: string): boolean {
  for (let entry = hidden; entry !== undefined; entry = entry.next) if (entry.name === name) return true;
  return false;
}
