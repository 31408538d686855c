/** A layout's schema number: a hash of what the bytes mean, without rules and units. */

import { createHash } from "node:crypto";
import type { ByteOrder } from "../plan/channel-plan.ts";
import { presenceText, taggedMembers } from "./presence-tag.ts";
import { leaves, type StructLayout } from "./struct-layout.ts";

/** The input of the hash. */
type Numbered = Pick<StructLayout, "id" | "wireSize" | "size" | "byteOrder" | "members"> & {
  readonly message: { readonly name: string };
};

/** Cached, because several files contain it. */
const known = new WeakMap<Numbered, string>();

/**
 * Eight hexadecimal digits. The number changes with a message's ID, size or byte order, and with a field's name, type, position,
 * byte order or presence. It does not change with rules and units.
 */
export function schemaOf(layout: Numbered): string {
  const schema = known.get(layout) ?? computed(layout);
  known.set(layout, schema);
  return schema;
}

/** Nothing for most fields, so that their structs keep the numbers that they had. */
function ownOrder(own: ByteOrder | undefined, byteOrder: ByteOrder): ByteOrder[] {
  return own === undefined || own === byteOrder ? [] : [own];
}

function computed({ message, id, wireSize, size, byteOrder, members }: Numbered): string {
  const fields = leaves(members).map((node) =>
    node.kind === "text"
      ? [node.path, "text", node.byteOffset, node.length]
      : [
          node.path,
          node.scalar,
          node.byteOffset,
          node.bitOffset,
          node.bitWidth,
          ...ownOrder(node.byteOrder, byteOrder),
        ],
  );
  const tagged = taggedMembers(members).map(({ node, tag }) => [node.path, presenceText(tag)]);
  const parts = [message.name, id, wireSize, size, byteOrder, fields, ...(tagged.length > 0 ? [tagged] : [])];
  const text = JSON.stringify(parts);
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
