/** Keeps comments in compiled regions. Comments in skipped branches belong to no field. */

import type { Comment } from "./token.ts";

/** Half-open range of offsets. */
export interface Region {
  readonly start: number;
  readonly end: number;
}

export class ActiveComments {
  private readonly comments: Comment[] = [];
  /** Offsets of the comments of each file. */
  private readonly known = new Map<string, Set<number>>();

  /** @param skipped regions that are not compiled, ascending. A header that is read twice may have different ones. */
  add(comments: readonly Comment[], skipped: readonly Region[]): void {
    let index = 0;
    const first = comments[0];
    if (first === undefined) return;
    const known = this.known.get(first.file.name) ?? new Set();
    this.known.set(first.file.name, known);
    for (const comment of comments) {
      while ((skipped[index]?.end ?? Number.POSITIVE_INFINITY) <= comment.start) index += 1;
      const region = skipped[index];
      if (region !== undefined && region.start <= comment.start) continue;
      if (known.has(comment.start)) continue;
      known.add(comment.start);
      this.comments.push(comment);
    }
  }

  all(): readonly Comment[] {
    return this.comments;
  }
}
