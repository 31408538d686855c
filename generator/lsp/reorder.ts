/** Sorts the members of a struct by their alignment, where each has a line of its own. */

import type { Field, Member, Message } from "../codec/model.ts";
import { leavesOf } from "./field-index.ts";
import type { StructLines } from "./struct-lines.ts";

/**
 * All lines of the header with the struct's sorted.
 * @param initials number of the struct's initial values
 * @returns undefined if the members' lines cannot be moved safely: several on a line, conditions, bit-fields, initialisers by position
 */
export function reordered(
  lines: readonly string[],
  body: StructLines,
  message: Message,
  initials: number,
): string[] | undefined {
  const byLine = new Map<number, Sized[]>();
  for (const member of message.members) {
    const line = member.span.start.line - 1;
    const leaf = movable(member);
    if (leaf === undefined || line <= body.open || line >= body.last) return undefined;
    const size = leaf.type === "text" ? 1 : leaf.bitWidth / 8;
    const bytes = member.kind === "array" ? size * leavesOf(member).length : leaf.bitWidth / 8;
    byLine.set(line, [...(byLine.get(line) ?? []), { size, bytes }]);
  }
  const from = body.open + 1;
  const to = body.last;
  const own = lines.slice(from, to);
  if (own.some((line, at) => (byLine.get(from + at)?.length ?? 0) !== 1 || !/;/.test(line))) return undefined;
  // Values by position would be wrong afterwards.
  const kept = fixed(message);
  if (initials > kept) return undefined;
  const rest = own.slice(kept).map((line, at) => ({ line, ...sizes(byLine.get(from + kept + at)?.[0]) }));
  const sorted = [...own.slice(0, kept), ...withoutGaps(rest, kept).map(({ line }) => line)];
  return [...lines.slice(0, from), ...sorted, ...lines.slice(to)];
}

/** The member's field, or an array's first; undefined if the order has a meaning. */
function movable(member: Member): Field | undefined {
  const leaf = member.kind === "array" ? member.elements[0] : member;
  if (leaf?.kind !== "field" || leaf.bitField) return undefined;
  return leaf.node.comments.some(({ text }) => /@(?:count|if)\b/.test(text)) ? undefined : leaf;
}

interface Sized {
  /** The size of its type or of its elements, in bytes; the alignment on most processors. */
  readonly size: number;
  readonly bytes: number;
}

function sizes({ size, bytes }: Sized = { size: 1, bytes: 1 }): Sized {
  return { size, bytes };
}

/** The largest that needs no padding comes next. The compiler says afterwards what that saves. */
function withoutGaps<Line extends Sized>(lines: readonly Line[], start: number): Line[] {
  const left = [...lines].sort((a, b) => b.size - a.size);
  const placed: Line[] = [];
  for (let at = start; left.length > 0; ) {
    const fits = Math.max(
      0,
      left.findIndex(({ size }) => at % size === 0),
    );
    const [next] = left.splice(fits, 1);
    if (next === undefined) break;
    at = Math.ceil(at / next.size) * next.size + next.bytes;
    placed.push(next);
  }
  return placed;
}

/** `length` and `ID` stay the first two. */
function fixed({ members }: Message): number {
  return members[0]?.name === "length" && members[1]?.name === "ID" ? 2 : 0;
}
