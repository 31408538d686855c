/** Where nodes end. */

import type { CType, FieldComment } from "../types/declarations.ts";
import { presenceTags } from "./presence-tag.ts";
import type { LayoutNode } from "./struct-layout.ts";

/** The largest UDP payload over IPv4, bytes. [RFC 768, RFC 791] */
export const LARGEST_DATAGRAM = 65_507;

/** Number of elements of an array without a declared length, from `@count: n; max=…`. */
export function openLength(type: CType, comments: readonly FieldComment[]): number | undefined {
  if (type.kind !== "array" || type.length > 0 || type.flexible === undefined || type.isUnheld) return undefined;
  return presenceTags(comments).find(({ max, kind }) => kind === "count" && max !== undefined)?.max;
}

/** One past the node's last byte, from the message's start; 0 for a record or an array without fields. */
export function endOf(node: LayoutNode): number {
  switch (node.kind) {
    case "scalar":
      return node.byteOffset + Math.ceil((node.bitOffset + node.bitWidth) / 8);
    case "text":
      return node.byteOffset + node.length;
    case "array":
      // Elements follow each other.
      return endOfAll(node.elements.slice(-1));
    case "record":
      return endOfAll(node.members);
  }
}

/** One past the last byte of any node. */
export function endOfAll(nodes: readonly LayoutNode[]): number {
  return nodes.reduce((end, node) => Math.max(end, endOf(node)), 0);
}
