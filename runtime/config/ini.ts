/**
 * Reads INI files like Python's ConfigParser, which Kotori's users know: sections, `key = value` or `key: value`, `;`
 * and `#` comment lines, ` ;` comments after a value, and continuation lines, which are indented more than their key.
 */

export interface IniEntry {
  readonly key: string;
  /** Continuation lines joined by one blank; surrounding double quotes removed. */
  readonly value: string;
  readonly line: number;
  /** Column where the value begins. */
  readonly column: number;
  /** The value's lines with their positions, without empty ones. */
  readonly parts: readonly IniPart[];
  /** The comment behind the value. */
  readonly comment?: string;
  /** Where a key from outside of the file comes from. */
  readonly from?: string;
}

export interface IniPart {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

export interface IniSection {
  readonly name: string;
  readonly line: number;
  readonly entries: ReadonlyMap<string, IniEntry>;
  /** Where a section that is not in the file comes from. */
  readonly from?: string;
}

/** A mistake in the configuration file. */
export interface ConfigProblem {
  /** 1-based; 0 if there is no line to name (a missing file or section). */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  /** One sentence, without the position. */
  readonly message: string;
  /** Replaces file and line: the option or variable with the mistake. */
  readonly from?: string;
}

export interface IniFile {
  readonly sections: ReadonlyMap<string, IniSection>;
  readonly problems: readonly ConfigProblem[];
}

interface OpenEntry {
  key: string;
  indent: number;
  parts: IniPart[];
  line: number;
  column: number;
  comment: string | undefined;
}

export function parseIni(text: string): IniFile {
  const reader = new Reader();
  text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .forEach((line, index) => reader.line(line, index + 1));
  return reader.finish();
}

class Reader {
  readonly #sections = new Map<string, { name: string; line: number; entries: Map<string, IniEntry> }>();
  readonly #problems: ConfigProblem[] = [];
  #section: { name: string; line: number; entries: Map<string, IniEntry> } | undefined;
  #entry: OpenEntry | undefined;
  /** The last header could not be read: whose the keys after it are is unknown. */
  #isLost = false;

  line(raw: string, number: number): void {
    if (/^\s*([;#].*)?$/.test(raw)) return;
    const text = raw.replace(/\s;.*$/, "").trimEnd();
    const indent = text.length - text.trimStart().length;
    if (this.#entry !== undefined && indent > this.#entry.indent) {
      this.#entry.parts.push({ text: text.trim(), line: number, column: indent + 1 });
      return;
    }
    this.#closeEntry();
    const content = text.trim();
    if (content.startsWith("[")) this.#openSection(content, number, indent + 1);
    else this.#openEntry(content, { line: number, indent, comment: /\s;\s*(.*)$/.exec(raw)?.[1] });
  }

  finish(): IniFile {
    this.#closeEntry();
    return { sections: this.#sections, problems: this.#problems };
  }

  #openSection(content: string, line: number, column: number): void {
    const name = /^\[([^\]]+)\]$/.exec(content)?.[1]?.trim();
    if (!name) {
      this.#section = undefined;
      this.#isLost = true;
      this.#problem(line, column, `'${content}' is not a section header; write it as [name]`);
      return;
    }
    const earlier = this.#sections.get(name);
    if (earlier !== undefined)
      this.#problem(line, column, `section [${name}] occurs twice, first in line ${earlier.line}`);
    this.#section = earlier ?? { name, line, entries: new Map() };
    this.#sections.set(name, this.#section);
  }

  #openEntry(content: string, { line, indent, comment }: Pick<OpenEntry, "line" | "indent" | "comment">): void {
    const match = /^([^=:]+?)\s*[=:]\s*(.*)$/.exec(content);
    if (match === null) {
      this.#problem(line, indent + 1, `'${content}' is neither a section header nor 'key = value'`);
      return;
    }
    const [, key = "", value = ""] = match;
    const column = indent + content.length - value.length + 1;
    this.#entry = { key: key.trim(), indent, parts: [{ text: value, line, column }], line, column, comment };
  }

  #closeEntry(): void {
    const entry = this.#entry;
    this.#entry = undefined;
    if (entry === undefined) return;
    if (this.#section === undefined) {
      if (this.#isLost) return;
      this.#problem(entry.line, 1, `'${entry.key}' is before the first section header`);
      return;
    }
    const { entries, name } = this.#section;
    const earlier = entries.get(entry.key);
    if (earlier !== undefined) {
      this.#problem(entry.line, 1, `'${entry.key}' occurs twice in [${name}], first in line ${earlier.line}`);
      return;
    }
    const value = entry.parts
      .map(({ text }) => text)
      .join(" ")
      .trim();
    entries.set(entry.key, {
      key: entry.key,
      value: /^".*"$/.test(value) ? value.slice(1, -1) : value,
      line: entry.line,
      column: entry.column,
      parts: entry.parts.filter(({ text }) => text !== ""),
      ...(entry.comment !== undefined && { comment: entry.comment }),
    });
  }

  #problem(line: number, column: number, message: string): void {
    this.#problems.push({ line, column, message });
  }
}
