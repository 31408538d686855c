/** Byte order of one field: by its `@order:` tag, else by its type (`__be16`), else by what encloses it [D38]. */

import type { ByteOrder } from "../plan/channel-plan.ts";
import type { CType, FieldComment } from "../types/declarations.ts";

export interface OrderTag {
  /** Undefined: what stands there is none. */
  readonly order: ByteOrder | undefined;
  readonly text: string;
  /** In the comment. */
  readonly offset: number;
  readonly length: number;
}

export function orderTagOf(comment: string): OrderTag | undefined {
  const match = /@order\b\s*:?\s*([^\s;,@]*)/.exec(comment);
  if (match === null) return undefined;
  const [whole, text = ""] = match;
  const order = text === "big" || text === "little" ? text : undefined;
  return { order, text, offset: match.index, length: whole.trimEnd().length };
}

/** Undefined: nothing is said of this field. */
export function orderOf(comments: readonly FieldComment[], type: CType): ByteOrder | undefined {
  for (const { text } of comments) {
    const tag = orderTagOf(text);
    if (tag?.order !== undefined) return tag.order;
  }
  return type.order;
}
