/** Expressions that reach a field in a record, where everything is there (raw) or anything may be missing (given). */

import type { Field } from "./model.ts";
import { isInherited, propertyAccess } from "./names.ts";
import { typeOnly } from "./part.ts";
import { stringLiteral } from "./text.ts";

/** Arrays longer than this are typed `T[]`, shorter ones as tuples. */
export const TUPLE_LIMIT = 16;

/** `raw.gps.v[0]`: a value of a complete record. */
export function rawAccess(record: string, { steps }: Field): string {
  return steps.reduce((object, { kind, name, arrayLength }) => {
    if (kind === "member") return `${object}${propertyAccess(name)}`;
    return arrayLength >= TUPLE_LIMIT ? `${object}[${name}]${typeOnly("!")}` : `${object}[${name}]`;
  }, record);
}

/** `record.gps?.v?.[0]`: undefined where any part is missing. Names that all objects inherit are asked for with `own`. */
export function givenAccess(record: string, { steps }: Field): string {
  return steps.reduce((object, { kind, name }, depth) => {
    const optional = depth === 0 ? "" : "?.";
    if (kind === "element") return `${object}${optional}[${name}]`;
    if (isInherited(name)) return `own(${object}, ${stringLiteral(name)})`;
    const access = propertyAccess(name);
    return access.startsWith(".") && optional !== "" ? `${object}?${access}` : `${object}${optional}${access}`;
  }, record);
}

/** Does reaching the field need the function `own`? */
export function needsOwn({ steps }: Field): boolean {
  return steps.some(({ kind, name }) => kind === "member" && isInherited(name));
}

/** Does its inverted rule have to give a whole number? */
export function isRounded({ compiled: field, node }: Field): boolean {
  return field.inverse !== undefined && node.kind === "scalar" && !node.scalar.startsWith("float");
}
