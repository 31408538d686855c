/** `@version` in a comment marks the field that contains the firmware's version. */

import type { ScalarNode, TextNode } from "./struct-layout.ts";

const TAG = /@version\b(?:[ \t]*:[ \t]*(0[xX][0-9a-fA-F]+|\d+))?/;

/** The field's value in messages of this layout: the tag's number, else the initialiser. */
export function versionTag(node: ScalarNode | TextNode): number | undefined {
  if (node.kind === "text") return undefined;
  // Elements of an array share its comments, most of which have no tag.
  const tags = node.comments.flatMap(({ text }) => (text.includes("@") ? (TAG.exec(text) ?? []) : []));
  if (tags.length === 0) return undefined;
  const written = node.comments.map(({ text }) => TAG.exec(text)?.[1]).find((number) => number !== undefined);
  const value = written ?? (typeof node.initial === "string" ? undefined : node.initial);
  return value === undefined ? undefined : Number(value);
}
