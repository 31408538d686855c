/** Names in generated code: made from a header's names, checked, and never two alike. */

import { stringLiteral } from "./text.ts";

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** Words that cannot name a variable of a strict-mode module. [ECMA-262 12.7.2] */
const RESERVED = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof var void while with yield " +
    "undefined NaN Infinity Math Number BigInt Object DataView RangeError TextDecoder TextEncoder Uint8Array"
  ).split(" "),
);

/** Names that every object inherits: reading a missing one gives a function instead of undefined. */
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Device names that Windows keeps in every folder. */
const DEVICE_NAME = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

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

/** Is it inherited by every object (`constructor`, `__proto__`, …)? */
export function isInherited(name: string): boolean {
  return INHERITED.has(name);
}

/** A key of an object literal or an interface. In a literal a bare `__proto__` would set the prototype. [ECMA-262 B.3.1] */
export function propertyKey(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return IDENTIFIER.test(name) ? name : stringLiteral(name);
}

/** `.name` or `["na.me"]`. */
export function propertyAccess(name: string): string {
  return IDENTIFIER.test(name) ? `.${name}` : `[${stringLiteral(name)}]`;
}

/** Gives each name that is asked for once, with a number behind it where it is taken. */
export interface Scope {
  declare(preferred: string): string;
}

/** A scope of local variables in which `taken` are declared already. */
export function createScope(taken: Iterable<string>): Scope {
  const declared = new Set(taken);
  return {
    declare(preferred) {
      const cleaned = preferred.replace(/[^A-Za-z0-9_$]+/g, "_").replace(/_+$/, "");
      const base = IDENTIFIER.test(cleaned) ? cleaned : `_${cleaned}`;
      let name = RESERVED.has(base) ? `${base}_` : base;
      for (let count = 2; declared.has(name); count++) name = `${base}_${count}`;
      declared.add(name);
      return name;
    },
  };
}

/**
 * File names (without extension) for names of one folder, in their order; none equal, also where upper and lower case are one.
 * @param reserved in lower case
 */
export function fileNames(names: readonly string[], reserved: readonly string[] = []): string[] {
  const taken = new Set(reserved);
  return names.map((name) => {
    const cleaned = name.replace(/[^A-Za-z0-9_-]+/g, "_");
    const base = cleaned === "" || cleaned.startsWith("-") || DEVICE_NAME.test(cleaned) ? `_${cleaned}` : cleaned;
    let file = base;
    for (let count = 2; taken.has(file.toLowerCase()); count++) file = `${base}_${count}`;
    taken.add(file.toLowerCase());
    return file;
  });
}
