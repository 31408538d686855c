/** Attaches comments to fields: a field's comment is on the field's line [D6] [D9]. */

import { lineAt, type SourceFile, spanOf } from "../source/source-file.ts";
import type { PlacedField } from "../syntax/declare/context.ts";
import type { Comment } from "../syntax/preprocess/token.ts";
import type { FieldComment } from "../types/declarations.ts";

/** Limit for reported rules without a field. */
const MAX_STRAY = 10_000;

/** Attaches each comment to its fields. Returns comments with a rule, `@every` or `@command` that belong to no field. */
export function attachComments(comments: readonly Comment[], placed: readonly PlacedField[]): FieldComment[] {
  const lines = fieldsByLine(placed);
  const stray: FieldComment[] = [];
  const withRules = new Map<SourceFile, boolean>();
  const hasRules = (file: SourceFile) => {
    const known = withRules.get(file) ?? RULE.test(file.text);
    withRules.set(file, known);
    return known;
  };
  for (const comment of comments) {
    const owners = ownersOf(comment, lines.get(comment.file.name));
    const mayBeStray = () => stray.length < MAX_STRAY && hasRules(comment.file) && mayHoldRule(comment);
    if (owners.length === 0 && !mayBeStray()) continue;
    const text = comment.file.text.slice(comment.start, comment.end);
    const attached: FieldComment = { text, span: spanOf(comment.file, comment.start, comment.end) };
    for (const field of owners) field.comments.push(attached);
    if (owners.length === 0) stray.push(attached);
  }
  return stray;
}

interface Line {
  /** Fields whose names are on this line, sorted by column. */
  readonly named: PlacedField[];
  /** Fields whose declarations continue on this line. */
  readonly continued: PlacedField[];
}

/** The lines of one file. */
type Lines = ReadonlyMap<number, Line>;

/** By the names of files. */
function fieldsByLine(placed: readonly PlacedField[]): ReadonlyMap<string, Lines> {
  const files = new Map<string, Map<number, { named: PlacedField[]; continued: PlacedField[] }>>();
  const lineOf = (path: string, line: number) => {
    const lines = files.get(path) ?? new Map<number, { named: PlacedField[]; continued: PlacedField[] }>();
    files.set(path, lines);
    const known = lines.get(line) ?? { named: [], continued: [] };
    lines.set(line, known);
    return known;
  };
  for (const field of placed) {
    const { file } = field.name;
    const first = lineAt(file, field.name.start);
    lineOf(file.name, first).named.push(field);
    const last = field.last.file === file ? Math.min(lineAt(file, field.last.start), first + 20) : first;
    for (let line = first + 1; line <= last; line++) lineOf(file.name, line).continued.push(field);
  }
  for (const lines of files.values())
    for (const line of lines.values()) line.named.sort((left, right) => left.name.start - right.name.start);
  return files;
}

/**
 * A comment belongs to the declaration before it on its line, with all of its declarators there (`double a, b; // …`). If
 * there is none, it belongs to the next declaration on the line. A declaration over several lines gets all their comments,
 * except comments of its other declarators.
 */
function ownersOf(comment: Comment, lines: Lines | undefined): PlacedField[] {
  if (lines === undefined) return [];
  const line = lines.get(lineAt(comment.file, comment.start)) ?? lines.get(lineAt(comment.file, comment.end));
  if (line === undefined) return [];
  const nearest = line.named.findLast((field) => field.name.start < comment.start) ?? line.named[0];
  if (nearest === undefined) {
    const last = line.continued.at(-1);
    return last === undefined ? [] : line.continued.filter((field) => field.name.start === last.name.start);
  }
  return line.named.filter(
    (field) => field.declaration === nearest.declaration || field.name.start === nearest.name.start,
  );
}

/** Also misspelled: one of these without a field is worth a warning. */
const RULE = /@[ \t]*(?:r[ul]|ev|com)|\brules?[ \t]*:/i;

function mayHoldRule(comment: Comment): boolean {
  return RULE.test(comment.file.text.slice(comment.start, comment.end));
}
