/** `@order: big` in a comment above a struct: the byte order of all its fields [D38]. */

import { RULES } from "../diagnostics/codes/rules.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import { lineAt, spanOf } from "../source/source-file.ts";
import type { Comment } from "../syntax/preprocess/token.ts";
import type { Headers } from "../syntax/read-headers.ts";

const ORDER = /@order\b\s*:?\s*([^\s;,@]*)/;
/** Lines of comments above a struct that are looked at. */
const MOST_LINES = 30;

/** Gives the records their orders; what is wrong with a tag is returned. */
export function orderRecords({ comments, records, unit }: Headers): Diagnostic[] {
  if (!comments.some(isTagged)) return [];
  const above = new Map(comments.filter(standsAlone).map((comment) => [placeOf(comment, comment.end), comment]));
  const diagnostics: Diagnostic[] = [];
  for (const [record, { from }] of records) {
    const token = unit.tokens[from];
    if (token === undefined) continue;
    let line = lineAt(token.file, token.start) - 1;
    for (let lines = 0; lines < MOST_LINES; lines++) {
      const comment = above.get(`${token.file.name}:${line}`);
      if (comment === undefined) break;
      line = lineAt(comment.file, comment.start) - 1;
      const match = ORDER.exec(textOf(comment));
      if (match === null) continue;
      const [whole, text = ""] = match;
      const start = comment.start + match.index;
      const span = spanOf(comment.file, start, start + whole.trimEnd().length);
      const field = record.name ?? "struct";
      const bits = record.members.find((member) => member.kind === "bit-field");
      if (text !== "big" && text !== "little") diagnostics.push(report(RULES, "E333", span, { field, text }));
      else if (bits !== undefined) diagnostics.push(report(RULES, "E334", span, { field: bits.name ?? field }));
      else record.order = text;
      break;
    }
  }
  return diagnostics;
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

/** Nothing but blanks and the comment's own sign stands before it on its line: it is nobody's there. */
function standsAlone({ file, start }: Comment): boolean {
  const lineStart = file.text.lastIndexOf("\n", start - 1) + 1;
  return /^\s*\/[/*]$/.test(file.text.slice(lineStart, start));
}
