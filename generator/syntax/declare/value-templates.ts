/** Values of `constexpr` variables and functions that are templates. [C++17 temp]p1, [temp.fct] */

import { type ConstantScope, type Evaluation, evaluate } from "../constants/evaluate.ts";
import type { Constant } from "../constants/literals.ts";
import { cast } from "../constants/operators.ts";
import { closing } from "../preprocess/brackets.ts";
import { isPunctuator, isWord, type Token } from "../preprocess/token.ts";
import type { Context } from "./context.ts";
import { callWith, functionAt } from "./functions.ts";
import type { Scope, Template } from "./symbols.ts";

/** Constants of a scope: types and constants can contain each other. */
type ConstantsIn = (scope: Scope) => ConstantScope;

/** `bits<uint16_t>` */
export function variableOf(
  template: Template,
  given: readonly (readonly Token[])[],
  scope: Scope,
  context: Context,
  constantsIn: ConstantsIn,
): Evaluation | undefined {
  return context.readFor(template, given, scope, context, ({ chunk }, own) => {
    const tokens = context.unit.tokens.slice(chunk.from, chunk.to);
    const begin = tokens.findIndex((token) => isPunctuator(token, "=") || isPunctuator(token, "{"));
    const isBraced = isPunctuator(tokens[begin], "{");
    const value = tokens.slice(begin + 1, isBraced ? (closing(tokens, begin) ?? begin + 1) - 1 : -1);
    const name = tokens.findIndex((token, at) => at < begin && token.text === template.name);
    const words = tokens.slice(0, name).filter(({ text }) => !SPECIFIERS.has(text));
    const inside = constantsIn(own);
    const found = evaluate(value, inside);
    const type = isWord(words[0], "auto") ? undefined : inside.castType(words);
    if (!found.ok || isWord(words[0], "auto")) return found;
    return type && { ...found, constant: cast(found.constant, type) };
  });
}

const SPECIFIERS: ReadonlySet<string> = new Set(["constexpr", "inline", "static", "const"]);

/**
 * `width<uint16_t>(3)`, and `most(3, 5)`, whose arguments say what the parameters are.
 * @param written the template's arguments; undefined if none are written
 */
export function callOf(
  template: Template,
  written: readonly (readonly Token[])[] | undefined,
  { values, token }: { readonly values: readonly Constant[]; readonly token: Token },
  scope: Scope,
  context: Context,
  constantsIn: ConstantsIn,
): Evaluation | undefined {
  const given = written ?? deduced(template, values, token, context);
  if (given === undefined) return undefined;
  return context.readFor(template, given, scope, context, ({ chunk }, own) => {
    const called = functionAt({ from: chunk.from, to: chunk.to, scope: own }, context);
    return called && callWith([called], values, token, () => constantsIn(own));
  });
}

/** The types of the values, where each type parameter is the type of a parameter: `template <class T> T most(T a, T b)`. */
function deduced(
  template: Template,
  values: readonly Constant[],
  token: Token,
  context: Context,
): readonly Token[][] | undefined {
  const { chunk, scope, parameters } = template;
  const called = functionAt({ from: chunk.from, to: chunk.to, scope }, context);
  const found = parameters.map(({ name }) => {
    const at = called?.parameters.findIndex(({ tokens }) => {
      const words = tokens.filter((word) => !isWord(word, "const"));
      return words.length === 2 && words[0]?.text === name;
    });
    const value = at === undefined ? undefined : values[at];
    return value && wordsOf(value, token);
  });
  return found.every((words) => words !== undefined) ? found : undefined;
}

/** `unsigned long`; undefined if the type of the value is not certain. */
function wordsOf({ type }: Constant, token: Token): Token[] | undefined {
  if (type === undefined || (typeof type === "object" && type.base === undefined)) return undefined;
  const text =
    typeof type === "string"
      ? type
      : type.base === "bool" || type.base === "plain char"
        ? type.base.replace("plain ", "")
        : `${type.signed ? "signed" : "unsigned"} ${type.base}`;
  return text.split(" ").map((word) => ({ ...token, kind: "identifier", text: word }));
}
