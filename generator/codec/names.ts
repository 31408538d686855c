/** Spellings of header names: cases, and JavaScript keys. */

import { stringLiteral } from "./text.ts";

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** Names that every object inherits: reading one that is missing gives a function, not undefined. */
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));

/** `struct_cap_r` → `CapR`. */
export function pascalCase(name: string): string {
  const words = name.replace(/^struct_(?=[A-Za-z])/i, "").split(/[^A-Za-z0-9]+/);
  const joined = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
  return /^[A-Za-z]/.test(joined) ? joined : `Struct${joined}`;
}

/** `CapR` → `capR`, `GPS` → `gps`. */
export function camelCase(pascal: string): string {
  return pascal.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (start) => start.toLowerCase());
}

/** True if every object inherits the name (`constructor`, `__proto__`, …). */
export function isInherited(name: string): boolean {
  return INHERITED.has(name);
}

/** A key in an object literal or interface. A bare `__proto__` in a literal would set the prototype. [ECMA-262 B.3.1] */
export function propertyKey(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return IDENTIFIER.test(name) ? name : stringLiteral(name);
}

/** `.name` or `["na.me"]`. */
export function propertyAccess(name: string): string {
  return IDENTIFIER.test(name) ? `.${name}` : `[${stringLiteral(name)}]`;
}

/** `gps.v[0]` → `gps_v_0` */
export function flatName(path: string): string {
  return path.replace(/\[(\d+)\]/g, "_$1").replaceAll(".", "_");
}

/** `gps.v[0]` → `gps.v`: all elements of an array have one type. */
export function withoutIndices(path: string): string {
  return path.replace(/\[\d+\]/g, "");
}
