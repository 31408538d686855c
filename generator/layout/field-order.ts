/** Byte order of one field: by its `@order:` tag, else by its type (`__be16`), else by what encloses it [D38]. */

import type { ByteOrder } from "../target.ts";
import type { FieldComment } from "../types/declarations.ts";

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

const ENDIAN_TYPE =
  /^(?:__(be|le)\d\d|(?:(?:boost::endian|etl)::)?(big|little)_u?int\d+(?:_buf)?_t|(be|le)_u?int\d+_t)\b/;

/** Undefined: nothing is said of this field. */
export function orderOf(comments: readonly FieldComment[], ctype: string): ByteOrder | undefined {
  for (const { text } of comments) {
    const tag = orderTagOf(text);
    if (tag?.order !== undefined) return tag.order;
  }
  const [, kernel, boost, etl] = ENDIAN_TYPE.exec(ctype) ?? [];
  const word = kernel ?? boost ?? etl;
  return word === undefined ? undefined : word.startsWith("b") ? "big" : "little";
}
