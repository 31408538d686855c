/** What a model's messages may lack, for printers: the parts around a field, and which stored values they are. */

import { partsAround } from "../rules/compile-presence.ts";
import type { Variable, VariablePart } from "../rules/compiled-rule.ts";
import type { Field, StructModel } from "./model.ts";

type Model = Pick<StructModel, "struct">;

/** Is the field absent in some messages? */
export function isOptional(path: string, { struct: { variable } }: Model): boolean {
  return variable !== undefined && partsAround(path, variable).length > 0;
}

/** `@if: flags & 1`, of each part that the field lies in, outermost first; undefined where it is always there. */
export function presenceOf({ path }: Pick<Field, "path">, { struct: { variable } }: Model): string | undefined {
  if (variable === undefined) return undefined;
  const texts = variable.parts.filter((part) => part.path === path || isIn(path, part)).map(({ text }) => text);
  return texts.length === 0 ? undefined : texts.join(", ");
}

export function isIn(path: string, { path: above }: Pick<VariablePart, "path">): boolean {
  return path.startsWith(`${above}.`) || path.startsWith(`${above}[`);
}

/** The part that a member is. */
export function partAt(path: string, { struct: { variable } }: Model): VariablePart | undefined {
  return variable?.parts.find((part) => part.path === path);
}

/** The array whose number of elements the field is. */
export function countedBy(field: Field, { struct: { variable } }: Model): VariablePart | undefined {
  return variable?.parts.find(
    ({ counter, kind, node }) => kind === "count" && node === "array" && counter === field.path,
  );
}

/** Does it begin where the part before it does: a union's members? */
export function isJoined(part: VariablePart, { parts }: Variable): boolean {
  const tail = parts.filter(({ inTail }) => inTail);
  const before = tail[tail.indexOf(part) - 1];
  return part.inTail && before !== undefined && part.byteOffset < before.byteOffset + before.elementBytes * before.most;
}
