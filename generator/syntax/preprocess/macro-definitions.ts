/** The macros in force: the header's own, the channel's `defines`, the compiler's, and last the vendors'. */

import type { ChannelPlan } from "../../channel-plan.ts";
import { sourceFile } from "../../source/source-file.ts";
import { utf8Bytes } from "../../source/utf8.ts";
import type { ByteOrder } from "../../target.ts";
import { compilerFlags } from "../../targets/flags.ts";
import { type Language, predefinedMacros, VENDOR_MACROS } from "../../targets/predefined.ts";
import { commonDefinitions } from "../../targets/standard-headers.ts";
import type { Target } from "../../targets/target.ts";
import type { Macro, MacroTable } from "./macros.ts";
import { type Doubt, isPunctuator, type Token } from "./token.ts";
import { tokenize } from "./tokenize.ts";

const MICROSOFT_OPERATORS: ReadonlySet<string> = new Set(["__has_include", "__has_cpp_attribute"]);
const GNU_OPERATORS: ReadonlySet<string> = new Set([...MICROSOFT_OPERATORS, "__has_attribute", "__has_builtin"]);

export class MacroDefinitions implements MacroTable {
  private readonly defined = new Map<string, Macro>();
  /** Not visible to `#ifdef`. */
  private readonly vendor: ReadonlyMap<string, Macro>;
  /** What `#undef`, the channel's flags and the compiler leave undefined for certain. */
  private readonly certainlyNot: Set<string>;
  /** Names that a branch may have defined which is taken or not for an uncertain reason. */
  private readonly doubtful = new Map<string, Doubt>();
  /** `__has_include` and its like, which `#ifdef` asks for. */
  private readonly operators: ReadonlySet<string>;
  private counter = 0;

  constructor(plan: ChannelPlan, language: Language) {
    const { target, defines, undefines } = compilerFlags(plan);
    for (const macro of predefined(target, plan.byteOrder, language)) this.define(macro);
    this.define({ name: "__COUNTER__", parameters: undefined, variadic: false, body: [], special: "counter" });
    this.define({ name: "__LINE__", parameters: undefined, variadic: false, body: [], special: "line" });
    for (const [name, text] of [...defines, ...plan.defines]) {
      const macro = macroFrom(name, text);
      if (macro !== undefined) this.define(macro);
    }
    for (const name of undefines) this.defined.delete(name);
    this.certainlyNot = new Set(undefines);
    this.vendor = vendorMacros(target);
    this.operators = target.bitFields === "microsoft" ? MICROSOFT_OPERATORS : GNU_OPERATORS;
  }

  get(name: string): Macro | undefined {
    return this.defined.get(name) ?? (this.certainlyNot.has(name) ? undefined : this.vendor.get(name));
  }

  isDefined(name: string): boolean {
    return this.defined.has(name) || this.operators.has(name);
  }

  isVendor(name: string): boolean {
    return this.vendor.has(name);
  }

  /** Whether the name might be a macro of a header that is not at hand. */
  mayBeDefined(name: string): boolean {
    const reserved = /^_[_A-Z]/.test(name) && !this.vendor.has(name);
    return !this.defined.has(name) && !this.certainlyNot.has(name) && !reserved;
  }

  doubtOf(name: string): Doubt | undefined {
    return this.doubtful.get(name);
  }

  /** A branch that is not taken, for an uncertain reason, would define the name or take it back. */
  doubt(name: string, doubt: Doubt): void {
    const macro = this.defined.get(name);
    if (macro === undefined) this.doubtful.set(name, doubt);
    else this.defined.set(name, doubted(macro, doubt));
  }

  nextCount(): number {
    return this.counter++;
  }

  define(macro: Macro): void {
    this.defined.set(macro.name, macro);
    this.doubtful.delete(macro.name);
  }

  forget(name: string | undefined): void {
    if (name === undefined) return;
    this.defined.delete(name);
    this.certainlyNot.add(name);
    this.doubtful.delete(name);
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

/** Its tokens carry the doubt wherever they go; where it has none, an empty one does. */
export function doubted(macro: Macro, doubt: Doubt): Macro {
  const body =
    macro.body.length > 0 ? macro.body : tokensOf("x").map((token): Token => ({ ...token, kind: "other", text: "" }));
  return { ...macro, body: body.map((token) => ({ ...token, doubt })) };
}

/** @param head `NAME` or `NAME(a, b)`, as behind `-D` */
function macroFrom(head: string, text: string): Macro | undefined {
  return defineMacro(tokensOf(`${head} ${text}`));
}

/** The compiler's own macros are the same for all channels of a target. */
const predefinedCache = new WeakMap<Target, Map<string, readonly Macro[]>>();

function predefined(target: Target, byteOrder: ByteOrder, language: Language): readonly Macro[] {
  const known = predefinedCache.get(target) ?? new Map<string, readonly Macro[]>();
  predefinedCache.set(target, known);
  const key = `${byteOrder} ${language}`;
  const macros =
    known.get(key) ??
    [...predefinedMacros(target, byteOrder, language)].flatMap(([name, text]) => macroFrom(name, text) ?? []);
  known.set(key, macros);
  return macros;
}

const vendorCache = new WeakMap<Target, ReadonlyMap<string, Macro>>();

function vendorMacros(target: Target): ReadonlyMap<string, Macro> {
  const known = vendorCache.get(target);
  if (known !== undefined) return known;
  const lines = Object.entries(VENDOR_MACROS).map(([head, text]) => `${head} ${text}`);
  const macros = new Map<string, Macro>();
  for (const line of [...lines, ...commonDefinitions(target)]) {
    const macro = defineMacro(tokensOf(line));
    if (macro !== undefined && !macros.has(macro.name)) macros.set(macro.name, macro);
  }
  vendorCache.set(target, macros);
  return macros;
}

/** Words of a channel's definition; the INI file has no longer ones. */
const MAX_DEFINE_TOKENS = 10_000;

function tokensOf(text: string): readonly Token[] {
  return tokenize(sourceFile("<defines>", "<defines>", utf8Bytes(text)), MAX_DEFINE_TOKENS).tokens;
}
