/** Where fields end. */

import type { LayoutNode } from "./struct-layout.ts";

/** One past the node's last byte, counted from the message's beginning; 0 for a record or an array without fields. */
export function endOf(node: LayoutNode): number {
  switch (node.kind) {
    case "scalar":
      return node.byteOffset + Math.ceil((node.bitOffset + node.bitWidth) / 8);
    case "text":
      return node.byteOffset + node.length;
    case "array":
      return endOfAll(node.elements);
    case "record":
      return endOfAll(node.members);
  }
}

/** One past the last byte that belongs to any of the nodes. */
export function endOfAll(nodes: readonly LayoutNode[]): number {
  return nodes.reduce((end, node) => Math.max(end, endOf(node)), 0);
}
