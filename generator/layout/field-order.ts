/** Byte order of a field: its `@order:` tag, else its type's (`__be16`), else that of its enclosing record [D38]. */

import type { ByteOrder } from "../plan/channel-plan.ts";
import type { CType, FieldComment } from "../types/declarations.ts";

export interface OrderTag {
  /** Undefined if the tag's text is not a byte order. */
  readonly order: ByteOrder | undefined;
  readonly text: string;
  /** Offset in the comment. */
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

/** Undefined if neither the comments nor the type set an order. */
export function orderOf(comments: readonly FieldComment[], type: CType): ByteOrder | undefined {
  for (const { text } of comments) {
    const tag = orderTagOf(text);
    if (tag?.order !== undefined) return tag.order;
  }
  return type.order;
}
