/**
 * Creates objects with many keys by a constructor. V8 keeps a literal of 128 or more keys in a hash table, or gives it a
 * shape of
 * its own (`kMapCacheSize`): both make every access slow. Above `MOST` keys a constructor does not help.
 */

import { isInherited, propertyAccess, propertyKey } from "./names.ts";
import { constantPart, type FilePart, typeOnly } from "./part.ts";
import { wrapped } from "./wrap.ts";

const LEAST = 128;
/** Maximum number of properties in the object, and of further ones in its backing store. [kMaxInObjectProperties, kMaxFastProperties] */
const MOST = 252 + 128;

export interface RecordText {
  readonly type: string;
  /** Name of the constructor. */
  readonly maker: string;
  /** Parameters of the constructor: names and types. */
  readonly parameters: readonly (readonly [name: string, type: string])[];
  /** Statements before the values. */
  readonly statements: readonly string[];
  readonly values: readonly (readonly [key: string, value: string])[];
}

export function returned(record: RecordText): string[] {
  const { maker, parameters, statements, values } = record;
  if (isLarge(record)) return [`return new ${maker}(${parameters.map(([name]) => name).join(", ")});`];
  const properties = values.map(([key, value]) => `  ${propertyKey(key)}: ${value.replaceAll("\n", "\n  ")},\n`);
  return [...statements, `return {\n${properties.join("")}};`];
}

/** The constructor, if the record needs one. The result is a plain object. */
export function makerOf(record: RecordText): FilePart[] {
  if (!isLarge(record)) return [];
  const { type, maker, parameters, statements, values } = record;
  const typed = parameters.map(([name, of]) => `${name}: ${of}`).join(", ");
  const list = `${typeOnly(`this: Writable<${type}>, `)}${parameters.map(([name, of]) => name + typeOnly(`: ${of}`)).join(", ")}`;
  const assignments = [...statements, ...values.map(([key, value]) => `this${propertyAccess(key)} = ${value};`)];
  const body = wrapped(assignments.map((line) => `    ${line.replaceAll("\n", "\n    ")}\n`).join(""));
  const made = `/* @__PURE__ */ (() => {
  function Record(${list}) {
${body}  }
  Record.prototype = Object.prototype;
  return Record${typeOnly(" as never")};
})()`;
  return [constantPart(maker, `new (${typed}) => ${type}`, made)];
}

/** Assigning a key that every object inherits, such as `__proto__`, might not create a property. */
function isLarge({ values }: RecordText): boolean {
  return values.length >= LEAST && values.length <= MOST && !values.some(([key]) => isInherited(key));
}
