/** Sentences that tie generated symbols to the declarations they came from. */

import type { LayoutNode, RecordNode } from "../layout/struct-layout.ts";
import { commentAbove, commentWords } from "../source/comment-above.ts";
import type { Span } from "../source/span.ts";
import type { Enumeration, Field, StructModel } from "./model.ts";
import { commentParagraphs, commentText } from "./text.ts";

/** What the header says of a message, of a member and its type, or of an enum: paragraphs, for files of all kinds. */
export function messageWords({ struct, comments }: StructModel): string[] {
  const { message } = struct.layout;
  const { span } = message.record.span.start.line < message.span.start.line ? message.record : message;
  return commentParagraphs(comments.get(span));
}

export function memberWords(path: string, model: StructModel): string[] {
  const node = nodeAt(path, model.struct.layout.members);
  if (node === undefined) return [];
  const type = typeSpanOf(node);
  const ofType = type === undefined ? [] : commentParagraphs(model.comments.get(type));
  return [...new Set([...ofType, ...headerWords(node, model)])];
}

export function enumWords({ span }: Enumeration, texts: ReadonlyMap<string, readonly string[]> = new Map()): string[] {
  return commentParagraphs(commentAbove(texts.get(span.file) ?? [], span.start.line));
}

/** Of a record, or of an array's elements. */
function typeSpanOf(node: LayoutNode | undefined): Span | undefined {
  return node?.kind === "array" ? typeSpanOf(node.elements[0]) : node?.kind === "record" ? node.typeSpan : undefined;
}

function nodeAt(path: string, nodes: readonly LayoutNode[]): LayoutNode | undefined {
  for (const node of nodes) {
    if (node.path === path) return node;
    if (!path.startsWith(node.path) || !/^[.[]/.test(path.slice(node.path.length))) continue;
    const inner = node.kind === "array" ? node.elements : node.kind === "record" ? node.members : [];
    const found = nodeAt(path, inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What the header says, and `struct_cap_r`, headers/h2m.h:5: ID 2, 5 bytes. */
export function structDoc(model: StructModel): string[] {
  const { struct } = model;
  const { message, id, wireSize, size, packing } = struct.layout;
  const sizes = size === wireSize ? `${size} bytes` : `${wireSize} bytes (sizeof ${size})`;
  const layout = packing === "packed" ? ", packed" : "";
  return [
    ...messageWords(model),
    `\`${commentText(message.name)}\`, ${place(message.span)}: ID ${id}, ${sizes}${layout}.`,
  ];
}

/** What the header says, and `uint16_t voltage`, headers/h2m.h:9, offset 2, V. */
export function fieldDoc(leaf: Field, model: StructModel): string[] {
  const { compiled: field } = leaf;
  const unit = field.unit === undefined || field.expression !== undefined ? "" : `, ${commentText(field.unit)}`;
  return [...headerWords(leaf.node, model), `${declaration(leaf.node)}${unit}`];
}

/** `voltage / 100` in V, from `voltage` (headers/h2m.h:9). */
export function columnDoc({ compiled: field, node, steps }: Field, model: StructModel): string[] {
  const source = `\`${commentText(node.path)}\``;
  const value = field.expressionText === undefined ? source : `\`${commentText(field.expressionText)}\``;
  const unit = field.unit === undefined ? "" : ` in ${commentText(field.unit)}`;
  const excluded = field.excluded ? "; not in stored rows" : "";
  const origin = steps.length > 0 && field.expressionText !== undefined ? `, from ${source}` : "";
  return [...headerWords(node, model), `${value}${unit}${origin}, ${place(node.span)}${excluded}`];
}

/** What the header says, and `uint16_t voltage`, headers/h2m.h:9, offset 2 */
export function declarationDoc(node: LayoutNode, model: StructModel): string[] {
  return [...headerWords(node, model), declaration(node)];
}

function declaration(node: LayoutNode): string {
  return `\`${commentText(declarator(node))}\`, ${place(node.span)}${offset(node)}`;
}

/** `Position home`, headers/h2m.h:12 */
export function recordDoc(record: RecordNode, model: StructModel): string[] {
  const array = /^(.*)\[\d+\]$/.exec(record.path)?.[1];
  const type = record.typeSpan === undefined ? [] : commentParagraphs(model.comments.get(record.typeSpan));
  if (array === undefined) return [...new Set([...type, ...declarationDoc(record, model)])];
  return [
    ...type,
    `An element of \`${commentText(array)}\`, ${place(record.span)}; offsets are those of the first one.`,
  ];
}

/** The comments above and behind the field, without what is for the compiler: an offset, a rule, a tag. */
function headerWords(node: LayoutNode, { comments }: StructModel): string[] {
  // An array's elements share its comment, which stands with the array.
  if (/\]$/.test(node.path)) return [];
  const behind = node.comments.map(({ text }) => wordsOf(text, node));
  return [comments.get(node.span), ...behind].flatMap(commentParagraphs);
}

function wordsOf(comment: string, node: LayoutNode): string {
  const said = comment.replace(/@[ \t]*[a-z]+\b[ \t]*(?::|(?=\s+\w+\s*=))[\s\S]*$/i, "");
  // Most say nothing but the offset.
  if (/^\s*(?:\d+(?:\.\d+)?\s*)?$/.test(said)) return "";
  const words = commentWords(`//${said}`);
  const [note, byte, rest = ""] = /^(?:[rw]\s+)?(\d+)(?:\.\d+)?(?![\w.])\s*([\s\S]*)$/.exec(words) ?? [];
  // `10 Hz` is no offset, `12 checksum` behind the byte that ends at 12 is one. [D6]
  return note !== undefined && (rest === "" || Number(byte) === lastByte(node)) ? rest : words;
}

/** 1-based. */
function lastByte(node: LayoutNode): number | undefined {
  if (node.kind === "text") return node.byteOffset + node.length;
  if (node.kind === "scalar") return Math.ceil((node.byteOffset * 8 + node.bitOffset + node.bitWidth) / 8);
  const last = node.kind === "array" ? node.elements.at(-1) : node.members.at(-1);
  return last === undefined ? undefined : lastByte(last);
}

/** `headers/h2m.h:9` */
export function place(span: Span): string {
  return `${commentText(span.file)}:${span.start.line}`;
}

/** The declaration in C's manner: `int16_t v[3]`, `uint8_t armed : 1`. */
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
