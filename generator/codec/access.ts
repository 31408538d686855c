/** Expressions that access a field in a complete record (`raw`) or in a partial one (`given`). */

import type { Field } from "./model.ts";
import { isInherited, propertyAccess } from "./names.ts";
import { typeOnly } from "./part.ts";
import { stringLiteral } from "./text.ts";

/** Arrays longer than this are typed `T[]`, shorter ones as tuples. */
export const TUPLE_LIMIT = 16;

/** `raw.gps.v[0]`: access in a complete record. */
export function rawAccess(record: string, { steps }: Field): string {
  return steps.reduce((object, { kind, name, arrayLength }) => {
    if (kind === "member") return `${object}${propertyAccess(name)}`;
    return arrayLength >= TUPLE_LIMIT ? `${object}[${name}]${typeOnly("!")}` : `${object}[${name}]`;
  }, record);
}

/** `record.gps?.v?.[0]`: undefined if any part is missing. Names that every object inherits are read through `own`. */
export function givenAccess(record: string, { steps }: Field): string {
  return steps.reduce((object, { kind, name }, depth) => {
    const optional = depth === 0 ? "" : "?.";
    if (kind === "element") return `${object}${optional}[${name}]`;
    if (isInherited(name)) return `own(${object}, ${stringLiteral(name)})`;
    const access = propertyAccess(name);
    return access.startsWith(".") && optional !== "" ? `${object}?${access}` : `${object}${optional}${access}`;
  }, record);
}

/** True if the access uses the function `own`. */
export function needsOwn({ steps }: Field): boolean {
  return steps.some(({ kind, name }) => kind === "member" && isInherited(name));
}

/** True if the inverted rule must be rounded to an integer. */
export function isRounded({ compiled: field, node }: Field): boolean {
  return field.inverse !== undefined && node.kind === "scalar" && !node.scalar.startsWith("float");
}
