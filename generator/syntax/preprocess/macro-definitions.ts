/** The active macros, by precedence: the header's, the channel's `defines`, the compiler's, the vendors'. */

import type { ByteOrder, ChannelPlan } from "../../plan/channel-plan.ts";
import { lineAt, type SourceFile, sourceFile } from "../../source/source-file.ts";
import { utf8Bytes } from "../../source/utf8.ts";
import type { CompilerMacros } from "../../targets/compiler-macros.ts";
import { type CompilerFlags, compilerFlags } from "../../targets/flags.ts";
import { type Language, SDCC_MACROS, VENDOR_MACROS } from "../../targets/predefined.ts";
import { commonDefinitions } from "../../targets/standard-headers.ts";
import type { Target } from "../../targets/target.ts";
import type { Macro, MacroTable } from "./macros.ts";
import { type Doubt, isPunctuator, type Token } from "./token.ts";
import { tokenize } from "./tokenize.ts";

export class MacroDefinitions implements MacroTable {
  private readonly defined = new Map<string, Macro>();
  /** Invisible to `#ifdef`. */
  private readonly vendor: ReadonlyMap<string, Macro>;
  /** All that `get` finds: the defined macros, and the vendors' others. */
  private readonly visible: Map<string, Macro>;
  /** Names that are certainly undefined, by `#undef`, by flags, or in the compiler. */
  private readonly certainlyNot: Set<string>;
  /** Names that a branch with an uncertain condition defines. */
  private readonly doubtful = new Map<string, Doubt>();
  private readonly compiler: CompilerMacros;
  private counter = 0;
  /** What `#pragma push_macro` keeps, by name. */
  private readonly kept = new Map<string, KeptMacro[]>();
  /** What `#line` adds to the lines of a file. */
  private readonly addedLines = new Map<SourceFile, number>();

  constructor(plan: ChannelPlan, language: Language) {
    const flags = compilerFlags(plan);
    const { target, defines, undefines } = flags;
    const own = predefined(flags, plan.byteOrder, language);
    this.compiler = own.compiler;
    this.vendor = vendorMacros(target);
    this.visible = new Map(this.vendor);
    for (const macro of own.macros) this.define(macro);
    for (const name of own.compiler.uncertain) this.doubt(name, doubtOfFlags(name));
    this.define({ name: "__COUNTER__", parameters: undefined, variadic: false, body: [], special: "counter" });
    this.define({ name: "__LINE__", parameters: undefined, variadic: false, body: [], special: "line" });
    for (const [name, text] of [...defines, ...plan.defines]) {
      const macro = macroFrom(name, text);
      if (macro !== undefined) this.define(macro);
    }
    for (const name of undefines) {
      this.defined.delete(name);
      this.visible.delete(name);
    }
    this.certainlyNot = new Set(undefines);
  }

  get(name: string): Macro | undefined {
    return this.visible.get(name);
  }

  isDefined(name: string): boolean {
    return this.defined.has(name) || this.compiler.answer("defined", name) === "1";
  }

  /** The value of `__has_attribute(packed)` and the like; undefined if unknown. */
  answer(question: string, name: string): string | undefined {
    return this.compiler.answer(question, name);
  }

  isVendor(name: string): boolean {
    return this.vendor.has(name);
  }

  /** True if a missing header may define the name, or if it is a reserved name that no table lists. */
  mayBeDefined(name: string): boolean {
    if (this.defined.has(name) || this.certainlyNot.has(name)) return false;
    return this.vendor.has(name) || !isReserved(name) || !this.isAbsent(name);
  }

  /** True if a compiler version without a table may define the name. */
  mayBeCompilers(name: string): boolean {
    return this.compiler.isOwnForm(name) && !this.isAbsent(name);
  }

  /** True if the target's compiler certainly does not define this reserved name. */
  private isAbsent(name: string): boolean {
    return this.compiler.answer("defined", name) !== undefined || this.compiler.isAbsent(name);
  }

  doubtOf(name: string): Doubt | undefined {
    return this.doubtful.get(name);
  }

  /** The doubt about a macro's text or existence. */
  bodyDoubt(name: string): Doubt | undefined {
    const macro = this.defined.get(name);
    // A body that was not read has no doubt: a doubtful one was.
    if (macro instanceof UnreadMacro) return undefined;
    return macro?.body.find((token) => token.doubt !== undefined)?.doubt;
  }

  /** Records that a skipped branch with an uncertain condition defines or undefines the name. */
  doubt(name: string, doubt: Doubt): void {
    const macro = this.defined.get(name);
    if (macro === undefined) this.doubtful.set(name, doubt);
    else this.set(doubted(macro, doubt));
  }

  /** Takes a doubt back that turned out to be none. */
  settle(name: string, doubt: Doubt): void {
    if (this.doubtful.get(name) === doubt) this.doubtful.delete(name);
    const macro = this.defined.get(name);
    if (macro === undefined || this.bodyDoubt(name) !== doubt) return;
    const body = macro.body.filter(({ text }) => text !== "").map(({ doubt: _, ...token }) => token);
    this.set({ ...macro, body });
  }

  nextCount(): number {
    return this.counter++;
  }

  lineOf({ file, start }: Token): number {
    return lineAt(file, start) + (this.addedLines.get(file) ?? 0);
  }

  /** The line behind the directive has the number; without one, lines count as they are. [C17 6.10.4] */
  numberLines(directive: Token, number?: number): void {
    const { file, start } = directive;
    this.addedLines.set(file, number === undefined ? 0 : number - lineAt(file, start) - 1);
  }

  define(macro: Macro): void {
    this.set(macro);
    this.doubtful.delete(macro.name);
  }

  private set(macro: Macro): void {
    this.defined.set(macro.name, macro);
    this.visible.set(macro.name, macro);
  }

  forget(name: string | undefined): void {
    if (name === undefined) return;
    this.defined.delete(name);
    this.visible.delete(name);
    this.certainlyNot.add(name);
    this.doubtful.delete(name);
  }

  /** `#pragma push_macro("NAME")` [GCC 6.62.9] */
  keep(name: string): void {
    const kept = this.kept.get(name) ?? [];
    this.kept.set(name, kept);
    kept.push({
      macro: this.defined.get(name),
      visible: this.visible.get(name),
      isCertainlyNot: this.certainlyNot.has(name),
      doubt: this.doubtful.get(name),
    });
  }

  /** `#pragma pop_macro("NAME")`, which does nothing without its push. */
  restore(name: string): void {
    const kept = this.kept.get(name)?.pop();
    if (kept === undefined) return;
    put(this.defined, name, kept.macro);
    put(this.visible, name, kept.visible);
    put(this.doubtful, name, kept.doubt);
    if (kept.isCertainlyNot) this.certainlyNot.add(name);
    else this.certainlyNot.delete(name);
  }

  names(): Iterable<string> {
    return this.defined.keys();
  }
}

interface KeptMacro {
  /** Undefined if the name was not defined. */
  readonly macro: Macro | undefined;
  readonly visible: Macro | undefined;
  readonly isCertainlyNot: boolean;
  readonly doubt: Doubt | undefined;
}

function put<T>(map: Map<string, T>, name: string, value: T | undefined): void {
  if (value === undefined) map.delete(name);
  else map.set(name, value);
}

/**
 * @param rest tokens after `#define`
 * @returns undefined if it defines nothing
 */
export function defineMacro(rest: readonly Token[]): Macro | undefined {
  const [name, open] = rest;
  if (name?.kind !== "identifier" || name.text === "defined") return undefined;
  // The macro is function-like only if the parenthesis directly follows the name [C17 6.10.3p10].
  if (!isPunctuator(open, "(") || open?.afterBlank) {
    if (open?.unread !== undefined) return new UnreadMacro(name.text, open.unread);
    return { name: name.text, parameters: undefined, variadic: false, body: rest.slice(1) };
  }
  const close = rest.findIndex((token) => isPunctuator(token, ")"));
  const parameters = close < 0 ? undefined : parameterNames(rest.slice(2, close));
  if (parameters === undefined) return undefined;
  const variadic = parameters.at(-1) === "__VA_ARGS__" || isPunctuator(rest[close - 1], "...");
  return { name: name.text, parameters, variadic, body: rest.slice(close + 1) };
}

/** An object-like macro whose body is split into tokens with its first use. */
class UnreadMacro implements Macro {
  readonly name: string;
  readonly parameters = undefined;
  readonly variadic = false;
  private readonly read: () => readonly Token[];

  constructor(name: string, read: () => readonly Token[]) {
    this.name = name;
    this.read = read;
  }

  get body(): readonly Token[] {
    return this.read();
  }
}

/** `...` becomes `__VA_ARGS__`; `args...` is GCC's form. */
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

/** Marks the macro's tokens as uncertain. An empty macro gets an empty token that carries the doubt. */
export function doubted(macro: Macro, doubt: Doubt): Macro {
  const body =
    macro.body.length > 0 ? macro.body : tokensOf("x").map((token): Token => ({ ...token, kind: "other", text: "" }));
  return { ...macro, body: body.map((token) => ({ ...token, doubt })) };
}

/** @param head `NAME` or `NAME(a, b)`, as after `-D` */
function macroFrom(head: string, text: string): Macro | undefined {
  return defineMacro(tokensOf(`${head} ${text}`));
}

/** Channels with the same flags share the compiler's macros. */
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

/** True for names reserved for compiler and library. [C17 7.1.3] */
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
  const lines = Object.entries(target.name === "sdcc" ? { ...VENDOR_MACROS, ...SDCC_MACROS } : VENDOR_MACROS).map(
    ([head, text]) => `${head} ${text}`,
  );
  const macros = new Map<string, Macro>();
  for (const line of [...lines, ...commonDefinitions(target)]) {
    const macro = defineMacro(tokensOf(line));
    if (macro !== undefined && !macros.has(macro.name)) macros.set(macro.name, macro);
  }
  vendorCache.set(target, macros);
  return macros;
}

/** Limit for the tokens of a definition; the configuration file allows no longer values. */
const MAX_DEFINE_TOKENS = 10_000;

function tokensOf(text: string): readonly Token[] {
  return tokenize(sourceFile("<defines>", "<defines>", utf8Bytes(text)), MAX_DEFINE_TOKENS).tokens;
}
