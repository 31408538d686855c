/** Macro definitions and their expansion [C17 6.10.3]: iterative, and bounded in what it may produce. */

import { lineAt } from "../../source/source-file.ts";
import { closing } from "./brackets.ts";
import { isPunctuator, isWord, type Token } from "./token.ts";

export interface Macro {
  readonly name: string;
  /** Absent for an object-like macro. */
  readonly parameters: readonly string[] | undefined;
  readonly variadic: boolean;
  readonly body: readonly Token[];
  /** `__LINE__`, `__COUNTER__`: the replacement depends on the place. */
  readonly special?: "line" | "counter";
}

export interface MacroTable {
  get(name: string): Macro | undefined;
  /** Value of the next `__COUNTER__`. */
  nextCount(): number;
}

/** Tokens that one run of text may expand to; a header that needs more is not meant well. */
export const MAX_EXPANSION = 200_000;
const MAX_DEPTH = 200;
/** Characters of one pasted or stringized token. */
const MAX_TOKEN_LENGTH = 4096;

/** What went wrong in an expansion, and at which token. */
export type ExpansionProblem =
  | { readonly kind: "arguments"; readonly token: Token; readonly expected: number; readonly given: number }
  | { readonly kind: "unclosed"; readonly token: Token }
  | { readonly kind: "too-large"; readonly token: Token };

/** Names whose replacement a token comes from: they are not replaced again in it [C17 6.10.3.4]. */
interface HideSet {
  readonly name: string;
  readonly next: HideSet | undefined;
  readonly depth: number;
}

interface Pending {
  readonly tokens: readonly Token[];
  next: number;
  readonly hidden: HideSet | undefined;
  /** Hide sets of single tokens, where they differ (arguments carry their own). */
  readonly own?: ReadonlyMap<Token, HideSet | undefined>;
}

interface Hidden {
  readonly token: Token;
  readonly hidden: HideSet | undefined;
}

/** Hot: most tokens of a header are no macros and go straight through. */
export function expandMacros(tokens: readonly Token[], macros: MacroTable, problems: ExpansionProblem[]): Token[] {
  const first = tokens.findIndex((token) => token.kind === "identifier" && macros.get(token.text) !== undefined);
  if (first < 0) return tokens.slice();
  const output = tokens.slice(0, first);
  const base: Pending = { tokens, next: first, hidden: undefined };
  const budget = { left: MAX_EXPANSION + tokens.length };
  for (let token = tokens[base.next]; token !== undefined && budget.left > 0; token = tokens[base.next]) {
    if (token.kind !== "identifier" || macros.get(token.text) === undefined) {
      output.push(token);
      base.next += 1;
      continue;
    }
    for (const entry of expand([base], macros, problems, budget, 0, "one")) output.push(entry.token);
  }
  return output;
}

/**
 * @param budget tokens left to produce, shared with the expansions of arguments
 * @param extent `one`: until nothing but the source is left on the stack
 */
function expand(
  stack: Pending[],
  macros: MacroTable,
  problems: ExpansionProblem[],
  budget: { left: number },
  depth: number,
  extent: "one" | "all",
): Hidden[] {
  const output: Hidden[] = [];
  for (let entry = take(stack); entry !== undefined; entry = take(stack)) {
    if (budget.left-- <= 0) {
      problems.push({ kind: "too-large", token: entry.token });
      return output;
    }
    const macro = entry.token.kind === "identifier" ? macros.get(entry.token.text) : undefined;
    const isName = macro === undefined || isHidden(entry.hidden, macro.name) || (entry.hidden?.depth ?? 0) > MAX_DEPTH;
    const replacement = isName ? undefined : replace(macro, entry, stack, macros, problems, budget, depth);
    if (replacement === undefined) output.push(entry);
    else stack.push(replacement);
    if (extent === "one" && isSpent(stack)) return output;
  }
  return output;
}

/** All replacements are used up; the source below them is not looked at. */
function isSpent(stack: readonly Pending[]): boolean {
  for (let index = 1; index < stack.length; index++) {
    const pending = stack[index]!;
    if (pending.next < pending.tokens.length) return false;
  }
  return true;
}

/** `undefined`: the name stays as it is (a function-like macro without arguments is just a name). */
function replace(
  macro: Macro,
  use: Hidden,
  stack: Pending[],
  macros: MacroTable,
  problems: ExpansionProblem[],
  budget: { left: number },
  depth: number,
): Pending | undefined {
  const hidden: HideSet = { name: macro.name, next: use.hidden, depth: (use.hidden?.depth ?? 0) + 1 };
  if (macro.special !== undefined) {
    const text = String(macro.special === "line" ? lineAt(use.token.file, use.token.start) : macros.nextCount());
    return { tokens: [{ ...use.token, kind: "number", text }], next: 0, hidden };
  }
  if (macro.parameters === undefined) return { tokens: relocate(paste(macro.body), use.token), next: 0, hidden };
  if (!isPunctuator(peek(stack), "(")) return undefined;
  const given = takeArguments(stack, macro);
  if (given === undefined || depth > MAX_DEPTH) {
    problems.push({ kind: "unclosed", token: use.token });
    return undefined;
  }
  if (!hasRightCount(macro, given)) {
    problems.push({ kind: "arguments", token: use.token, expected: macro.parameters.length, given: given.length });
    return undefined;
  }
  const expandArgument = (argument: readonly Hidden[]): Hidden[] =>
    expand([asPending(argument)], macros, problems, budget, depth + 1, "all");
  const replacement = substitute(macro, given, use, hidden, expandArgument, budget.left);
  if (replacement === undefined) problems.push({ kind: "too-large", token: use.token });
  return replacement;
}

function asPending(entries: readonly Hidden[]): Pending {
  const own = new Map(entries.map((entry) => [entry.token, entry.hidden]));
  return { tokens: entries.map((entry) => entry.token), next: 0, hidden: undefined, own };
}

function take(stack: Pending[]): Hidden | undefined {
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const token = top.tokens[top.next];
    if (token !== undefined) {
      top.next += 1;
      return { token, hidden: top.own?.has(token) ? top.own.get(token) : top.hidden };
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

/** The arguments of a call whose `(` comes next; `undefined` when its `)` is missing. */
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
  // `LOG("x")` for `#define LOG(format, ...)`: the variable arguments may be left out.
  if (macro.variadic && given.length === expected - 1) given.push([]);
  return given.length === expected;
}

function substitute(
  macro: Macro,
  given: readonly Hidden[][],
  use: Hidden,
  hidden: HideSet,
  expandArgument: (argument: readonly Hidden[]) => Hidden[],
  most: number,
): Pending | undefined {
  const tokens: Token[] = [];
  const own = new Map<Token, HideSet | undefined>();
  const expanded = new Map<number, Hidden[]>();
  const argumentOf = (token: Token | undefined): number =>
    token?.kind === "identifier" ? (macro.parameters?.indexOf(token.text) ?? -1) : -1;
  const append = (entry: Hidden): void => {
    const copy = { ...entry.token };
    own.set(copy, entry.hidden);
    tokens.push(copy);
  };
  for (let index = 0; index < macro.body.length; index++) {
    const token = macro.body[index]!;
    const following = argumentOf(macro.body[index + 1]);
    if (isPunctuator(token, "#") && following >= 0) {
      tokens.push(stringized(given[following] ?? [], token));
      index += 1;
      continue;
    }
    if (macro.variadic && isWord(token, "__VA_OPT__") && isPunctuator(macro.body[index + 1], "(")) {
      const end = (closing(macro.body, index + 1, { brackets: "()" }) ?? macro.body.length + 1) - 1;
      const last = given.at(-1) ?? [];
      if (expandArgument(last).length > 0) {
        const inner = substitute(
          { ...macro, body: macro.body.slice(index + 2, end) },
          given,
          use,
          hidden,
          expandArgument,
          most,
        );
        for (const [at, piece] of (inner?.tokens ?? []).entries())
          append({ token: piece, hidden: inner?.own?.get(inner.tokens[at]!) });
      }
      index = end;
      continue;
    }
    const position = argumentOf(token);
    // GCC: `, ## __VA_ARGS__` loses its comma where there are no further arguments, and pastes nothing. [GCC cpp 3.6]
    if (
      isPunctuator(token, ",") &&
      macro.variadic &&
      isPunctuator(macro.body[index + 1], "##") &&
      argumentOf(macro.body[index + 2]) === given.length - 1
    ) {
      const rest = given.at(-1) ?? [];
      if (rest.length > 0) tokens.push(token);
      for (const entry of expandArgument(rest)) append(entry);
      index += 2;
      continue;
    }
    if (position < 0) {
      tokens.push(token);
      continue;
    }
    const argument = given[position] ?? [];
    if (tokens.length + argument.length > most) return undefined;
    const pasted = isPunctuator(macro.body[index - 1], "##") || isPunctuator(macro.body[index + 1], "##");
    if (!pasted && !expanded.has(position)) expanded.set(position, expandArgument(argument));
    for (const entry of pasted ? argument : (expanded.get(position) ?? [])) append(entry);
    if (pasted && argument.length === 0) tokens.push({ ...token, kind: "other", text: "" });
  }
  return relocated(paste(tokens), own, use.token, hidden);
}

function relocated(
  tokens: readonly Token[],
  own: ReadonlyMap<Token, HideSet | undefined>,
  use: Token,
  hidden: HideSet,
): Pending {
  const moved = relocate(tokens, use);
  const ownMoved = new Map<Token, HideSet | undefined>();
  tokens.forEach((token, index) => {
    const copy = moved[index];
    if (copy !== undefined && own.has(token)) ownMoved.set(copy, own.get(token));
  });
  return { tokens: moved, next: 0, hidden, own: ownMoved };
}

/** Problems in a replacement are shown where the macro is used. */
function relocate(tokens: readonly Token[], use: Token): Token[] {
  const { file, start, end } = use;
  return tokens.map((token, index) => ({
    ...token,
    file,
    start,
    end,
    startsLine: index === 0 && use.startsLine,
    afterBlank: index === 0 ? use.afterBlank : token.afterBlank,
  }));
}

/** `a ## b` → `ab` [C17 6.10.3.3]; empty arguments vanish. */
function paste(tokens: readonly Token[]): Token[] {
  if (!tokens.some((token) => isPunctuator(token, "##"))) return tokens.filter(isVisible);
  const output: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    const left = output.at(-1);
    const right = tokens[index + 1];
    if (!isPunctuator(token, "##") || left === undefined || right === undefined) {
      output.push(token);
      continue;
    }
    const text = left.text + right.text;
    if (text.length <= MAX_TOKEN_LENGTH) output[output.length - 1] = { ...left, text, kind: kindOf(text) };
    index += 1;
  }
  return output.filter(isVisible);
}

/** An empty token that a doubt hangs on goes along. */
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
