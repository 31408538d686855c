/** A layout's number: what the firmware's bytes mean, and nothing that only the comments say. */

import { createHash } from "node:crypto";
import { presenceText, taggedMembers } from "./presence-tag.ts";
import { leaves, type StructLayout } from "./struct-layout.ts";

/** What the number tells apart. */
type Numbered = Pick<StructLayout, "id" | "wireSize" | "size" | "byteOrder" | "members"> & {
  readonly message: { readonly name: string };
};

/** Several files name it. */
const known = new WeakMap<Numbered, string>();

/**
 * Eight hexadecimal digits. It changes when a message's ID, its size, its byte order, or a field's name, type, place or presence does;
 * rules and units may change without.
 */
export function schemaOf(layout: Numbered): string {
  const schema = known.get(layout) ?? computed(layout);
  known.set(layout, schema);
  return schema;
}

function computed({ message, id, wireSize, size, byteOrder, members }: Numbered): string {
  const fields = leaves(members).map((node) =>
    node.kind === "text"
      ? [node.path, "text", node.byteOffset, node.length]
      : [node.path, node.scalar, node.byteOffset, node.bitOffset, node.bitWidth],
  );
  const tagged = taggedMembers(members).map(({ node, tag }) => [node.path, presenceText(tag)]);
  const parts = [message.name, id, wireSize, size, byteOrder, fields, ...(tagged.length > 0 ? [tagged] : [])];
  const text = JSON.stringify(parts);
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
