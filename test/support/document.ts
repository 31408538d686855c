/** Fenced blocks of files and commands in our documents, and why some are not run. */

export interface Block {
  /** `README.md:48` */
  readonly place: string;
  /** `sh`: commands; `console`: commands behind `$ ` with what they print; others: files. */
  readonly language: string;
  readonly text: string;
  /** Of `<!-- file: PATH -->` before the block: the block is that file. */
  readonly file: string | undefined;
  /** Of `<!-- not run: REASON -->` before the block. */
  readonly notRun: string | undefined;
  /** Any other comment before the block: `wait`, `service`. */
  readonly note: string;
}

export interface Command {
  readonly typed: string;
  /** The output that the document shows. Undefined if it shows none. */
  readonly printed: string | undefined;
}

export function blocksOf(name: string, text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split("\n");
  let note = "";
  for (let at = 0; at < lines.length; at++) {
    const [, indent, language] = /^( *)```(\S*)/.exec(lines[at] ?? "") ?? [];
    if (indent === undefined) {
      if (lines[at]?.trim() !== "") note = /^\s*<!--(.*)-->$/.exec(lines[at] ?? "")?.[1]?.trim() ?? "";
      continue;
    }
    const end = lines.findIndex((line, index) => index > at && line.trimEnd() === `${indent}\`\`\``);
    if (end < 0) throw new Error(`${name}:${at + 1}: the block has no end`);
    const body = lines.slice(at + 1, end).map((line) => line.slice(indent.length));
    blocks.push({
      place: `${name}:${at + 1}`,
      language: language ?? "",
      text: body.join("\n"),
      file: /^file: (\S+)$/.exec(note)?.[1],
      notRun: /^not run: (.+)$/.exec(note)?.[1],
      note,
    });
    note = "";
    at = end;
  }
  return blocks;
}

export function commandsOf({ language, text }: Block): Command[] {
  if (language === "sh") return [{ typed: text, printed: undefined }];
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf("\n");
      const typed = end < 0 ? part : part.slice(0, end);
      return { typed, printed: end < 0 ? "" : part.slice(end + 1).trim() };
    });
}

/** Equal except for times, and for parts replaced by `…`. */
export function showsTheSame(printed: string, actual: string): boolean {
  const pattern = printed
    .split("\n")
    .map((line) =>
      line
        .trimEnd()
        .split(/(\d{4}-\d{2}-\d{2}T[\d:.]+Z|…)/)
        .map((part, index) =>
          index % 2 === 0 ? part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&") : part === "…" ? ".*" : "\\S+Z",
        )
        .join(""),
    )
    .join("\n");
  const lines = actual.split("\n").map((line) => line.trimEnd());
  return new RegExp(`^${pattern}$`, "s").test(lines.join("\n").trim());
}
