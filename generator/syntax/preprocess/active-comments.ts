/** Keeps comments in compiled regions. Comments in skipped branches belong to no field. */

import type { Comment } from "./token.ts";

/** Half-open range of offsets. */
export interface Region {
  readonly start: number;
  readonly end: number;
}

export class ActiveComments {
  private readonly comments = new Map<string, Comment>();

  /** @param skipped regions that are not compiled, ascending. A header that is read twice may have different ones. */
  add(comments: readonly Comment[], skipped: readonly Region[]): void {
    let index = 0;
    for (const comment of comments) {
      while ((skipped[index]?.end ?? Number.POSITIVE_INFINITY) <= comment.start) index += 1;
      const region = skipped[index];
      if (region !== undefined && region.start <= comment.start) continue;
      this.comments.set(`${comment.file.name}:${comment.start}`, comment);
    }
  }

  all(): Comment[] {
    return [...this.comments.values()];
  }
}
