/** `@order: big` in a comment above a struct sets the byte order of all its fields [D38]. */

import { RULES } from "../diagnostics/codes/rules.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import { lineAt, type SourceFile, spanOf } from "../source/source-file.ts";
import type { Span } from "../source/span.ts";
import type { Comment } from "../syntax/preprocess/token.ts";
import type { Headers } from "../syntax/read-headers.ts";
import type { RecordDeclaration } from "../types/declarations.ts";

const ORDER = /@order\b\s*:?\s*([^\s;,@]*)/;
/** Number of comment lines above a struct that are searched. */
const MOST_LINES = 30;

/** Sets the byte orders of records. Returns diagnostics for invalid tags. */
export function orderRecords({ comments, records, unit }: Headers): Diagnostic[] {
  const files = new Set(comments.map(({ file }) => file));
  if (![...files].some(({ text }) => ORDER.test(text)) || !comments.some(isTagged)) return [];
  const above = new Map(comments.filter(standsAlone).map((comment) => [placeOf(comment, comment.end), comment]));
  return [...records].flatMap(([record, { from }]) => {
    const token = unit.tokens[from];
    const tag = token === undefined ? undefined : tagAbove(above, token.file, lineAt(token.file, token.start));
    return tag === undefined ? [] : applyOrder(record, tag);
  });
}

interface Tag {
  readonly text: string;
  readonly span: Span;
}

/** The tag in the comments that end directly above the line. */
function tagAbove(above: ReadonlyMap<string, Comment>, { name }: SourceFile, first: number): Tag | undefined {
  let line = first - 1;
  for (let lines = 0; lines < MOST_LINES; lines++) {
    const comment = above.get(`${name}:${line}`);
    if (comment === undefined) return undefined;
    const { file } = comment;
    line = lineAt(file, comment.start) - 1;
    const match = ORDER.exec(textOf(comment));
    if (match === null) continue;
    const [whole, text = ""] = match;
    const start = comment.start + match.index;
    return { text, span: spanOf(file, start, start + whole.trimEnd().length) };
  }
  return undefined;
}

function applyOrder(record: RecordDeclaration, { text, span }: Tag): Diagnostic[] {
  const field = record.name ?? "struct";
  if (text !== "big" && text !== "little") return [report(RULES, "E333", span, { field, text })];
  record.order = text;
  return [];
}

function isTagged(comment: Comment): boolean {
  return ORDER.test(textOf(comment));
}

function textOf({ file, start, end }: Comment): string {
  return file.text.slice(start, end);
}

function placeOf({ file }: Comment, at: number): string {
  return `${file.name}:${lineAt(file, at)}`;
}

/** True if only blanks precede the comment on its line. Other comments belong to the declaration on their line. */
function standsAlone({ file, start }: Comment): boolean {
  const lineStart = file.text.lastIndexOf("\n", start - 1) + 1;
  return /^\s*\/[/*]$/.test(file.text.slice(lineStart, start));
}
