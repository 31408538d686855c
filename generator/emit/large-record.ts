/**
 * Objects of many keys are made by a constructor: a literal of 128 keys and more V8 keeps in a hash table, or begins with a shape
 * for each (`kMapCacheSize`), which makes every later access slow. Above `MOST` a constructor's are no better.
 */

import { isInherited, propertyAccess, propertyKey } from "./names.ts";
import { constantPart, type Part, typeOnly } from "./part.ts";
import { wrapped } from "./wrap.ts";

const LEAST = 128;
/** Properties within an object, and beside it. [kMaxInObjectProperties, kMaxFastProperties] */
const MOST = 252 + 128;

export interface RecordText {
  readonly type: string;
  /** The constructor's name. */
  readonly maker: string;
  /** What the values are made of: names and types. */
  readonly parameters: readonly (readonly [name: string, type: string])[];
  /** Before the values. */
  readonly statements: readonly string[];
  readonly values: readonly (readonly [key: string, value: string])[];
}

/** The statements of a function that returns the record. */
export function returned(record: RecordText): string[] {
  const { maker, parameters, statements, values } = record;
  if (isLarge(record)) return [`return new ${maker}(${parameters.map(([name]) => name).join(", ")});`];
  const properties = values.map(([key, value]) => `  ${propertyKey(key)}: ${value.replaceAll("\n", "\n  ")},\n`);
  return [...statements, `return {\n${properties.join("")}};`];
}

/** The constructor, where there has to be one. What it makes is a plain object. */
export function makerOf(record: RecordText): Part[] {
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

/** An assignment to what every object inherits might make no property of its own. */
function isLarge({ values }: RecordText): boolean {
  return values.length >= LEAST && values.length <= MOST && !values.some(([key]) => isInherited(key));
}
