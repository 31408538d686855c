/** The members of an aggregate in initialisation order. Unnamed bit-fields are skipped [C17 6.7.9p9]. */

import type { CType, Member } from "../types/declarations.ts";

export interface Slot {
  /** Undefined for an anonymous record and for an array element. */
  readonly name: string | undefined;
  readonly type: CType;
  /** C designator from the message's start; an anonymous record has its parent's. */
  readonly path: string;
}

export function countSlots(type: CType): number {
  if (type.kind === "array") return type.length;
  return type.kind === "record" ? membersOf(type.record.members).length : 0;
}

export function slotAt(type: CType, path: string, index: number): Slot | undefined {
  if (type.kind === "array")
    return index < type.length ? { name: undefined, type: type.element, path: `${path}[${index}]` } : undefined;
  const member = type.kind === "record" ? membersOf(type.record.members)[index] : undefined;
  if (member === undefined) return undefined;
  if (member.kind === "anonymous") return { name: undefined, type: { kind: "record", record: member.record }, path };
  return { name: member.name, type: member.type, path: memberPath(path, member.name ?? "") };
}

/** Index of the named member, or of the anonymous record that contains it. */
export function slotIndex(type: CType, name: string): number | undefined {
  if (type.kind !== "record") return undefined;
  const index = membersOf(type.record.members).findIndex((member) =>
    member.kind === "anonymous"
      ? slotIndex({ kind: "record", record: member.record }, name) !== undefined
      : member.name === name,
  );
  return index < 0 ? undefined : index;
}

export function slotNames(type: CType): string[] {
  if (type.kind !== "record") return [];
  return membersOf(type.record.members).flatMap((member) =>
    member.kind === "anonymous" ? slotNames({ kind: "record", record: member.record }) : [member.name ?? ""],
  );
}

export function memberPath(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

const cache = new WeakMap<readonly Member[], readonly Member[]>();

function membersOf(members: readonly Member[]): readonly Member[] {
  const known = cache.get(members);
  if (known !== undefined) return known;
  const named = members.filter((member) => member.kind === "anonymous" || member.name !== undefined);
  cache.set(members, named);
  return named;
}
