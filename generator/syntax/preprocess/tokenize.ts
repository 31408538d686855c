/** Splits text into preprocessing tokens [C17 6.4]. Hot path: a vendor's register header has millions of tokens. */

import { dictionary } from "../../../runtime/lib/dictionary.ts";
import type { SourceFile } from "../../source/source-file.ts";
import { isDirective } from "./lines.ts";
import type { Comment, Token, TokenKind } from "./token.ts";
import { functionAt } from "./whole-functions.ts";

export interface TokenizedFile {
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
  /** Offset of an unterminated block comment. */
  readonly unclosedComment: number | undefined;
}

/** Punctuators of two and three characters. */
const LONG_PUNCTUATORS: ReadonlySet<string> = new Set(
  "... <<= >>= ->* <=> -> ++ -- << >> <= >= == != && || *= /= %= += -= &= ^= |= ## ::".split(" "),
);
/** Alternative spellings of punctuators. [C17 6.4.6p3] */
const DIGRAPHS: Readonly<Record<string, string>> = dictionary({
  "<:": "[",
  ":>": "]",
  "<%": "{",
  "%>": "}",
  "%:": "#",
  "%:%:": "##",
});
/** No longer punctuator begins with these. */
const ALONE = "()[]{};,?~";
/** The second characters of longer punctuators and of alternative spellings. */
const CONTINUES = "=<>.-+&|#:%";
/** First letters of `static`, `inline` and `__inline`. */
const FUNCTION_BEGINS = "si_";
const SINGLE_PUNCTUATORS = "[](){}.&*+-~!/%<>^|?:;=,#";
const IDENTIFIER_START = /[\p{ID_Start}_$]/u;
const IDENTIFIER_PART = /[\p{ID_Continue}$]/u;
const STRING_PREFIX = /^(?:u8|u|U|L)?R?$/;

/** @param most maximum number of tokens; scanning stops after the next one */
export function tokenize(file: SourceFile, most: number): TokenizedFile {
  return new Scanner(file).scan(most);
}

class Scanner {
  private readonly tokens: Token[] = [];
  private readonly comments: Comment[] = [];
  private unclosedComment: number | undefined;
  private at = 0;
  private startsLine = true;
  private afterBlank = false;
  /** Number of the token that names a macro, if it is an identifier. */
  private macroName = -1;
  /** Open parentheses outside of directives. */
  private parentheses = 0;
  private inDirective = false;
  /** Offset from which a function may be left unread. */
  private nextFunction = 0;
  private readonly file: SourceFile;
  private readonly text: string;

  /** @param text of the file, perhaps only up to an offset */
  constructor(file: SourceFile, text = file.text) {
    this.file = file;
    this.text = text;
  }

  /** The tokens from an offset, within a line or at its start. */
  rest(from: number, startsLine = false): readonly Token[] {
    this.at = from;
    this.startsLine = startsLine;
    this.nextFunction = Number.POSITIVE_INFINITY;
    return this.scan(Number.POSITIVE_INFINITY).tokens;
  }

  scan(most: number): TokenizedFile {
    while (this.at < this.text.length && this.tokens.length <= most) {
      if (!this.skipBlank()) this.token();
    }
    return { tokens: this.tokens, comments: this.comments, unclosedComment: this.unclosedComment };
  }

  /** Returns true if it skipped white space, a line continuation or a comment. */
  private skipBlank(): boolean {
    const code = this.text.charCodeAt(this.at);
    if (code === 0x0a) {
      this.startsLine = true;
      this.at += 1;
    } else if (code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0xfeff) {
      this.at += 1;
    } else if (code === 0x5c && this.spliceLength(this.at) > 0) {
      this.at += this.spliceLength(this.at);
    } else if (code === 0x2f && this.behindSplices(this.at + 1) === 0x2f) {
      this.lineComment();
    } else if (code === 0x2f && this.behindSplices(this.at + 1) === 0x2a) {
      this.blockComment();
    } else {
      return false;
    }
    this.afterBlank = true;
    return true;
  }

  /** The character at an offset, or behind the line continuations there. */
  private behindSplices(at: number): number {
    let next = at;
    while (this.text.charCodeAt(next) === 0x5c && this.spliceLength(next) > 0) next += this.spliceLength(next);
    return this.text.charCodeAt(next);
  }

  /** A backslash before a line end joins the lines [C17 5.1.1.2]. Blanks in between are allowed, as in compilers. */
  private spliceLength(at: number): number {
    let end = at + 1;
    while (isBlank(this.text[end])) end += 1;
    return this.text[end] === "\n" ? end + 1 - at : 0;
  }

  private lineComment(): void {
    let end = this.text.indexOf("\n", this.at);
    while (end > 0 && this.isSpliced(end)) end = this.text.indexOf("\n", end + 1);
    if (end < 0) end = this.text.length;
    this.comment(this.at, end);
    this.at = end;
  }

  /** @param end of the line */
  private isSpliced(end: number): boolean {
    let at = end - 1;
    while (isBlank(this.text[at])) at -= 1;
    return this.text[at] === "\\";
  }

  private blockComment(): void {
    const open = this.text.indexOf("*", this.at) + 1;
    const whole = this.text.indexOf("*/", open);
    const text = this.text.slice(open, whole < 0 ? undefined : whole);
    const spliced = text.includes("*\\") ? text.match(/\*(?:\\[ \t\v\f]*\n)+\//) : null;
    if (whole < 0 && spliced === null) {
      this.unclosedComment = this.at;
      this.at = this.text.length;
      return;
    }
    const end = spliced === null ? whole : open + spliced.index!;
    this.comment(this.at, end);
    this.at = end + (spliced?.[0].length ?? 2);
  }

  /** Documentation markers (`///`, `//!<`, `/**`) belong to the delimiter. */
  private comment(start: number, end: number): void {
    let first = start + 2;
    const marker = this.text[first];
    const doubled = marker === "!" || marker === this.text[start + 1];
    if (doubled && first < end) first += this.text[first + 1] === "<" && first + 1 < end ? 2 : 1;
    this.comments.push({ file: this.file, start: first, end });
  }

  private token(): void {
    const { text, at } = this;
    const code = text.charCodeAt(at);
    if (this.startsLine) {
      this.inDirective = code === 0x23;
      if (at >= this.nextFunction && this.parentheses === 0 && FUNCTION_BEGINS.includes(text[at]!) && this.function())
        return;
    }
    if (isLetter(code)) this.identifier();
    else if (isDigit(code) || (code === 0x2e && isDigit(text.charCodeAt(at + 1)))) this.number();
    else if (code === 0x22 || code === 0x27) this.literal(at);
    else if (code < 0x80) this.punctuator();
    else this.wideCharacter();
  }

  /** Makes one token of a function. */
  private function(): boolean {
    const { text, file, at: start, afterBlank } = this;
    const { end, next } = functionAt(text, start);
    this.nextFunction = next;
    if (end === undefined) return false;
    let read: readonly Token[] | undefined;
    const unread = () => {
      read ??= new Scanner(file, text.slice(0, end)).rest(start, true);
      return read;
    };
    this.tokens.push({ kind: "function", text: "", file, start, end, startsLine: true, afterBlank, unread });
    this.at = end;
    this.startsLine = false;
    this.afterBlank = false;
    return true;
  }

  private identifier(): void {
    const { text } = this;
    let end = this.at + 1;
    while (end < text.length && isIdentifierPart(text, end)) end += 1;
    if (text[end] === "\\" && this.goesOn(end)) {
      this.spliced("identifier");
      return;
    }
    const next = text.charCodeAt(end);
    if ((next === 0x22 || next === 0x27) && end - this.at <= 3 && STRING_PREFIX.test(text.slice(this.at, end))) {
      this.literal(end);
    } else {
      const isDefine = end - this.at === 6 && text.startsWith("define", this.at);
      this.push("identifier", end);
      const last = this.tokens.length - 1;
      if (last === this.macroName) this.macroBody();
      else if (isDefine && isDirective(this.tokens[last - 1])) this.macroName = last + 1;
    }
  }

  /** Makes one token of the body of an object-like macro. With a character constant or an odd text, the body is read at once. */
  private macroBody(): void {
    const { text, file, at: from } = this;
    if (this.tokens.at(-1)!.startsLine || text.charCodeAt(from) === 0x28) return;
    const comments = this.comments.length;
    const body = this.textOfLine();
    if (body === "odd") {
      this.comments.length = comments;
      this.at = from;
      this.afterBlank = false;
      return;
    }
    const { first, end } = body;
    if (first < 0) return;
    let read: readonly Token[] | undefined;
    const unread = () => {
      read ??= new Scanner(file, text.slice(0, end)).rest(from);
      return read;
    };
    const afterBlank = first > from;
    this.tokens.push({ kind: "other", text: "", file, start: first, end, startsLine: false, afterBlank, unread });
  }

  /** Goes to the end of the line. @returns where its text begins and ends: -1 for a line without one */
  private textOfLine(): { readonly first: number; readonly end: number } | "odd" {
    let first = -1;
    let end = -1;
    while (this.at < this.text.length && this.text.charCodeAt(this.at) !== 0x0a) {
      if (this.skipBlank()) continue;
      if (first < 0) first = this.at;
      const next = this.endOfPart(this.at);
      if (next === undefined) return "odd";
      end = next;
      this.at = next;
    }
    return { first, end };
  }

  /** One past a string or a character; undefined for what is not told apart without reading it. */
  private endOfPart(at: number): number | undefined {
    const code = this.text.charCodeAt(at);
    if (code === 0x22) return this.endOfString(at);
    return code === 0x27 || code >= 0x80 ? undefined : at + 1;
  }

  /** Undefined for a raw string and a string without an end. */
  private endOfString(quote: number): number | undefined {
    const { text } = this;
    if (text[quote - 1] === "R") return undefined;
    let end = quote + 1;
    while (end < text.length && text[end] !== '"' && text[end] !== "\n") end += text[end] === "\\" ? 2 : 1;
    return text[end] === '"' ? end + 1 : undefined;
  }

  /** True if the token continues after a line continuation. */
  private goesOn(at: number): boolean {
    const splice = this.spliceLength(at);
    return splice > 0 && isIdentifierPart(this.text, at + splice);
  }

  /** A name or number that spans a line continuation. */
  private spliced(kind: TokenKind): void {
    const { text, at: start, file, startsLine, afterBlank } = this;
    let whole = "";
    let end = start;
    while (end < text.length) {
      if (isIdentifierPart(text, end)) whole += text[end++];
      else if (text[end] === "\\" && this.goesOn(end)) end += this.spliceLength(end);
      else break;
    }
    this.tokens.push({ kind, text: whole, file, start, end, startsLine, afterBlank });
    this.at = end;
    this.startsLine = false;
    this.afterBlank = false;
  }

  private wideCharacter(): void {
    const character = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
    if (IDENTIFIER_START.test(character)) this.identifier();
    else this.push("other", this.at + character.length);
  }

  private number(): void {
    const end = this.numberEnd();
    if (this.text[end] === "\\" && this.goesOn(end)) this.spliced("number");
    else this.push("number", end);
  }

  /** End of a pp-number [C17 6.4.8], including digit separators [C++17 lex.ppnumber]. */
  private numberEnd(): number {
    const { text } = this;
    let end = this.at + 1;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (isLetter(code) || isDigit(code) || code === 0x2e) continue;
      const before = text.charCodeAt(end - 1) | 0x20;
      if ((code === 0x2b || code === 0x2d) && (before === 0x65 || before === 0x70) && !isHexInteger(text, this.at, end))
        continue;
      if (code === 0x27 && isIdentifierPart(text, end + 1)) continue;
      break;
    }
    return end;
  }

  /** @param quote offset of the opening quote, after the prefix */
  private literal(quote: number): void {
    const { text } = this;
    if (text[quote] === '"' && text[quote - 1] === "R" && quote > this.at) {
      this.rawString(quote);
      return;
    }
    const closing = text[quote];
    let end = quote + 1;
    while (end < text.length && text[end] !== closing && text[end] !== "\n") end += text[end] === "\\" ? 2 : 1;
    if (text[end] !== closing) {
      this.push("other", Math.min(end, text.length));
      return;
    }
    this.push(closing === '"' ? "string" : "character", end + 1);
  }

  private rawString(quote: number): void {
    const open = this.text.indexOf("(", quote);
    const delimiter = this.text.slice(quote + 1, open);
    const end = open < 0 || delimiter.length > 16 ? -1 : this.text.indexOf(`)${delimiter}"`, open);
    if (end < 0) this.push("other", quote + 1);
    else this.push("string", end + delimiter.length + 2);
  }

  private punctuator(): void {
    const { text, at } = this;
    if (text[at] === "(" && !this.inDirective) this.parentheses += 1;
    else if (text[at] === ")" && !this.inDirective) this.parentheses = Math.max(0, this.parentheses - 1);
    const isShort = ALONE.includes(text[at]!) || !CONTINUES.includes(text[at + 1] ?? "\0");
    if (isShort || !this.longPunctuator())
      this.push(SINGLE_PUNCTUATORS.includes(text[at]!) ? "punctuator" : "other", at + 1);
  }

  /** False if none begins here. */
  private longPunctuator(): boolean {
    const { text, at } = this;
    const digraph = text.startsWith("%:%:", at) ? "%:%:" : text.slice(at, at + 2);
    // `<::` begins a qualified name, unless it continues as a digraph. [C++17 lex.pptoken]p3.2
    const isQualified = digraph === "<:" && text[at + 2] === ":" && text[at + 3] !== ":" && text[at + 3] !== ">";
    if (Object.hasOwn(DIGRAPHS, digraph) && !isQualified) {
      this.push("punctuator", at + digraph.length, DIGRAPHS[digraph]);
      return true;
    }
    const fits = (size: number) => at + size <= text.length && LONG_PUNCTUATORS.has(text.slice(at, at + size));
    const length = [3, 2].find(fits);
    if (length !== undefined) this.push("punctuator", at + length);
    return length !== undefined;
  }

  private push(kind: TokenKind, end: number, text = this.text.slice(this.at, end)): void {
    const { file, at: start, startsLine, afterBlank } = this;
    this.tokens.push({ kind, text, file, start, end, startsLine, afterBlank });
    this.at = end;
    this.startsLine = false;
    this.afterBlank = false;
  }
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || code === 0x24;
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t" || character === "\v" || character === "\f";
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isIdentifierPart(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) return isLetter(code) || isDigit(code);
  return code >= 0x80 && IDENTIFIER_PART.test(text[at] ?? "");
}

/** In C, `0xE+1` is one invalid number. No header means that, so read `E` as a digit. */
function isHexInteger(text: string, start: number, end: number): boolean {
  return (
    text[start] === "0" &&
    (text[start + 1] === "x" || text[start + 1] === "X") &&
    (text.charCodeAt(end - 1) | 0x20) === 0x65
  );
}
