/** The macros in force: the header's own, the channel's `defines`, the compiler's, and last the vendors'. */

import type { ByteOrder, ChannelPlan } from "../../plan/channel-plan.ts";
import { sourceFile } from "../../source/source-file.ts";
import { utf8Bytes } from "../../source/utf8.ts";
import type { CompilerMacros } from "../../targets/compiler-macros.ts";
import { type CompilerFlags, compilerFlags } from "../../targets/flags.ts";
import { type Language, VENDOR_MACROS } from "../../targets/predefined.ts";
import { commonDefinitions } from "../../targets/standard-headers.ts";
import type { Target } from "../../targets/target.ts";
import type { Macro, MacroTable } from "./macros.ts";
import { type Doubt, isPunctuator, type Token } from "./token.ts";
import { tokenize } from "./tokenize.ts";

export class MacroDefinitions implements MacroTable {
  private readonly defined = new Map<string, Macro>();
  /** Not visible to `#ifdef`. */
  private readonly vendor: ReadonlyMap<string, Macro>;
  /** What `#undef`, the channel's flags and the compiler leave undefined for certain. */
  private readonly certainlyNot: Set<string>;
  /** Names that a branch may have defined which is taken or not for an uncertain reason. */
  private readonly doubtful = new Map<string, Doubt>();
  private readonly compiler: CompilerMacros;
  private counter = 0;

  constructor(plan: ChannelPlan, language: Language) {
    const flags = compilerFlags(plan);
    const { target, defines, undefines } = flags;
    const own = predefined(flags, plan.byteOrder, language);
    this.compiler = own.compiler;
    for (const macro of own.macros) this.define(macro);
    for (const name of own.compiler.uncertain) this.doubt(name, doubtOfFlags(name));
    this.define({ name: "__COUNTER__", parameters: undefined, variadic: false, body: [], special: "counter" });
    this.define({ name: "__LINE__", parameters: undefined, variadic: false, body: [], special: "line" });
    for (const [name, text] of [...defines, ...plan.defines]) {
      const macro = macroFrom(name, text);
      if (macro !== undefined) this.define(macro);
    }
    for (const name of undefines) this.defined.delete(name);
    this.certainlyNot = new Set(undefines);
    this.vendor = vendorMacros(target);
  }

  get(name: string): Macro | undefined {
    return this.defined.get(name) ?? (this.certainlyNot.has(name) ? undefined : this.vendor.get(name));
  }

  isDefined(name: string): boolean {
    return this.defined.has(name) || this.compiler.answer("defined", name) === "1";
  }

  /** Of `__has_attribute(packed)` and its like the number; undefined: not known. */
  answer(question: string, name: string): string | undefined {
    return this.compiler.answer(question, name);
  }

  isVendor(name: string): boolean {
    return this.vendor.has(name);
  }

  /** Whether the name might be a macro of a header that is not at hand, or a reserved one that no table has. */
  mayBeDefined(name: string): boolean {
    if (this.defined.has(name) || this.certainlyNot.has(name)) return false;
    return this.vendor.has(name) || !isReserved(name) || !this.isAbsent(name);
  }

  /** A version of the compiler of which no table tells may have the name. */
  mayBeCompilers(name: string): boolean {
    return this.compiler.isOwnForm(name) && !this.isAbsent(name);
  }

  /** The target's compiler does not have this reserved name. */
  private isAbsent(name: string): boolean {
    return this.compiler.answer("defined", name) !== undefined || this.compiler.isAbsent(name);
  }

  doubtOf(name: string): Doubt | undefined {
    return this.doubtful.get(name);
  }

  /** Of a macro whose text, or whose being there, is uncertain. */
  bodyDoubt(name: string): Doubt | undefined {
    return this.defined.get(name)?.body.find((token) => token.doubt !== undefined)?.doubt;
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

/** The compiler's own macros are the same for all channels with the same flags. */
const predefinedCache = new WeakMap<CompilerFlags, Map<string, Predefined>>();

interface Predefined {
  readonly compiler: CompilerMacros;
  readonly macros: readonly Macro[];
}

function predefined(flags: CompilerFlags, byteOrder: ByteOrder, language: Language): Predefined {
  const known = predefinedCache.get(flags) ?? new Map<string, Predefined>();
  predefinedCache.set(flags, known);
  const key = `${byteOrder} ${language}`;
  let found = known.get(key);
  if (found === undefined) {
    const compiler = flags.macros(byteOrder, language);
    found = { compiler, macros: [...compiler.macros].flatMap(([name, text]) => macroFrom(name, text) ?? []) };
    known.set(key, found);
  }
  return found;
}

/** Names that are the compiler's and the library's. [C17 7.1.3] */
function isReserved(name: string): boolean {
  return /^_[_A-Z]/.test(name);
}

function doubtOfFlags(name: string): Doubt {
  return {
    on: `'${name}', which the channel's 'cflags' do not settle`,
    hint: `say what the compiler says: 'defines = ${name}=…', or 'cflags = -U${name}'`,
    where: "here",
  };
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
