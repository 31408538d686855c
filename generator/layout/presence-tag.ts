/** Parses tags for optional parts in a member's comment: `@count: n`, `@count: rest; max=64`, `@if: flags & 1`. */

import type { FieldComment } from "../types/declarations.ts";
import type { LayoutNode } from "./struct-layout.ts";

export interface PresenceTag {
  readonly kind: "count" | "if";
  /** The expression as written. */
  readonly text: string;
  /** Maximum number of elements of an array without a declared length (`x[]`). */
  readonly max: number | undefined;
  readonly comment: FieldComment;
  /** Offset of the tag in its comment. */
  readonly offset: number;
  readonly length: number;
  /** Offset of the expression in its comment. */
  readonly textOffset: number;
}

/** The expression ends at the next tag, a semicolon, or the line's end. */
const TAG = /@(count|if)([ \t]*:[ \t]*)([^\n;@]*)(?:;[ \t]*max[ \t]*=[ \t]*(\d{1,6})\b)?/g;

/** In comment order; a member should have only one. */
export function presenceTags(comments: readonly FieldComment[]): PresenceTag[] {
  return comments.flatMap((comment) =>
    comment.text.includes("@")
      ? [...comment.text.matchAll(TAG)].map((match): PresenceTag => {
          const [whole, kind, between = "", text = "", max] = match;
          return {
            kind: kind as PresenceTag["kind"],
            text: text.trim(),
            max: max === undefined ? undefined : Number(max),
            comment,
            offset: match.index,
            length: whole.trimEnd().length,
            textOffset: match.index + 1 + (kind ?? "").length + between.length,
          };
        })
      : [],
  );
}

/** `@count: n`, for messages and for the schema number. */
export function presenceText({ kind, text }: Pick<PresenceTag, "kind" | "text">): string {
  return `@${kind}: ${text}`;
}

/** Members with their own tag. Array elements share the array's comments, so they are skipped. */
export function taggedMembers(
  members: readonly LayoutNode[],
): { readonly node: LayoutNode; readonly tag: PresenceTag }[] {
  return members.flatMap((node) => {
    const [tag] = presenceTags(node.comments);
    const own = tag === undefined ? [] : [{ node, tag }];
    if (node.kind === "record") return [...own, ...taggedMembers(node.members)];
    return node.kind === "array" ? [...own, ...node.elements.flatMap(inElement)] : own;
  });
}

function inElement(node: LayoutNode): ReturnType<typeof taggedMembers> {
  if (node.kind === "record") return taggedMembers(node.members);
  return node.kind === "array" ? node.elements.flatMap(inElement) : [];
}
