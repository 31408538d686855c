/** The names that an expression may use: fields of the leaf's own record, then top-level fields of the struct. */

import type { LayoutNode, StructLayout } from "../layout/struct-layout.ts";

export type Resolved =
  | { readonly kind: "field"; readonly path: string }
  | { readonly kind: "unusable"; readonly what: string };

export interface Scope {
  /** Declared name of the rule's field. */
  readonly own: string;
  resolve(name: string): Resolved | undefined;
  /** All valid names, for suggestions. */
  readonly names: readonly string[];
}

/** @param path the leaf that the rule applies to: the field, or an element of it */
export function scopeOf(layout: StructLayout, record: readonly LayoutNode[], own: string, path: string): Scope {
  const named = (members: readonly LayoutNode[], wanted: string) => members.find(({ name }) => name === wanted);
  const resolve = (name: string): Resolved | undefined => {
    if (name === own) return { kind: "field", path };
    const member = named(record, name) ?? named(layout.members, name);
    return member && resolvedMember(member);
  };
  return {
    own,
    resolve,
    get names() {
      const members = new Map([...layout.members, ...record].map((member) => [member.name, member]));
      return [own, ...[...members.values()].filter(({ kind }) => kind === "scalar").map(({ name }) => name)];
    },
  };
}

export function resolvedMember(member: LayoutNode): Resolved {
  switch (member.kind) {
    case "scalar":
      return { kind: "field", path: member.path };
    case "text":
      return { kind: "unusable", what: "a text" };
    case "array":
      return { kind: "unusable", what: "an array" };
    case "record":
      return { kind: "unusable", what: `a ${member.record}` };
  }
}
