/** The macros in force: the header's own, the channel's `defines`, the compiler's, and last the vendors'. */

import type { ChannelPlan } from "../../channel-plan.ts";
import { sourceFile } from "../../source/source-file.ts";
import type { Macro, MacroTable } from "./macros.ts";
import { compilerMacros, type Language, VENDOR_FUNCTIONS, VENDOR_MACROS } from "./predefined.ts";
import { isPunctuator, type Token } from "./token.ts";
import { tokenize } from "./tokenize.ts";

export class MacroDefinitions implements MacroTable {
  private readonly defined = new Map<string, Macro>();
  /** Not visible to `#ifdef`. */
  private readonly vendor = new Map<string, Macro>();

  constructor(plan: ChannelPlan, language: Language) {
    for (const [name, text] of compilerMacros(plan.abi, plan.byteOrder, language)) this.define(objectLike(name, text));
    for (const [name, text] of plan.defines) this.define(channelMacro(name, text));
    for (const [name, text] of VENDOR_MACROS) this.vendor.set(name, objectLike(name, text));
    for (const [name, { parameter, body }] of VENDOR_FUNCTIONS) {
      this.vendor.set(name, { ...objectLike(name, body), parameters: [parameter] });
    }
  }

  get(name: string): Macro | undefined {
    return this.defined.get(name) ?? this.vendor.get(name);
  }

  isDefined(name: string): boolean {
    return this.defined.has(name);
  }

  define(macro: Macro): void {
    this.defined.set(macro.name, macro);
  }

  forget(name: string | undefined): void {
    if (name !== undefined) this.defined.delete(name);
  }

  names(): Iterable<string> {
    return this.defined.keys();
  }
}

/** @param rest what stands behind `#define`; `undefined` when it defines nothing */
export function defineMacro(rest: readonly Token[]): Macro | undefined {
  const [name, open] = rest;
  if (name?.kind !== "identifier" || name.text === "defined") return undefined;
  // Only a parenthesis right behind the name makes it function-like [C17 6.10.3p10].
  if (!isPunctuator(open, "(") || open?.afterBlank) {
    return { name: name.text, parameters: undefined, variadic: false, body: rest.slice(1) };
  }
  const close = rest.findIndex((token) => isPunctuator(token, ")"));
  const parameters = close < 0 ? undefined : parameterNames(rest.slice(2, close));
  if (parameters === undefined) return undefined;
  const variadic = parameters.at(-1) === "__VA_ARGS__" || isPunctuator(rest[close - 1], "...");
  return { name: name.text, parameters, variadic, body: rest.slice(close + 1) };
}

/** `...` stands for `__VA_ARGS__`; `args...` is GCC's form. */
function parameterNames(tokens: readonly Token[]): string[] | undefined {
  const names: string[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (isPunctuator(token, "...")) names.push("__VA_ARGS__");
    else if (token.kind === "identifier") names.push(token.text);
    else return undefined;
    if (isPunctuator(tokens[index + 1], "...")) index += 1;
    index += 1;
    if (index < tokens.length && !isPunctuator(tokens[index], ",")) return undefined;
  }
  return new Set(names).size === names.length ? names : undefined;
}

function objectLike(name: string, text: string): Macro {
  return { name, parameters: undefined, variadic: false, body: tokensOf(text) };
}

/** `defines = ALIGN(n)=…` is not offered: an INI value holds names and their text. */
function channelMacro(name: string, text: string): Macro {
  return objectLike(name, text);
}

/** Words of a channel's definition; the INI file has no longer ones. */
const MAX_DEFINE_TOKENS = 10_000;

function tokensOf(text: string): readonly Token[] {
  return tokenize(sourceFile("<defines>", "<defines>", Buffer.from(text, "utf8")), MAX_DEFINE_TOKENS).tokens;
}
