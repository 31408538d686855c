/** Functions that a generated file carries with it where it needs them, so that it depends on nothing. */

import { helperSource } from "../rules/helpers.ts";
import { printExpression } from "../rules/print-expression.ts";
import { needsOwn } from "./access.ts";
import { isInherited } from "./names.ts";
import { wordName } from "./read-fields.ts";
import { type StructModel, storedKey } from "./struct-model.ts";

const TEXT = `\
const utf8Decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });
const utf8Encoder = /* @__PURE__ */ new TextEncoder();

/** Text up to its first NUL. */
function readText(view: DataView, byteOffset: number, length: number): string {
  let end = byteOffset;
  const limit = byteOffset + length;
  while (end < limit && view.getUint8(end) !== 0) end++;
  return utf8Decoder.decode(new Uint8Array(view.buffer, view.byteOffset + byteOffset, end - byteOffset));
}

/** Text cut before the first character that does not fit; the rest is 0. */
function writeText(view: DataView, byteOffset: number, length: number, text: string): void {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + byteOffset, length);
  bytes.fill(0, utf8Encoder.encodeInto(text, bytes).written);
}`;

const OWN = `\
/** A property that may be missing, under a name that every object inherits. */
function own<T extends object, K extends keyof T>(record: T | undefined, key: K): T[K] | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}`;

/** Source text of the private functions that the struct's code calls. */
export function privateFunctions(model: StructModel): string[] {
  const { leaves } = model;
  return [
    ...(leaves.some(({ node }) => node.kind === "text") ? [TEXT] : []),
    ...(leaves.some((leaf) => needsOwn(leaf) || isInherited(storedKey(leaf))) ? [OWN] : []),
    ...ruleHelpers(model).map(helperSource),
  ];
}

/** Names that a local constant of generated functions must not take. */
export function reservedNames(model: StructModel): string[] {
  const words = [...model.bitFields.values()].flatMap((field) => field.words.map(wordName));
  const parameters = ["view", "byteOffset", "into", "record", "raw", "stored", "bits", "i"];
  return [...parameters, "own", "readText", "writeText", ...words, ...ruleHelpers(model)];
}

function ruleHelpers({ leaves }: StructModel): string[] {
  const expressions = leaves.flatMap(({ field }) => [field.expression, field.inverse?.expression]);
  const names = expressions.flatMap((expression) =>
    expression === undefined ? [] : printExpression(expression, () => "0").helpers,
  );
  return [...new Set(names)].sort();
}
