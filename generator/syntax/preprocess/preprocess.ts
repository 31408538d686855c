/** Preprocesses headers into the tokens that a compiler parses. Follows conditions, macros, includes and `#pragma pack`. */

import { posix } from "node:path";
import { dictionary } from "../../../runtime/lib/dictionary.ts";
import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { ByteOrder, ChannelPlan } from "../../plan/channel-plan.ts";
import type { HeaderReader } from "../../source/header-reader.ts";
import { type SourceFile, sourceFile, spanOf } from "../../source/source-file.ts";
import { utf8Bytes } from "../../source/utf8.ts";
import { compilerFlags, hasTrigraphs, knowsElifdef, knowsTrue, targetOf } from "../../targets/flags.ts";
import { isOfVendor, type Language } from "../../targets/predefined.ts";
import {
  FEATURES,
  isLibraryMacro,
  isOfCLibrary,
  isSystemHeader,
  maySay,
  standardHeader,
} from "../../targets/standard-headers.ts";
import { ActiveComments, type Region } from "./active-comments.ts";
import { Conditionals } from "./conditionals.ts";
import type { ConditionFacts } from "./conditions.ts";
import { describeExpansion } from "./expansion-problem.ts";
import { forcedIncludes, includeName, resolveInclude } from "./include.ts";
import { includeGuard } from "./include-guard.ts";
import { isDirective, lineEnd, textEnd } from "./lines.ts";
import { defineMacro, doubted, MacroDefinitions } from "./macro-definitions.ts";
import { type ExpansionProblem, expandMacros, type Macro } from "./macros.ts";
import { type Pack, PackState } from "./pack.ts";
import { pragmaOperand } from "./pragma-operand.ts";
import { type Comment, type Doubt, doubtLast, isPunctuator, isWord, joined, type Token, tokenSpan } from "./token.ts";
import { type TokenizedFile, tokenize } from "./tokenize.ts";
import { unreadableHeader } from "./unreadable-header.ts";
import { LeftOutFunctions } from "./whole-functions.ts";

export interface TranslationUnit {
  readonly tokens: readonly Token[];
  /** Changes by pragmas, by their first token, ascending. */
  readonly packs: readonly PragmaState[];
  /** Indices where listed headers begin. */
  readonly roots: readonly number[];
  /** Comments in compiled regions. */
  readonly comments: readonly Comment[];
  /** In the order of first reading. */
  readonly files: readonly SourceFile[];
  /** Object-like macros that are defined at the end, for constants and hints. */
  readonly macros: MacroDefinitions;
  /** As written in `#include`, for files that are not in the include path. */
  readonly missingIncludes: readonly string[];
  /** Parts of files that no inclusion compiles; each begins behind the directive's word. */
  readonly inactive: readonly (Region & { readonly file: SourceFile })[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What pragmas say of the structs behind them. */
export interface PragmaState {
  readonly from: number;
  readonly pack: Pack;
  /** `#pragma scalar_storage_order` of GCC's C. [GCC 6.62.11] */
  readonly storageOrder: ByteOrder | undefined;
  /** `<stdint.h>` was included, whatever unknown macros say. */
  readonly hasIntegers: boolean;
}

interface LoadedFile extends TokenizedFile {
  readonly file: SourceFile;
  readonly guard: string | undefined;
  /** Names that the file defines anywhere. */
  readonly defines: ReadonlySet<string>;
}

const OF_INTEGERS: ReadonlySet<string> = new Set(["stdint.h", "cstdint", "inttypes.h", "cinttypes"]);

const MAX_INCLUDE_DEPTH = 100;
/** Limit for all headers together, counting each inclusion. */
const MAX_TOKENS = 1_500_000;

/**
 * The channel's headers as one translation unit, in the order of `header_files`. Unlike in C, packing does not leak from
 * one
 * listed header to the next, and two headers may have the same include guard.
 */
export function preprocess(plan: ChannelPlan, reader: HeaderReader, language: Language): TranslationUnit {
  const unit = new Preprocessor(plan, reader, language);
  unit.readFirst(forcedIncludes(compilerFlags(plan).includes, reader));
  for (const name of plan.headerFiles) unit.readListed(name);
  return unit.finish();
}

class Preprocessor {
  private readonly plan: ChannelPlan;
  private readonly reader: HeaderReader;
  private readonly diagnostics: Diagnostic[] = [];
  private readonly macros: MacroDefinitions;
  private readonly pack: PackState;
  private readonly tokens: Token[] = [];
  private readonly packs: PragmaState[] = [];
  /** By header. */
  private readonly timesRead = new Map<string, number>();
  private storageOrder: ByteOrder | undefined;
  private hasIntegers = false;
  private readonly roots: number[] = [];
  private readonly comments = new ActiveComments();
  private readonly tokenized = new Map<string, LoadedFile>();
  private readonly preprocessed = new Set<SourceFile>();
  /** Names that a header that was read defines anywhere, also where a condition skips it. */
  private readonly namesOfDefines = new Set<string>();
  private readonly once = new Set<string>();
  private readonly stack: string[] = [];
  private readonly missingIncludes = new Set<string>();
  private readonly inactive = new Map<SourceFile, readonly Region[]>();
  /** Reserved names that are only tested, and that nothing is known to define. */
  private readonly assumed = new Set<string>();
  private tokensRead = 0;
  private exhausted = false;
  private readonly standard = new Set<SourceFile>();
  /** Doubt about the text before the next token. */
  private pendingDoubt: Doubt | undefined;
  /** Doubt about everything up to the end of the header. */
  private standingDoubt: Doubt | undefined;
  private readonly language: Language;
  private readonly leftOut = new LeftOutFunctions();
  /** The packing if each uncertain condition were decided the other way. */
  private readonly otherPack: PackState;
  /** Why the two differ. */
  private packDoubt: Doubt | undefined;
  /** Headers that were read under a doubt, and where their tokens are. */
  private readonly doubtful = new Map<SourceFile, { readonly doubt: Doubt; readonly from: number; to: number }>();
  /** Headers that only a skipped branch includes, which may be compiled. */
  private readonly maybeIncluded = new Map<SourceFile, Doubt>();

  constructor(plan: ChannelPlan, reader: HeaderReader, language: Language) {
    this.plan = plan;
    this.reader = reader;
    this.language = language;
    this.macros = new MacroDefinitions(plan, language);
    const replace = (tokens: readonly Token[]) => expandMacros(tokens, this.macros, []);
    this.pack = new PackState(this.diagnostics, targetOf(plan), replace);
    this.otherPack = new PackState([], targetOf(plan), replace);
    const given = [...compilerFlags(plan).defines, ...plan.defines];
    for (const [head, text] of given) this.leftOut.noteMacro(`${head} ${text}`);
  }

  readFirst(file: SourceFile): void {
    if (file.text !== "") this.preprocessFile(loadedFile(file));
  }

  readListed(name: string): void {
    const read = this.reader.read(name);
    if (read.kind !== "file") {
      this.diagnostics.push(unreadableHeader(name, read, this.plan, this.reader));
      return;
    }
    if (this.tokenized.has(read.file.name)) return;
    const file = this.load(read.file);
    const { guard } = file;
    if (guard !== undefined && !this.plan.defines.has(guard)) this.macros.forget(guard);
    this.standingDoubt = undefined;
    this.storageOrder = undefined;
    this.hasIntegers = false;
    this.roots.push(this.tokens.length);
    this.notePack();
    this.preprocessFile(file);
    this.pack.finishFile();
    this.otherPack.finishFile();
    this.packDoubt = undefined;
    this.notePack();
  }

  finish(): TranslationUnit {
    // The text is incomplete and an error is reported: parsing a million tokens more would take minutes.
    if (this.exhausted) for (const each of [this.tokens, this.packs, this.roots]) each.length = 0;
    return {
      tokens: this.tokens,
      packs: this.packs,
      roots: this.roots,
      comments: this.comments.all(),
      files: [...this.tokenized.values()].flatMap(({ file }) => (this.standard.has(file) ? [] : [file])),
      macros: this.macros,
      missingIncludes: [...this.missingIncludes],
      inactive: [...this.inactive].flatMap(([file, regions]) => regions.map((region) => ({ ...region, file }))),
      diagnostics: [...this.diagnostics, ...this.assumptions()],
    };
  }

  private assumptions(): Diagnostic[] {
    const names = [...this.assumed].filter((name) => !this.namesOfDefines.has(name));
    return names.length === 0 ? [] : [report(SYNTAX, "N160", undefined, { channel: this.plan.name, names })];
  }

  private load(file: SourceFile): LoadedFile {
    const known = this.tokenized.get(file.name);
    if (known !== undefined) return known;
    const loaded = loadedFile(file);
    this.tokenized.set(file.name, loaded);
    for (const name of loaded.defines) this.namesOfDefines.add(name);
    if (loaded.unclosedComment !== undefined) {
      const span = spanOf(file, loaded.unclosedComment, loaded.unclosedComment + 2);
      this.diagnostics.push(report(SYNTAX, "E101", span, {}));
    }
    if (hasTrigraphs(this.plan)) this.diagnostics.push(...trigraphs(loaded));
    return loaded;
  }

  /** True if the header was read before and its guard surrounds all of it. */
  private isSkippedByGuard({ file, tokens, guard }: LoadedFile): boolean {
    if (guard === undefined || !this.preprocessed.has(file) || !this.macros.isDefined(guard)) return false;
    // Directives before the guard apply again.
    return (tokens[1]?.text ?? "").startsWith("if") && this.macros.bodyDoubt(guard) === undefined;
  }

  /** @param outer the doubt of the `#include` */
  private preprocessFile(loaded: LoadedFile, outer?: Doubt): void {
    const { file } = loaded;
    let { tokens } = loaded;
    if (this.exhausts(tokens.length, file)) return;
    if (outer === undefined) this.settle(loaded);
    if (this.isSkippedByGuard(loaded)) return;
    const read = outer && { doubt: outer, from: this.tokens.length, to: this.tokens.length };
    if (read !== undefined) this.doubtful.set(file, read);
    this.preprocessed.add(file);
    this.stack.push(file.name);
    if (tokens[0] !== undefined) this.macros.numberLines(tokens[0]);
    const conditionals = new Conditionals(this.diagnostics, this.factsOf(loaded), outer);
    let at = 0;
    while (at < tokens.length && !this.exhausted) {
      const token = tokens[at]!;
      if (token.kind === "function" && conditionals.active && !this.leavesOut(token, conditionals.doubt)) {
        tokens = withFunctions(tokens.slice(at));
        at = 0;
        this.exhausts(tokens.length, file);
      } else at = this.part(tokens, at, conditionals, loaded);
    }
    conditionals.finish();
    const skipped = conditionals.skipped(file.text.length);
    this.comments.add(loaded.comments, skipped);
    if (!this.standard.has(file)) this.inactive.set(file, inBoth(this.inactive.get(file), skipped));
    if (read !== undefined) read.to = this.tokens.length;
    this.stack.pop();
  }

  private factsOf({ file, guard }: LoadedFile): ConditionFacts {
    return {
      macros: this.macros,
      charSigned: targetOf(this.plan).charSigned,
      knowsElifdef: knowsElifdef(this.plan),
      knowsTrue: knowsTrue(this.plan, this.language),
      hasInclude: (argument) => this.hasInclude(argument, file.name),
      uncertain: (name, question) => (name === guard ? undefined : this.uncertain(name, question)),
    };
  }

  /** A header that was read under a doubt is included without one: what it says is certain. */
  private settle({ file, defines }: LoadedFile): void {
    const maybe = this.maybeIncluded.get(file);
    if (maybe !== undefined) for (const name of defines) this.macros.settle(name, maybe);
    const read = this.doubtful.get(file);
    if (read === undefined) return;
    this.doubtful.delete(file);
    for (let at = read.from; at < read.to; at++) {
      const { doubt, ...token } = this.tokens[at]!;
      if (doubt === read.doubt) this.tokens[at] = token;
    }
    for (const name of defines) this.macros.settle(name, read.doubt);
  }

  /** A directive, the text up to the next one, or a function that is left out. @returns the index behind it */
  private part(tokens: readonly Token[], at: number, conditionals: Conditionals, loaded: LoadedFile): number {
    if (tokens[at]!.kind === "function") return at + 1;
    const directive = isDirective(tokens[at]);
    const end = directive ? lineEnd(tokens, at) : textEnd(tokens, at);
    if (!directive) {
      if (conditionals.active) this.text(tokens.slice(at, end), conditionals.doubt);
      else if (conditionals.doubt !== undefined) this.skippedText(tokens.slice(at, end), conditionals.doubt);
    } else if (end > at + 1) this.directive(tokens[at + 1]!, tokens.slice(at + 2, end), conditionals, loaded);
    return end;
  }

  private leavesOut(token: Token, doubt: Doubt | undefined): boolean {
    const isSure = this.language === "c" && (doubt ?? this.standingDoubt ?? this.packDoubt) === undefined;
    if (!isSure || !this.leftOut.take(token, this.tokens, this.roots, this.macros)) return false;
    this.pendingDoubt = undefined;
    return true;
  }

  /** The doubt if a missing header, or a compiler version without a table, may define the name. */
  private uncertain(name: string, question: "defined" | "value"): Doubt | undefined {
    const known = this.macros.doubtOf(name);
    if (known !== undefined || !this.macros.mayBeDefined(name)) return known;
    const missing = [...this.missingIncludes];
    const isVendor = this.macros.isVendor(name);
    // A missing header includes the standard headers, whose macros have the same values everywhere.
    if (question === "value" && isVendor && missing.length > 0) return undefined;
    const project = missing.filter((path) => !isSystemHeader(path));
    const say = `say what holds: 'defines = ${name}=…', or 'cflags = -U${name}'`;
    const on = `'${name}', which no header that was read defines`;
    if (project.length > 0) {
      const hint = `not found: ${project.slice(0, 3).join(", ")}; put it into the include path, or ${say}`;
      return { on, hint, where: "here" };
    }
    const reserved = isVendor ? undefined : this.doubtOfReserved(name, question, say);
    if (reserved !== undefined) return reserved;
    if (!isVendor && isLibraryMacro(name) && missing.length + this.standard.size > 0) {
      if (question === "value" || maySay([...missing, ...this.standardNames()], name))
        return { on: `'${name}', a macro of the C library with an unknown value`, hint: say, where: "here" };
      this.assumed.add(name);
    }
    return isVendor && missing.length === 0 ? this.doubtOfVendor(name, question, on) : undefined;
  }

  /** The text uses a macro of chips, or of a standard header, that no header which it includes defines. */
  private doubtOfVendor(name: string, question: "defined" | "value", on: string): Doubt | undefined {
    if (question === "defined" && isOfVendor(name)) return undefined;
    const standard = this.standardNames();
    if (question === "defined" && standard.length > 0 && !maySay(standard, name)) {
      this.assumed.add(name);
      return undefined;
    }
    return { on, hint: "include the standard header that defines it", where: "here" };
  }

  /** Compilers leave such a name undefined, too. Only its value could be another one. [D58] */
  private doubtOfReserved(name: string, question: "defined" | "value", say: string): Doubt | undefined {
    if (!this.macros.mayBeCompilers(name) || this.namesOfDefines.has(name)) return undefined;
    const kernel = [...this.missingIncludes].filter(definesReserved).slice(0, 3);
    if (kernel.length > 0) {
      const on = `'${name}', which no header that was read defines`;
      return { on, hint: `not found: ${kernel.join(", ")}; ${say}`, where: "here" };
    }
    if (question === "value")
      return { on: `'${name}', a reserved name that no table of this compiler has`, hint: say, where: "here" };
    this.assumed.add(name);
    return undefined;
  }

  /** Text that may be compiled: only its pragmas reach beyond it. */
  private skippedText(tokens: readonly Token[], doubt: Doubt): void {
    const expanded = expandMacros(tokens, this.macros, []);
    for (let at = 0; at < expanded.length; at++) {
      const operand = pragmaOperand(expanded, at);
      if (operand !== undefined) this.skippedPragma(operand.line, doubt);
    }
  }

  private skippedDirective(word: Token, rest: readonly Token[], doubt: Doubt, { file, guard }: LoadedFile): void {
    const [name] = rest;
    if (word.text === "pragma") this.skippedPragma(rest, doubt);
    else if (word.text === "include") this.skippedInclude(rest, doubt, file);
    else if (name !== undefined && name.text !== guard && /^(?:define|undef)$/.test(word.text))
      this.macros.doubt(name.text, doubt);
  }

  private skippedInclude(rest: readonly Token[], doubt: Doubt, from: SourceFile): void {
    const name = includeName(rest) ?? includeName(expandMacros(rest, this.macros, []));
    if (name === undefined) return;
    const found = this.resolve(name.path, name.quoted, from.name);
    // Such a header is one pragma.
    const packing = found === undefined && PACKING_HEADER.test(name.path) ? this.standardHeader(name.path) : undefined;
    if (packing !== undefined) this.skippedPragma(this.load(packing).tokens.slice(2), doubt);
    else if (found !== undefined) this.skippedHeader(found, doubt);
  }

  /** A header that may be included: its macros and pragmas reach beyond it. */
  private skippedHeader(file: SourceFile, doubt: Doubt): void {
    const loaded = loadedFile(file);
    const isRead = this.once.has(file.name) || this.isSkippedByGuard(loaded) || this.maybeIncluded.has(file);
    if (isRead || this.stack.includes(file.name) || this.stack.length >= MAX_INCLUDE_DEPTH) return;
    this.maybeIncluded.set(file, doubt);
    this.stack.push(file.name);
    const { tokens } = loaded;
    const conditionals = new Conditionals([], this.factsOf(loaded));
    for (let at = 0; at < tokens.length; ) {
      const end = isDirective(tokens[at]) ? lineEnd(tokens, at) : textEnd(tokens, at);
      const isCondition = this.isCondition(tokens.slice(at, end), conditionals);
      if (!isCondition && (conditionals.active || conditionals.doubt !== undefined))
        this.skippedLines(tokens.slice(at, end), doubt, loaded);
      at = end;
    }
    this.stack.pop();
  }

  private isCondition([hash, word, ...rest]: readonly Token[], conditionals: Conditionals): boolean {
    return isDirective(hash) && word !== undefined && conditionals.handle(word, rest) !== undefined;
  }

  /** A directive, or the text up to the next one. */
  private skippedLines(tokens: readonly Token[], doubt: Doubt, loaded: LoadedFile): void {
    const [hash, word, ...rest] = tokens;
    if (!isDirective(hash)) this.skippedText(withFunctions(tokens), doubt);
    else if (word !== undefined) this.skippedDirective(word, rest, doubt, loaded);
  }

  private skippedPragma([name, ...rest]: readonly Token[], doubt: Doubt): void {
    if (name === undefined) return;
    if (isWord(name, "pack")) {
      this.otherPack.apply(name, rest);
      this.comparePacks(doubt);
    } else if (Object.hasOwn(LAYOUT_PRAGMAS, name.text))
      this.standingDoubt = LAYOUT_PRAGMAS[name.text]!.test(joined(rest)) ? undefined : doubt;
  }

  private comparePacks(doubt: Doubt | undefined): void {
    this.packDoubt = this.pack.isAs(this.otherPack) ? undefined : (this.packDoubt ?? doubt);
  }

  private text(tokens: readonly Token[], doubt: Doubt | undefined): void {
    const problems: ExpansionProblem[] = [];
    const expanded = expandMacros(tokens, this.macros, problems);
    const odd = new Map<Token, Doubt>();
    for (const problem of problems) {
      const diagnostic = describeExpansion(problem);
      this.diagnostics.push(diagnostic);
      odd.set(problem.token, {
        on: `a macro that cannot be replaced (${diagnostic.message})`,
        hint: "correct its use",
        where: "here",
      });
    }
    const around = doubt ?? this.standingDoubt ?? this.packDoubt;
    for (let at = 0; at < expanded.length; at++) {
      const token = expanded[at]!;
      if (token.text === "") {
        this.pendingDoubt ??= token.doubt;
        if (token.doubt !== undefined) doubtLast(this.tokens, token.doubt);
        continue;
      }
      const operand = pragmaOperand(expanded, at);
      if (operand !== undefined) {
        this.pragma(token, operand.line, token.file, doubt);
        at = operand.end - 1;
        continue;
      }
      const own = token.doubt ?? odd.get(token) ?? around ?? this.pendingDoubt;
      this.tokens.push(own === undefined || own === token.doubt ? token : { ...token, doubt: own });
      this.pendingDoubt = undefined;
    }
  }

  /** @param rest the tokens of the line behind its word */
  private directive(word: Token, rest: readonly Token[], conditionals: Conditionals, loaded: LoadedFile): void {
    const handled = conditionals.handle(word, rest);
    if (handled !== undefined) {
      if (handled.doubt !== undefined) this.pendingDoubt = { ...handled.doubt, where: "before" };
      return;
    }
    const { doubt } = conditionals;
    if (!conditionals.active) {
      if (doubt !== undefined) this.skippedDirective(word, rest, doubt, loaded);
      return;
    }
    switch (word.text) {
      case "define":
        // The guard only says that the header was read.
        this.define(word, rest, rest[0]?.text === loaded.guard ? undefined : doubt);
        break;
      case "undef":
        this.macros.forget(rest[0]?.text);
        break;
      case "include":
      case "include_next":
      case "import":
        this.include(word, rest, loaded.file, doubt);
        break;
      case "pragma":
        this.pragma(word, rest, loaded.file, doubt);
        break;
      case "line":
        this.numberLines(word, expandMacros(rest, this.macros, [])[0]);
        break;
      case "error": {
        const text = lineText(loaded.file, rest);
        this.diagnostics.push(report(SYNTAX, "W139", tokenSpan(word, rest.at(-1)), { text }));
        this.pendingDoubt = {
          on: `#error ${text}`,
          hint: "choose the branch that was compiled, in 'defines'",
          where: "before",
        };
        break;
      }
      default:
        // `# 33 "rig.h"` of preprocessed text.
        if (word.kind === "number") this.numberLines(word, word);
    }
  }

  private numberLines(directive: Token, number: Token | undefined): void {
    // `#line 010` is line 10. [C17 6.10.4p3]
    if (number !== undefined && /^\d+$/.test(number.text)) this.macros.numberLines(directive, Number(number.text));
  }

  private define(word: Token, rest: readonly Token[], doubt: Doubt | undefined): void {
    const macro: Macro | undefined = defineMacro(rest);
    this.leftOut.noteDefinition(word, rest.at(-1) ?? word);
    if (macro === undefined) this.diagnostics.push(report(SYNTAX, "W138", tokenSpan(word, rest.at(-1) ?? word), {}));
    else this.macros.define(doubt === undefined ? macro : doubted(macro, doubt));
  }

  private pragma(word: Token, rest: readonly Token[], file: SourceFile, doubt: Doubt | undefined): void {
    const [name] = rest;
    if (isWord(name, "once")) this.once.add(file.name);
    this.keepMacro(rest);
    if (name !== undefined && isWord(name, "pack")) {
      this.pack.apply(name, rest.slice(1));
      if (doubt === undefined) this.otherPack.apply(name, rest.slice(1));
      this.comparePacks(doubt);
      this.notePack();
    }
    const text = name?.text ?? "";
    if (text === "scalar_storage_order" && this.followsOrder(joined(rest.slice(1)))) return;
    const end = Object.hasOwn(LAYOUT_PRAGMAS, text) ? LAYOUT_PRAGMAS[text] : undefined;
    // Solaris aligns variables by `#pragma align 4 (a, b)`.
    if (end !== undefined && (text !== "align" || isPunctuator(rest[1], "="))) {
      const ends = end.test(joined(rest.slice(1)));
      this.diagnostics.push(report(SYNTAX, "W140", tokenSpan(word, rest.at(-1)), { name: text }));
      this.standingDoubt = ends
        ? undefined
        : { on: `#pragma ${text}, which is not followed`, hint: "leave it out, in the firmware too", where: "here" };
    }
  }

  private keepMacro(rest: readonly Token[]): void {
    const macro = keptMacro(rest);
    if (macro === undefined) return;
    if (isWord(rest[0], "push_macro")) this.macros.keep(macro);
    else this.macros.restore(macro);
  }

  /** False where the compiler ignores it: in C++, and clang. [GCC 12, Clang 19] */
  private followsOrder(order: string): boolean {
    if (this.language !== "c" || targetOf(this.plan).compiler.family !== "gcc") return false;
    const found = /^(big|little)-endian$|^default$/.exec(order);
    if (found === null) return false;
    this.storageOrder = found[1] as ByteOrder | undefined;
    this.notePack();
    return true;
  }

  private notePack(): void {
    const { storageOrder, hasIntegers } = this;
    this.packs.push({ from: this.tokens.length, pack: this.pack.current, storageOrder, hasIntegers });
  }

  private include(word: Token, rest: readonly Token[], from: SourceFile, doubt: Doubt | undefined): void {
    const name = includeName(rest) ?? includeName(expandMacros(rest, this.macros, []));
    if (name === undefined) {
      this.diagnostics.push(report(SYNTAX, "W141", tokenSpan(word, rest.at(-1) ?? word), {}));
      return;
    }
    const found = this.resolve(name.path, name.quoted, from.name);
    // `#include_next`: after the include path come the compiler's own headers.
    const isNext = word.text === "include_next" && found !== undefined && this.stack.includes(found.name);
    const read = (isNext ? undefined : found) ?? this.standardHeader(name.path);
    if (found === undefined) this.systemHeader(name.path, word, doubt);
    if (read !== undefined && this.once.has(read.name)) this.readOnce(read, doubt);
    else if (read === undefined) this.missing(name.path);
    // Skip a header that is already being read: include cycles are allowed.
    else if (!this.stack.includes(read.name)) this.enter(read, word, isIndependent(name.path) ? undefined : doubt);
    else if (this.load(read).guard === undefined)
      this.pendingDoubt = { on: `'${name.path}', which includes itself`, hint: "write its text out", where: "before" };
  }

  private systemHeader(path: string, word: Token, doubt: Doubt | undefined): void {
    if (isOfCLibrary(path)) this.features(word);
    if (this.hasIntegers || doubt !== undefined || !OF_INTEGERS.has(path)) return;
    this.hasIntegers = true;
    this.notePack();
  }

  /** A header that was read, and is included again. */
  private readOnce(file: SourceFile, doubt: Doubt | undefined): void {
    if (doubt === undefined) this.settle(this.load(file));
  }

  /** Every header of a C library says which one it is. */
  private features(word: Token): void {
    const features = this.standardHeader(FEATURES);
    if (features !== undefined && !this.stack.includes(features.name)) this.enter(features, word);
  }

  /** A missing header that is named after packing may change everything after it. */
  private missing(path: string): void {
    this.missingIncludes.add(path);
    const file = posix.basename(path);
    const hint = `put ${path} into the include path, or write its #pragma pack into the header`;
    if (/pack(?!et|age)|align/i.test(file))
      this.standingDoubt = { on: `${path}, which was not found`, hint, where: "here" };
    else
      this.pendingDoubt = { on: `${path}, which was not found`, hint: "put it into the include path", where: "before" };
  }

  private standardNames(): string[] {
    return [...this.standard].map(({ name }) => name.slice(1, -1));
  }

  private standardHeader(path: string): SourceFile | undefined {
    const name = `<${path}>`;
    const known = this.tokenized.get(name)?.file;
    if (known !== undefined) return known;
    const text = standardHeader(path, targetOf(this.plan), this.language);
    if (text === undefined) return undefined;
    const file = sourceFile(name, name, utf8Bytes(text));
    this.standard.add(file);
    return file;
  }

  private enter(file: SourceFile, word: Token, doubt?: Doubt): void {
    if (this.stack.length >= MAX_INCLUDE_DEPTH) {
      this.diagnostics.push(report(SYNTAX, "E102", tokenSpan(word), { chain: this.stack }));
      return;
    }
    this.timesRead.set(file.name, (this.timesRead.get(file.name) ?? 0) + 1);
    this.preprocessFile(this.load(file), doubt);
  }

  private resolve(path: string, quoted: boolean, from: string): SourceFile | undefined {
    return resolveInclude(path, quoted, from, (name) => {
      const known = this.tokenized.get(name)?.file;
      if (known !== undefined) return known;
      const read = this.reader.read(name);
      return read.kind === "file" ? read.file : undefined;
    });
  }

  private hasInclude(argument: string, from: string): boolean {
    const quoted = argument.startsWith('"');
    const path = argument.slice(1, -1);
    return this.resolve(path, quoted, from) !== undefined || this.standardHeader(path) !== undefined;
  }

  /** @param count of tokens */
  private exhausts(count: number, file: SourceFile): boolean {
    this.tokensRead += count;
    if (this.tokensRead > MAX_TOKENS) this.exhaust(file);
    return this.tokensRead > MAX_TOKENS;
  }

  private exhaust(file: SourceFile): void {
    const [most = file.name, times = 1] = [...this.timesRead].sort(([, a], [, b]) => b - a)[0] ?? [];
    const details = { tokens: MAX_TOKENS, most: times === 1 ? file.name : most, times };
    if (!this.exhausted) this.diagnostics.push(report(SYNTAX, "E103", spanOf(file, 0, 0), details));
    this.exhausted = true;
  }
}

/** Headers are read as C and as C++, and by several channels. */
const loadedFiles = new WeakMap<SourceFile, LoadedFile>();

function loadedFile(file: SourceFile): LoadedFile {
  const known = loadedFiles.get(file);
  if (known !== undefined) return known;
  const tokenized = tokenize(file, MAX_TOKENS);
  const { tokens } = tokenized;
  const loaded = { ...tokenized, file, guard: includeGuard(tokens), defines: new Set(namesOfDefines(tokens)) };
  loadedFiles.set(file, loaded);
  return loaded;
}

/** With the tokens of functions that were left unread. */
function withFunctions(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token) => (token.kind === "function" ? token.unread!() : token));
}

function* namesOfDefines(tokens: readonly Token[]): Iterable<string> {
  for (let at = 2; at < tokens.length; at++) {
    const { text, kind } = tokens[at - 1]!;
    if (text === "define" && kind === "identifier" && isDirective(tokens[at - 2])) yield tokens[at]!.text;
  }
}

/** In comments, only `??/` at a line end matters, because it continues the comment. [C17 5.2.1.1] */
function trigraphs({ file, comments }: TokenizedFile & { readonly file: SourceFile }): Diagnostic[] {
  return Array.from(file.text.matchAll(/\?\?(?:[=()'<>!-]|\/(?=([ \t]*\n)?))/g)).flatMap(
    ({ 0: text, 1: lineEnd, index }) => {
      const isComment = comments.some(({ start, end }) => start <= index && index < end);
      const span = spanOf(file, index, index + text.length);
      return isComment && lineEnd === undefined ? [] : [report(SYNTAX, "E158", span, { text })];
    },
  );
}

function lineText(file: SourceFile, tokens: readonly Token[]): string {
  const first = tokens[0];
  const last = tokens.at(-1);
  return first === undefined || last === undefined ? "" : file.text.slice(first.start, last.end).slice(0, 200);
}

/** Headers of the kernel's subsystems define reserved names, which others test: `__KVM_HAVE_PIT`. Those for types do not. */
function definesReserved(path: string): boolean {
  return (
    /^(?:asm|asm-generic|linux|uapi)\//.test(path) &&
    !/\/(?:types|posix_types|byteorder|swab|stddef|const|compiler|ioctl|errno|socket|time|if|in|in6|param|limits)\.h$/.test(
      path,
    )
  );
}

const PACKING_HEADER = /^(?:pshpack[1248]|poppack)\.h$/;

/** Headers of a C library include each other by guards that nothing here knows. Their text does not depend on the including file. */
function isIndependent(header: string): boolean {
  return isSystemHeader(header) && !PACKING_HEADER.test(header);
}

/**
 * Pragmas that may move fields and are not supported, with the operand that ends them: of GCC and clang, IAR, CodeWarrior, Renesas
 * (`bit_order`, `unpack`, `packoption`) and TI (`PACK`, `STRUCT_ALIGN`).
 */
const LAYOUT_PRAGMAS: Readonly<Record<string, RegExp>> = dictionary({
  scalar_storage_order: /^default$/,
  bitfields: /^=?default$/,
  options: /reset$/,
  align: /^=(?:reset|natural|native)$/,
  ms_struct: /^(?:reset|off)$/,
  bit_order: /^(?:right)?$/,
  unpack: /^$/,
  packoption: /^$/,
  PACK: /^\(\)$/,
  STRUCT_ALIGN: /^$/,
});

/** The name in `push_macro("NAME")` and `pop_macro("NAME")`. */
function keptMacro([word, open, name, close]: readonly Token[]): string | undefined {
  if (!isWord(word, "push_macro") && !isWord(word, "pop_macro")) return undefined;
  if (!isPunctuator(open, "(") || name?.kind !== "string" || !isPunctuator(close, ")")) return undefined;
  return /^"(\w+)"$/.exec(name.text)?.[1];
}

/** An include guard skips a header that is included again: that text was compiled before. */
function inBoth(before: readonly Region[] | undefined, now: readonly Region[]): readonly Region[] {
  if (before === undefined) return now;
  return before.flatMap((one) =>
    now.flatMap((other) => {
      const both = { start: Math.max(one.start, other.start), end: Math.min(one.end, other.end) };
      return both.start < both.end ? [both] : [];
    }),
  );
}
