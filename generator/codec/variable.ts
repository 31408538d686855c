/** Looks up the optional parts of a struct: the parts around a field, and the stored values in them. */

import { partsAround } from "../rules/compile-presence.ts";
import type { Variable, VariablePart } from "../rules/compiled-rule.ts";
import type { Field, StructModel } from "./model.ts";

type Model = Pick<StructModel, "struct">;

/** True if some messages do not contain the field. */
export function isOptional(path: string, { struct: { variable } }: Model): boolean {
  return variable !== undefined && partsAround(path, variable).length > 0;
}

/** The tags (`@if: flags & 1`) of all parts that contain the field, outermost first; undefined if it is always present. */
export function presenceOf({ path }: Pick<Field, "path">, { struct: { variable } }: Model): string | undefined {
  if (variable === undefined) return undefined;
  const texts = variable.parts.filter((part) => part.path === path || isIn(path, part)).map(({ text }) => text);
  return texts.length === 0 ? undefined : texts.join(", ");
}

export function isIn(path: string, { path: above }: Pick<VariablePart, "path">): boolean {
  return path.startsWith(`${above}.`) || path.startsWith(`${above}[`);
}

export function partAt(path: string, { struct: { variable } }: Model): VariablePart | undefined {
  return variable?.parts.find((part) => part.path === path);
}

/** The part whose number of elements is this field. */
export function countedBy(field: Field, { struct: { variable } }: Model): VariablePart | undefined {
  return variable?.parts.find(
    ({ counter, kind, node }) => kind === "count" && node === "array" && counter === field.path,
  );
}

/** True if the part starts where the previous one starts, as members of a union do. */
export function isJoined(part: VariablePart, { parts }: Variable): boolean {
  const tail = parts.filter(({ inTail }) => inTail);
  const before = tail[tail.indexOf(part) - 1];
  return part.inTail && before !== undefined && part.byteOffset < before.byteOffset + before.elementBytes * before.most;
}
