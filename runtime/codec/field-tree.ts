/** A struct's fields as a tree, nested like its records and arrays. */

import { fieldsOf } from "./fields.ts";
import type { FieldInfo, StructCodec } from "./struct-codec.ts";

/** A field, or a record or array of fields, by member name or element index. */
export interface Tree {
  readonly field: FieldInfo | undefined;
  readonly least: number;
  readonly most: number;
  readonly members: Map<string, Tree>;
}

const TREES = new WeakMap<object, Tree>();

export function treeOf({ fields }: Pick<StructCodec, "fields">): Tree {
  let tree = TREES.get(fields);
  if (tree === undefined) {
    tree = { field: undefined, least: 0, most: 0, members: new Map() };
    for (const field of fieldsOf({ fields })) plant(tree, field);
    TREES.set(fields, tree);
  }
  return tree;
}

/** `gps.v[0]`: the C designator of a member of the record or array at `path`. */
export function memberPath(path: string, name: string, isArray: boolean): string {
  if (isArray) return `${path}[${name}]`;
  return path === "" ? name : `${path}.${name}`;
}

function plant(tree: Tree, field: FieldInfo): void {
  const names = field.path.match(/[^.[\]]+/g) ?? [];
  const last = names.pop() ?? "";
  let at = tree;
  for (const name of names) {
    const inner = at.members.get(name) ?? { field: undefined, least: 0, most: 0, members: new Map() };
    at.members.set(name, inner);
    at = inner;
  }
  const isSigned = field.scalar.startsWith("int");
  const least = isSigned ? -(2 ** (field.bitWidth - 1)) : 0;
  const most = 2 ** (field.bitWidth - (isSigned ? 1 : 0)) - 1;
  at.members.set(last, { field, least, most, members: new Map() });
}
