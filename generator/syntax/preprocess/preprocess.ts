/** Headers → the tokens a compiler would see: conditions decided, macros replaced, includes read, `#pragma pack` followed. */

import { nearest } from "../../../runtime/config/nearest.ts";
import type { ChannelPlan } from "../../channel-plan.ts";
import { MESSAGES } from "../../diagnostics/codes/messages.ts";
import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { HeaderRead, HeaderReader } from "../../source/header-reader.ts";
import { type SourceFile, spanOf } from "../../source/source-file.ts";
import { ActiveComments } from "./active-comments.ts";
import { Conditionals } from "./conditionals.ts";
import { describeExpansion } from "./expansion-problem.ts";
import { includeName, resolveInclude } from "./include.ts";
import { defineMacro, MacroDefinitions } from "./macro-definitions.ts";
import { type ExpansionProblem, expandMacros, type Macro } from "./macros.ts";
import { type Pack, PackState } from "./pack.ts";
import type { Language } from "./predefined.ts";
import { type Comment, isPunctuator, isWord, type Token, tokenSpan } from "./token.ts";
import { type TokenizedFile, tokenize } from "./tokenize.ts";

export interface TranslationUnit {
  readonly tokens: readonly Token[];
  /** Packing in force from the given token on, ascending. */
  readonly packs: readonly { readonly from: number; readonly pack: Pack }[];
  /** Indices where the text of a listed header begins. */
  readonly roots: readonly number[];
  /** Those in regions that are compiled. */
  readonly comments: readonly Comment[];
  /** In the order first read. */
  readonly files: readonly SourceFile[];
  /** Object-like macros left at the end, for constants and for hints. */
  readonly macros: MacroDefinitions;
  /** As written in `#include`, where no such file is inside the include path. */
  readonly missingIncludes: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

const MAX_INCLUDE_DEPTH = 100;
/** Of all headers together, each time one is included. */
const MAX_TOKENS = 1_500_000;

/**
 * The channel's headers as one translation unit, in the order of `header_files`, as a source file would include them.
 * Packing does not leak from one listed header to the next, and two of them may use one include guard by mistake.
 */
export function preprocess(plan: ChannelPlan, reader: HeaderReader, language: Language): TranslationUnit {
  const unit = new Preprocessor(plan, reader, language);
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
  private readonly packs: { from: number; pack: Pack }[] = [];
  private readonly roots: number[] = [];
  private readonly comments = new ActiveComments();
  private readonly tokenized = new Map<string, TokenizedFile & { readonly file: SourceFile }>();
  private readonly once = new Set<string>();
  private readonly stack: string[] = [];
  private readonly missingIncludes = new Set<string>();
  private tokensRead = 0;
  private exhausted = false;

  constructor(plan: ChannelPlan, reader: HeaderReader, language: Language) {
    this.plan = plan;
    this.reader = reader;
    this.macros = new MacroDefinitions(plan, language);
    this.pack = new PackState(this.diagnostics);
  }

  readListed(name: string): void {
    const read = this.reader.read(name);
    if (read.kind !== "file") {
      this.diagnostics.push(unreadableHeader(name, read, this.plan, this.reader));
      return;
    }
    if (this.tokenized.has(read.file.name)) return;
    const file = this.load(read.file);
    this.macros.forget(includeGuard(file.tokens));
    this.roots.push(this.tokens.length);
    this.preprocessFile(file);
    this.pack.finishFile();
    this.notePack();
  }

  finish(): TranslationUnit {
    return {
      tokens: this.tokens,
      packs: this.packs,
      roots: this.roots,
      comments: this.comments.all(),
      files: [...this.tokenized.values()].map((entry) => entry.file),
      macros: this.macros,
      missingIncludes: [...this.missingIncludes],
      diagnostics: this.diagnostics,
    };
  }

  private load(file: SourceFile): TokenizedFile & { readonly file: SourceFile } {
    const known = this.tokenized.get(file.name);
    if (known !== undefined) return known;
    const loaded = { ...tokenize(file, MAX_TOKENS), file };
    this.tokenized.set(file.name, loaded);
    if (loaded.unclosedComment !== undefined) {
      const span = spanOf(file, loaded.unclosedComment, loaded.unclosedComment + 2);
      this.diagnostics.push(report(SYNTAX, "E101", span, {}));
    }
    return loaded;
  }

  private preprocessFile(loaded: TokenizedFile & { readonly file: SourceFile }): void {
    const { file, tokens } = loaded;
    this.tokensRead += tokens.length;
    if (this.tokensRead > MAX_TOKENS) {
      this.exhaust(file);
      return;
    }
    this.stack.push(file.name);
    const conditionals = new Conditionals(this.diagnostics, this.macros, (argument) =>
      this.hasInclude(argument, file.name),
    );
    let at = 0;
    while (at < tokens.length && !this.exhausted) {
      const directive = isDirective(tokens[at]);
      const end = directive ? lineEnd(tokens, at) : textEnd(tokens, at);
      const part = tokens.slice(at, end);
      if (directive) this.directive(part, conditionals, loaded);
      else if (conditionals.active) this.text(part);
      at = end;
    }
    conditionals.finish();
    this.comments.add(loaded.comments, conditionals.skipped(file.text.length));
    this.stack.pop();
  }

  private text(tokens: readonly Token[]): void {
    const problems: ExpansionProblem[] = [];
    for (const token of expandMacros(tokens, this.macros, problems)) this.tokens.push(token);
    for (const problem of problems) this.diagnostics.push(describeExpansion(problem));
  }

  private directive(
    line: readonly Token[],
    conditionals: Conditionals,
    loaded: TokenizedFile & { readonly file: SourceFile },
  ): void {
    const word = line[1];
    if (word === undefined || conditionals.handle(word, line.slice(2)) || !conditionals.active) return;
    const rest = line.slice(2);
    switch (word.text) {
      case "define":
        this.define(word, rest);
        break;
      case "undef":
        this.macros.forget(rest[0]?.text);
        break;
      case "include":
      case "include_next":
      case "import":
        this.include(word, rest, loaded.file);
        break;
      case "pragma":
        this.pragma(word, rest, loaded.file);
        break;
      case "error":
        this.diagnostics.push(
          report(SYNTAX, "W139", tokenSpan(word, line.at(-1)), { text: lineText(loaded.file, rest) }),
        );
        return;
    }
  }

  private define(word: Token, rest: readonly Token[]): void {
    const macro: Macro | undefined = defineMacro(rest);
    if (macro === undefined) this.diagnostics.push(report(SYNTAX, "W138", tokenSpan(word, rest.at(-1) ?? word), {}));
    else this.macros.define(macro);
  }

  private pragma(word: Token, rest: readonly Token[], file: SourceFile): void {
    const [name] = rest;
    if (isWord(name, "once")) this.once.add(file.name);
    if (name !== undefined && isWord(name, "pack")) {
      this.pack.apply(name, rest.slice(1));
      this.notePack();
    }
    if (name?.text === "scalar_storage_order" || name?.text === "bitfields" || name?.text === "options") {
      this.diagnostics.push(report(SYNTAX, "W140", tokenSpan(word, rest.at(-1)), { name: name.text }));
    }
  }

  private notePack(): void {
    this.packs.push({ from: this.tokens.length, pack: this.pack.current });
  }

  private include(word: Token, rest: readonly Token[], from: SourceFile): void {
    const name = includeName(rest) ?? includeName(expandMacros(rest, this.macros, []));
    if (name === undefined) {
      this.diagnostics.push(report(SYNTAX, "W141", tokenSpan(word, rest.at(-1) ?? word), {}));
      return;
    }
    const read = this.resolve(name.path, name.quoted, from.name);
    if (read === undefined) this.missingIncludes.add(name.path);
    // A header that is being read already is not read again: cycles are fine.
    else if (!this.stack.includes(read.name) && !this.once.has(read.name)) this.enter(read, word);
  }

  private enter(file: SourceFile, word: Token): void {
    if (this.stack.length >= MAX_INCLUDE_DEPTH) {
      this.diagnostics.push(report(SYNTAX, "E102", tokenSpan(word), { depth: MAX_INCLUDE_DEPTH }));
      return;
    }
    this.preprocessFile(this.load(file));
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
    return this.resolve(argument.slice(1, -1), quoted, from) !== undefined;
  }

  private exhaust(file: SourceFile): void {
    if (!this.exhausted) this.diagnostics.push(report(SYNTAX, "E103", spanOf(file, 0, 0), { tokens: MAX_TOKENS }));
    this.exhausted = true;
  }
}

function isDirective(token: Token | undefined): boolean {
  return token?.startsLine === true && isPunctuator(token, "#");
}

/** One past the last token of the line that begins at `at`. */
function lineEnd(tokens: readonly Token[], at: number): number {
  let end = at + 1;
  while (end < tokens.length && !tokens[end]?.startsLine) end += 1;
  return end;
}

/** One past the last token before the next directive. */
function textEnd(tokens: readonly Token[], at: number): number {
  let end = at + 1;
  while (end < tokens.length && !isDirective(tokens[end])) end += 1;
  return end;
}

function lineText(file: SourceFile, tokens: readonly Token[]): string {
  const first = tokens[0];
  const last = tokens.at(-1);
  return first === undefined || last === undefined ? "" : file.text.slice(first.start, last.end).slice(0, 200);
}

/** The macro of `#ifndef X` when a header begins with it. */
function includeGuard(tokens: readonly Token[]): string | undefined {
  return isDirective(tokens[0]) && isWord(tokens[1], "ifndef") ? tokens[2]?.text : undefined;
}

function unreadableHeader(
  name: string,
  read: Exclude<HeaderRead, { kind: "file" }>,
  plan: ChannelPlan,
  reader: HeaderReader,
): Diagnostic {
  const details = { header: name, channel: plan.name };
  switch (read.kind) {
    case "missing":
      return report(MESSAGES, "E401", undefined, {
        ...details,
        present: reader.list(),
        nearest: nearest(name, reader.list()),
      });
    case "outside":
      return report(MESSAGES, "E402", undefined, details);
    case "too-large":
      return report(MESSAGES, "E403", undefined, { ...details, bytes: read.bytes });
    case "unreadable":
      return report(MESSAGES, "E404", undefined, { ...details, reason: read.reason });
  }
}
