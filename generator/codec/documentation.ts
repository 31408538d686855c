/** Doc comments of generated symbols: each names the declaration that it comes from. */

import type { LayoutNode, RecordNode } from "../layout/struct-layout.ts";
import type { Span } from "../source/span.ts";
import { messageWords, ownWords, typeWords } from "./header-words.ts";
import type { Field, StructModel } from "./model.ts";
import { commentText, jsDocText } from "./text.ts";

/** The header's comment, and `struct_cap_r`, headers/h2m.h:5: ID 2, 5 bytes. */
export function structDoc(model: StructModel): string[] {
  const { struct } = model;
  const { message, id, wireSize, size, packing } = struct.layout;
  const least = struct.variable === undefined ? "" : `${struct.variable.leastSize} to `;
  const sizes = size === wireSize ? `${least}${size} bytes` : `${least}${wireSize} bytes (sizeof ${size})`;
  const layout = packing === "packed" ? ", packed" : "";
  return [
    ...messageWords(struct.layout.message, model.comments).map(jsDocText),
    `\`${commentText(message.name)}\`, ${place(message.span)}: ID ${id}, ${sizes}${layout}.`,
  ];
}

/** The header's comment, and `uint16_t voltage`, headers/h2m.h:9, offset 2, V. */
export function fieldDoc(leaf: Field, model: StructModel): string[] {
  const { compiled: field } = leaf;
  const unit = field.unit === undefined || field.expression !== undefined ? "" : `, ${commentText(field.unit)}`;
  return [...ownWords(leaf.node, model.comments).map(jsDocText), `${declaration(leaf.node)}${unit}`];
}

/** `voltage / 100` in V, from `voltage` (headers/h2m.h:9). */
export function columnDoc({ compiled: field, node, steps }: Field, model: StructModel): string[] {
  const source = `\`${commentText(node.path)}\``;
  const value = field.expressionText === undefined ? source : `\`${commentText(field.expressionText)}\``;
  const unit = field.unit === undefined ? "" : ` in ${commentText(field.unit)}`;
  const excluded = field.excluded ? "; not in stored rows" : "";
  const origin = steps.length > 0 && field.expressionText !== undefined ? `, from ${source}` : "";
  return [...ownWords(node, model.comments).map(jsDocText), `${value}${unit}${origin}, ${place(node.span)}${excluded}`];
}

/** The header's comment, and `uint16_t voltage`, headers/h2m.h:9, offset 2 */
export function declarationDoc(node: LayoutNode, model: StructModel): string[] {
  return [...ownWords(node, model.comments).map(jsDocText), declaration(node)];
}

function declaration(node: LayoutNode): string {
  return `\`${commentText(declarator(node))}\`, ${place(node.span)}${offset(node)}`;
}

/** `Position home`, headers/h2m.h:12 */
export function recordDoc(record: RecordNode, model: StructModel): string[] {
  const array = /^(.*)\[\d+\]$/.exec(record.path)?.[1];
  const type = typeWords(record, model.comments).map(jsDocText);
  if (array === undefined) return [...new Set([...type, ...declarationDoc(record, model)])];
  return [
    ...type,
    `An element of \`${commentText(array)}\`, ${place(record.span)}; offsets are those of the first one.`,
  ];
}

/** `headers/h2m.h:9` */
export function place(span: Span): string {
  return `${commentText(span.file)}:${span.start.line}`;
}

/** The declaration in C syntax: `int16_t v[3]`, `uint8_t armed : 1`. */
export function declarator(node: LayoutNode, name = node.name): string {
  const dimensions = node.ctype.endsWith("]") ? /^(.*?)((?:\[\d+\])+)$/.exec(node.ctype) : null;
  const named = dimensions === null ? `${node.ctype} ${name}` : `${dimensions[1]} ${name}${dimensions[2]}`;
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
