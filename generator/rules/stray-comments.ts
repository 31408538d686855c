/** Comments outside of fields by their lines: with thousands of structs, each looks only at those near it. */

import { firstWhere } from "../../runtime/lib/first-where.ts";
import { groupBy } from "../../runtime/lib/group-by.ts";
import type { FieldComment } from "../types/declarations.ts";

export class StrayComments {
  /** By file, in order. */
  readonly #files: ReadonlyMap<string, readonly FieldComment[]>;

  constructor(all: readonly FieldComment[]) {
    const files = groupBy(all, ({ span }) => span.file);
    for (const comments of files.values()) comments.sort((one, other) => one.span.start.line - other.span.start.line);
    this.#files = files;
  }

  /** Those that end in line `from` or later, and begin in line `to` or earlier. */
  between(file: string, from: number, to: number): readonly FieldComment[] {
    const comments = this.#files.get(file) ?? [];
    const first = firstWhere(comments.length, (index) => comments[index]!.span.end.line >= from);
    const behind = firstWhere(comments.length, (index) => comments[index]!.span.start.line > to);
    return comments.slice(first, behind);
  }
}
