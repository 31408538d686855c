/** Sentences that tie generated symbols to the declarations they came from. */

import type { LayoutNode, RecordNode } from "../layout/struct-layout.ts";
import type { Span } from "../source/span.ts";
import type { Leaf, StructModel } from "./struct-model.ts";
import { commentText } from "./text.ts";

/** `struct_cap_r`: headers/h2m.h:5, ID 2, 5 bytes. */
export function structDoc({ struct }: StructModel): string {
  const { message, id, wireSize, size, packing } = struct.layout;
  const sizes = size === wireSize ? `${size} bytes` : `${wireSize} bytes (sizeof ${size})`;
  const layout = packing === "packed" ? ", packed" : "";
  return `\`${commentText(message.name)}\`, ${place(message.span)}: ID ${id}, ${sizes}${layout}.`;
}

/** `uint16_t voltage`, headers/h2m.h:9, offset 2, V. */
export function fieldDoc(leaf: Leaf): string {
  const { field } = leaf;
  const unit = field.unit === undefined || field.expression !== undefined ? "" : `, ${commentText(field.unit)}`;
  return `${declarationDoc(leaf.node)}${unit}`;
}

/** `voltage / 100` in V, from `voltage` (headers/h2m.h:9). */
export function columnDoc({ field, node, steps }: Leaf): string {
  const source = `\`${commentText(node.path)}\``;
  const value = field.expressionText === undefined ? source : `\`${commentText(field.expressionText)}\``;
  const unit = field.unit === undefined ? "" : ` in ${commentText(field.unit)}`;
  const excluded = field.excluded ? "; not in stored rows" : "";
  const origin = steps.length > 0 && field.expressionText !== undefined ? `, from ${source}` : "";
  return `${value}${unit}${origin}, ${place(node.span)}${excluded}`;
}

/** `uint16_t voltage`, headers/h2m.h:9, offset 2 */
export function declarationDoc(node: LayoutNode): string {
  return `\`${commentText(declarator(node))}\`, ${place(node.span)}${offset(node)}`;
}

/** `Position home`, headers/h2m.h:12 */
export function recordDoc(record: RecordNode): string {
  const array = /^(.*)\[\d+\]$/.exec(record.path)?.[1];
  if (array === undefined) return declarationDoc(record);
  return `An element of \`${commentText(array)}\`, ${place(record.span)}; offsets are those of the first one.`;
}

/** `headers/h2m.h:9` */
export function place(span: Span): string {
  return `${commentText(span.file)}:${span.start.line}`;
}

/** The declaration in C's manner: `int16_t v[3]`, `uint8_t armed : 1`. */
export function declarator(node: LayoutNode): string {
  const dimensions = /^(.*?)((?:\[\d+\])+)$/.exec(node.ctype);
  const named = dimensions === null ? `${node.ctype} ${node.name}` : `${dimensions[1]} ${node.name}${dimensions[2]}`;
  return node.kind === "scalar" && node.bitField ? `${named} : ${node.bitWidth}` : named;
}

function offset(node: LayoutNode): string {
  switch (node.kind) {
    case "scalar":
      return `, offset ${node.byteOffset}${node.bitField ? ` bit ${node.bitOffset}` : ""}`;
    case "text":
      return `, offset ${node.byteOffset}`;
    case "array":
    case "record":
      return "";
  }
}
