/**
 * Finds functions of C in a header's text, before it is split into tokens: vendors' headers often consist of them, and they declare nothing
 * that a message needs.
 */

import { dictionary } from "../../../runtime/lib/dictionary.ts";
import type { MacroTable } from "./macros.ts";
import { isPunctuator, type Token } from "./token.ts";

/** `static inline uint8_t sum(const uint8_t *bytes, size_t count) {`, without attributes and functions as parameters. */
const HEAD = /(?:static|inline|__inline|__inline__)\b[\w*\s]*\([\w*\s,.[\]]*\)\s*\{/y;
/** Without one of these, what stands before a brace is not sure to be a function. */
const INLINE = /\b(?:inline|__inline|__inline__)\b/;
const MOST_OF_HEAD = 8_192;
/** What may be C++, check or change something outside of the function, or be another spelling of a bracket. */
const MATTERS =
  /\b(?:class|namespace|template|public|private|protected|using|virtual|constexpr|_Pragma|__pragma|_Static_assert|static_assert|__COUNTER__)\b/;
/** As in comments of fields: such a comment outside of a field is worth a warning. */
const RULE = /@[ \t]*(?:r[ul]|ev|com)|\brules?[ \t]*:/i;
const PART = /[{}()"'\\#]|\/[/*]|::|\?\?|<%|%>|%:/g;
const STRING = /"(?:[^"\\\n]|\\[^\n])*"/y;
const CHARACTER = /'(?:[^'\\\n]|\\[^\n])*'/y;
const CONDITIONAL = /#[ \t]*(ifdef|ifndef|if|elif|else|endif)\b[^\n\\]*/y;
const CLOSED_BY: Readonly<Record<string, string>> = dictionary({ "{": "}", "(": ")" });

/** What may begin at an offset where a word begins a line. */
export interface FoundFunction {
  /** Offset one past the function; undefined if none begins there, or if its text has to be read. */
  readonly end: number | undefined;
  /** Where it is worth to look again. */
  readonly next: number;
}

export function functionAt(text: string, from: number): FoundFunction {
  HEAD.lastIndex = 0;
  const [head] = HEAD.exec(text.slice(from, from + MOST_OF_HEAD)) ?? [];
  if (head === undefined || !INLINE.test(head.slice(0, head.indexOf("(")))) return { end: undefined, next: from + 1 };
  const body = new Body(text, from + head.length - 1);
  const end = body.end();
  if (end === undefined) return { end, next: body.at };
  const whole = text.slice(from, end);
  const isRead = MATTERS.test(whole) || (body.hasComment && RULE.test(whole));
  return { end: isRead ? undefined : end, next: end };
}

class Body {
  private readonly text: string;
  at: number;
  hasComment = false;
  private readonly expected: string[] = [];
  /** For each open `#if`, how many brackets were open. */
  private readonly groups: number[] = [];

  constructor(text: string, open: number) {
    this.text = text;
    this.at = open;
  }

  /** Each branch of a condition has to close what it opens, so that the end is the same for all of them. */
  end(): number | undefined {
    const { text } = this;
    for (PART.lastIndex = this.at; PART.test(text); PART.lastIndex = this.at) {
      this.at = PART.lastIndex;
      if (!this.part(text[this.at - 1]!)) return undefined;
      if (this.expected.length === 0) return this.at;
    }
    this.at = text.length;
    return undefined;
  }

  /** @param last character of the part @returns false if the text has to be read */
  private part(last: string): boolean {
    switch (last) {
      case "{":
      case "(":
        this.expected.push(CLOSED_BY[last]!);
        return true;
      case "}":
      case ")":
        return this.expected.length > (this.groups.at(-1) ?? 0) && this.expected.pop() === last;
      case '"':
        return this.text[this.at - 2] !== "R" && this.skip(STRING);
      case "'":
        return !/\w/.test(this.text[this.at - 2]!) && this.skip(CHARACTER);
      case "/":
        return this.lineComment();
      case "*":
        return this.blockComment();
      case "#":
        return this.conditional();
      default:
        return false;
    }
  }

  /** @param form of what begins with the part */
  private skip(form: RegExp): boolean {
    form.lastIndex = this.at - 1;
    if (!form.test(this.text)) return false;
    this.at = form.lastIndex;
    return true;
  }

  private lineComment(): boolean {
    this.hasComment = true;
    const end = this.text.indexOf("\n", this.at);
    if (end < 0 || /\\\s*$/.test(this.text.slice(this.at, end))) return false;
    this.at = end;
    return true;
  }

  private blockComment(): boolean {
    this.hasComment = true;
    const end = this.text.indexOf("*/", this.at);
    if (end < 0 || this.text.slice(this.at - 1, end).includes("*\\")) return false;
    this.at = end + 2;
    return true;
  }

  private conditional(): boolean {
    const { text, groups } = this;
    const start = text.lastIndexOf("\n", this.at) + 1;
    CONDITIONAL.lastIndex = this.at - 1;
    const [line, word = ""] = CONDITIONAL.exec(text) ?? [];
    if (line === undefined || text.slice(start, this.at - 1).trim() !== "" || line.includes("/*")) return false;
    this.at += line.length - 1;
    if (text[this.at] !== "\n") return false;
    if (word.startsWith("if")) groups.push(this.expected.length);
    else if (groups.at(-1) !== this.expected.length) return false;
    if (word === "endif") groups.pop();
    return true;
  }
}

const BRACES = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[{}]/g;

/** Decides in a translation unit of C which functions are left out: where what stands around them makes them nothing else. */
export class LeftOutFunctions {
  /** False once a macro may hold half of a function. */
  private isPossible = true;
  /** Number of tokens before the last one. */
  private last = -1;
  /** Braces that are open behind the first `counted` tokens. */
  private braces = 0;
  private counted = 0;

  /** Definitions since the last function: the word `define` and the last token of each. Headers of registers have many, and no functions. */
  private readonly definitions: Token[] = [];

  /** @param text of a macro: its name, parameters and body */
  noteMacro(text: string): void {
    this.isPossible &&= !changesFunctions(text);
  }

  /** @param word `define` @param last token of its line */
  noteDefinition(word: Token, last: Token): void {
    this.definitions.push(word, last);
  }

  private checkDefinitions(): boolean {
    const { definitions } = this;
    for (let at = 0; at < definitions.length; at += 2) {
      const word = definitions[at]!;
      this.noteMacro(word.file.text.slice(word.end, definitions[at + 1]!.end));
    }
    definitions.length = 0;
    return this.isPossible;
  }

  /**
   * @param tokens before the function
   * @param roots numbers of tokens before listed headers
   */
  take({ file, start }: Token, tokens: readonly Token[], roots: readonly number[], macros: MacroTable): boolean {
    const count = tokens.length;
    const isBehind = count === this.last || roots.at(-1) === count || isPunctuator(tokens[count - 1], ";");
    if (!isBehind || !this.checkDefinitions() || this.openBraces(tokens) > 0) return false;
    const words = file.text.slice(start, file.text.indexOf("(", start)).match(/\w+/g) ?? [];
    if (words.some((word) => macros.get(word) !== undefined)) return false;
    this.last = count;
    return true;
  }

  private openBraces(tokens: readonly Token[]): number {
    for (; this.counted < tokens.length; this.counted++) {
      const token = tokens[this.counted];
      if (isPunctuator(token, "{")) this.braces += 1;
      else if (isPunctuator(token, "}")) this.braces = Math.max(0, this.braces - 1);
    }
    return this.braces;
  }
}

/** True if a function that uses the macro may end elsewhere than its text says, or may matter. @param text of a macro */
function changesFunctions(text: string): boolean {
  if (MATTERS.test(text) || /::|<%|%>|%:|\?\?/.test(text)) return true;
  if (!text.includes("{") && !text.includes("}")) return false;
  let open = 0;
  for (const [part] of text.matchAll(BRACES)) {
    if (part === "{") open += 1;
    else if (part === "}") open -= 1;
    if (open < 0) return true;
  }
  return open > 0;
}
