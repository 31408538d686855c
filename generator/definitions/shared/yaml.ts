/** Reads the YAML of definitions: mappings, sequences, texts and numbers in blocks and flows; no anchors, no tags. [YAML 1.2] */

import { DefinitionError } from "../definition.ts";

export type YamlValue = string | number | boolean | null | readonly YamlValue[] | YamlMap;
export type YamlMap = ReadonlyMap<string, YamlValue>;

interface Line {
  readonly number: number;
  readonly indent: number;
  readonly text: string;
  /** With comments. */
  readonly raw: string;
}

const DEEPEST = 64;

/** @throws DefinitionError with the line */
export function parseYaml(text: string): YamlValue {
  const reader = new YamlReader(text);
  return reader.document();
}

export function isMap(value: YamlValue | undefined): value is YamlMap {
  return value instanceof Map;
}

class YamlReader {
  readonly #lines: Line[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#lines = text.split(/\r\n|[\r\n]/).map((raw, index) => lineOf(raw, index + 1));
  }

  document(): YamlValue {
    const first = this.#peek();
    if (first?.text === "---") this.#at++;
    const start = this.#peek();
    if (start === undefined) return null;
    const value = this.#block(start.indent);
    const rest = this.#peek();
    if (rest !== undefined) throw new DefinitionError("this line belongs to nothing above it", rest.number);
    return value;
  }

  /** The next line that is not blank. */
  #peek(): Line | undefined {
    while (this.#lines[this.#at]?.text === "") this.#at++;
    return this.#lines[this.#at];
  }

  #block(indent: number): YamlValue {
    const line = this.#peek()!;
    if (++this.#depth > DEEPEST) throw new DefinitionError(`more than ${DEEPEST} levels`, line.number);
    const value = isItem(line.text) ? this.#sequence(indent) : this.#mappingOrScalar(indent, line);
    this.#depth--;
    return value;
  }

  #sequence(indent: number): YamlValue[] {
    const items: YamlValue[] = [];
    for (let line = this.#peek(); line?.indent === indent && isItem(line.text); line = this.#peek()) {
      const rest = line.text.slice(1).trimStart();
      if (rest === "") {
        this.#at++;
        items.push(this.#nested(indent + 1));
        continue;
      }
      // The item's text begins a block of its own.
      const inner = indent + line.text.length - rest.length;
      this.#lines[this.#at] = { ...line, indent: inner, text: rest, raw: " ".repeat(inner) + rest };
      items.push(this.#block(inner));
    }
    return items;
  }

  /** The block that follows, if it has at least this indent. */
  #nested(least: number): YamlValue {
    const next = this.#peek();
    return next !== undefined && next.indent >= least ? this.#block(next.indent) : null;
  }

  #mappingOrScalar(indent: number, first: Line): YamlValue {
    if (keyOf(first) === undefined) {
      this.#at++;
      return this.#value(first.text, indent - 1, first);
    }
    const map = new Map<string, YamlValue>();
    for (let line = this.#peek(); line?.indent === indent; line = this.#peek()) {
      const found = keyOf(line);
      if (found === undefined) throw new DefinitionError(`'${line.text}' has no key`, line.number);
      if (map.has(found.key)) throw new DefinitionError(`'${found.key}' occurs twice`, line.number);
      this.#at++;
      map.set(found.key, this.#valueOf(found.rest, indent, line));
    }
    return map;
  }

  #valueOf(rest: string, indent: number, line: Line): YamlValue {
    if (rest !== "") return this.#value(rest, indent, line);
    const next = this.#peek();
    // A sequence may stand below its key.
    if (next !== undefined && next.indent === indent && isItem(next.text)) return this.#sequence(indent);
    return this.#nested(indent + 1);
  }

  #value(text: string, indent: number, line: Line): YamlValue {
    if (/^[|>][+-]?\d?[+-]?$/.test(text)) return this.#blockScalar(indent, text.startsWith(">"));
    if (/^[&*!%@`]/.test(text)) throw new DefinitionError(`'${text}' is not read: anchors and tags`, line.number);
    let whole = text;
    // Texts and lists may go on in lines that are further in.
    for (let next = this.#peek(); next !== undefined && next.indent > indent; next = this.#peek()) {
      whole += ` ${next.text}`;
      this.#at++;
    }
    if (/^[[{]/.test(whole)) return new FlowReader(whole, line.number).whole();
    return scalarOf(whole, line.number);
  }

  #blockScalar(indent: number, isFolded: boolean): string {
    const lines: string[] = [];
    for (let line = this.#lines[this.#at]; line !== undefined; line = this.#lines[this.#at]) {
      if (line.raw.trim() !== "" && indentOf(line.raw) <= indent) break;
      lines.push(line.raw);
      this.#at++;
    }
    const least = Math.min(...lines.filter((line) => line.trim() !== "").map(indentOf));
    const text = lines.map((line) => line.slice(least)).join(isFolded ? " " : "\n");
    return text.trimEnd();
  }
}

function indentOf(raw: string): number {
  return raw.length - raw.trimStart().length;
}

function lineOf(raw: string, number: number): Line {
  if (/^ *\t/.test(raw) && raw.trim() !== "") throw new DefinitionError("a tab cannot indent a line", number);
  return { number, indent: indentOf(raw), text: withoutComment(raw).trim(), raw };
}

const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/y;

function withoutComment(raw: string): string {
  for (let at = 0; at < raw.length; at++) {
    const isStart = at === 0 || /[\s,[{:]/.test(raw[at - 1]!);
    if (raw[at] === "#" && (at === 0 || /\s/.test(raw[at - 1]!))) return raw.slice(0, at);
    QUOTED.lastIndex = at;
    if (isStart && QUOTED.test(raw)) at = QUOTED.lastIndex - 1;
  }
  return raw;
}

function isItem(text: string): boolean {
  return text === "-" || text.startsWith("- ");
}

/** The key of a mapping's line, and what follows. */
function keyOf({ text, number }: Line): { readonly key: string; readonly rest: string } | undefined {
  if (/^[[{]/.test(text)) return undefined;
  QUOTED.lastIndex = 0;
  const from = QUOTED.test(text) ? QUOTED.lastIndex : 0;
  const match = /:(?:\s+|$)/.exec(text.slice(from));
  if (match === null) return undefined;
  const key = text.slice(0, from + match.index).trimEnd();
  if (from > 0 && key.length !== from) return undefined;
  return { key: String(scalarOf(key, number, "key")), rest: text.slice(from + match.index + match[0].length) };
}

/** A key is a text, whatever it looks like. */
function scalarOf(text: string, line: number, use: "key" | "value" = "value"): YamlValue {
  if (text.startsWith('"')) {
    try {
      return JSON.parse(text.replace(/\\(?:x([\da-f]{2})|(0)|.)/gi, jsonEscape)) as string;
    } catch {
      throw new DefinitionError(`${text} is not a text that can be read`, line);
    }
  }
  if (text.startsWith("'")) {
    if (!/^'(?:[^']|'')*'$/.test(text)) throw new DefinitionError(`${text} has no end`, line);
    return text.slice(1, -1).replaceAll("''", "'");
  }
  if (use === "key") return text;
  if (/^[-+]?(?:\d[\d_]*|0x[\da-f_]+|0o[0-7_]+|0b[01_]+)$/i.test(text)) return wholeNumber(text);
  if (/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text)) return Number(text);
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === "true";
  return text === "~" || text === "" || text === "null" ? null : text;
}

/** YAML has `\x1b` and `\0`, which JSON has not. */
function jsonEscape(written: string, byte: string | undefined, zero: string | undefined): string {
  return zero !== undefined ? "\\u0000" : byte === undefined ? written : `\\u00${byte}`;
}

/** `0x1f`, `-12`, `1_000` */
export function wholeNumber(text: string): number {
  const digits = text.replaceAll("_", "").replace(/^[-+]/, "");
  return text.startsWith("-") ? -Number(digits) : Number(digits);
}

/** `[1, "a", {b: c}]` */
class FlowReader {
  readonly #text: string;
  readonly #line: number;
  #at = 0;
  #depth = 0;

  constructor(text: string, line: number) {
    this.#text = text;
    this.#line = line;
  }

  whole(): YamlValue {
    const value = this.#value();
    if (this.#text.slice(this.#at).trim() !== "") this.#fail();
    return value;
  }

  #fail(): never {
    throw new DefinitionError(`${this.#text.slice(0, 60)} is not a list that can be read`, this.#line);
  }

  #skip(): string {
    while (/\s/.test(this.#text[this.#at] ?? "")) this.#at++;
    return this.#text[this.#at] ?? "";
  }

  #value(): YamlValue {
    if (++this.#depth > DEEPEST) this.#fail();
    const first = this.#skip();
    const value = first === "[" ? this.#list() : first === "{" ? this.#map() : scalarOf(this.#word(), this.#line);
    this.#depth--;
    return value;
  }

  #word(): string {
    QUOTED.lastIndex = this.#at;
    const end = QUOTED.test(this.#text)
      ? QUOTED.lastIndex
      : this.#at + /^(?:[^,[\]{}:]|:(?!\s))*/.exec(this.#text.slice(this.#at))![0].length;
    const word = this.#text.slice(this.#at, end).trim();
    this.#at = end;
    return word;
  }

  /** Reads a comma, or the end. */
  #goesOn(end: string): boolean {
    const next = this.#skip();
    if (next !== "," && next !== end) this.#fail();
    this.#at++;
    return next === "," && this.#skip() !== end;
  }

  #list(): YamlValue[] {
    this.#at++;
    const items: YamlValue[] = [];
    if (this.#skip() === "]") {
      this.#at++;
      return items;
    }
    do items.push(this.#value());
    while (this.#goesOn("]"));
    if (this.#text[this.#at] === "]" && this.#text[this.#at - 1] === ",") this.#at++;
    return items;
  }

  #map(): YamlMap {
    this.#at++;
    const map = new Map<string, YamlValue>();
    while (this.#skip() !== "}") {
      const key = String(scalarOf(this.#word(), this.#line, "key"));
      if (this.#skip() !== ":") this.#fail();
      this.#at++;
      map.set(key, this.#value());
      if (!this.#goesOn("}")) return map;
    }
    this.#at++;
    return map;
  }
}
