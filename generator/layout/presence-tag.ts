/** What messages may lack, by a tag in a member's comment: `@count: n`, `@count: rest; max=64`, `@if: flags & 1`. */

import type { FieldComment } from "../types/declarations.ts";
import type { LayoutNode } from "./struct-layout.ts";

export interface PresenceTag {
  readonly kind: "count" | "if";
  /** The expression as written. */
  readonly text: string;
  /** Elements of an array that is declared without a number (`x[]`). */
  readonly max: number | undefined;
  readonly comment: FieldComment;
  /** Of the tag in its comment. */
  readonly offset: number;
  readonly length: number;
  /** Of the expression. */
  readonly textOffset: number;
}

/** Up to the next tag, a semicolon, or the line's end. */
const TAG = /@(count|if)([ \t]*:[ \t]*)([^\n;@]*)(?:;[ \t]*max[ \t]*=[ \t]*(\d{1,6})\b)?/g;

/** In the order in which they stand there; a member has one at most. */
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

/** `@count: n`, for people and for the layout's number. */
export function presenceText({ kind, text }: Pick<PresenceTag, "kind" | "text">): string {
  return `@${kind}: ${text}`;
}

/** The members that have a tag of their own, with it; elements of an array have the array's comments. */
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
