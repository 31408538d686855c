/** Private functions that a generated file contains if it needs them, so that it has no dependencies. */

import { helperSource } from "../rules/helpers.ts";
import { printExpression } from "../rules/typescript-notation.ts";
import { isRounded, needsOwn } from "./access.ts";
import { sizeCheckFunction } from "./decode-function.ts";
import { type StructModel, storedKey } from "./model.ts";
import { isInherited } from "./names.ts";
import { type FilePart, functionPart, writtenPart } from "./part.ts";
import { wordName } from "./read-fields.ts";
import { arrayReaders } from "./typed-arrays.ts";
import { VARIABLE_NAMES, variableParts } from "./variable-functions.ts";

const VIEW_BYTES = [
  { name: "view", type: "DataView" },
  { name: "byteOffset", type: "number" },
  { name: "length", type: "number" },
];

const CODERS = `\
const utf8Decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });
const utf8Encoder = /* @__PURE__ */ new TextEncoder();`;

const TEXT: readonly FilePart[] = [
  { source: CODERS, js: CODERS, declarations: "" },
  functionPart({
    name: "readText",
    exported: false,
    doc: ["Text up to its first NUL."],
    parameters: VIEW_BYTES,
    returns: "string",
    body: [
      "let end = byteOffset;",
      "const limit = byteOffset + length;",
      "while (end < limit && view.getUint8(end) !== 0) end++;",
      "return utf8Decoder.decode(new Uint8Array(view.buffer, view.byteOffset + byteOffset, end - byteOffset));",
    ],
  }),
  functionPart({
    name: "writeText",
    exported: false,
    doc: ["Text cut before the first character that does not fit; the rest is 0."],
    parameters: [...VIEW_BYTES, { name: "text", type: "string" }],
    returns: "void",
    body: [
      "const bytes = new Uint8Array(view.buffer, view.byteOffset + byteOffset, length);",
      "bytes.fill(0, utf8Encoder.encodeInto(text, bytes).written);",
    ],
  }),
];

const OWN = functionPart({
  name: "own",
  exported: false,
  doc: ["An own property, or undefined: every object inherits a property of this name."],
  typeParameters: "<T extends object, K extends keyof T>",
  parameters: [
    { name: "record", type: "T | undefined" },
    { name: "key", type: "K" },
  ],
  returns: "T[K] | undefined",
  body: ["return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;"],
});

const GIVEN = functionPart({
  name: "given",
  exported: false,
  doc: ["The record without keys whose value is undefined."],
  typeParameters: "<T extends object>",
  parameters: [{ name: "record", type: "T" }],
  returns: "T",
  body: ["for (const key in record) if (record[key] === undefined) delete record[key];", "return record;"],
});

const WHOLE = functionPart({
  name: "whole",
  exported: false,
  doc: ["The nearest integer."],
  parameters: [
    { name: "value", type: "number" },
    { name: "field", type: "string" },
  ],
  returns: "number",
  body: [
    "if (!Number.isFinite(value)) throw new RangeError(`${field}: ${value} is not a value of an integer field`);",
    "return Math.round(value);",
  ],
});

/** The private functions that the struct's code calls. */
export function privateFunctions(model: StructModel): FilePart[] {
  const { fields: leaves } = model;
  return [
    ...(model.struct.variable === undefined ? [sizeCheckFunction(model)] : []),
    GIVEN,
    ...(leaves.some(isRounded) ? [WHOLE] : []),
    ...(leaves.some(({ node }) => node.kind === "text") ? TEXT : []),
    ...arrayReaders(model),
    ...variableParts(model),
    ...(leaves.some((leaf) => needsOwn(leaf) || isInherited(storedKey(leaf))) ? [OWN] : []),
    ...ruleHelpers(model).map(helperPart),
  ];
}

/** Names that local constants of generated functions must not use. */
export function reservedNames(model: StructModel): string[] {
  const words = [...model.bitFields.values()].flatMap((field) => field.words.map(wordName));
  const parameters = ["view", "byteOffset", "into", "record", "raw", "stored", "bits", "i"];
  const functions = ["own", "given", "whole", "checkSize", "readText", "writeText"];
  const variable = model.struct.variable === undefined ? [] : VARIABLE_NAMES;
  return [...parameters, ...functions, ...variable, ...words, ...ruleHelpers(model)];
}

/** Cached, because every function with local constants asks for it. */
const helpersOf = new WeakMap<StructModel, readonly string[]>();

function ruleHelpers(model: StructModel): readonly string[] {
  const names = helpersOf.get(model) ?? namesOfHelpers(model);
  helpersOf.set(model, names);
  return names;
}

function namesOfHelpers({ fields, struct: { variable } }: StructModel): string[] {
  const counts = (variable?.parts ?? []).flatMap(({ expression }) => (expression === "rest" ? [] : [expression]));
  const expressions = [
    ...fields.flatMap(({ compiled: field }) => [field.expression, field.inverse?.expression]),
    ...counts,
  ];
  const names = expressions.flatMap((expression) =>
    expression === undefined ? [] : printExpression(expression, () => "0").helpers,
  );
  return [...new Set(names)].sort();
}

const helperParts = new Map<string, FilePart>();

/** A helper function of rules, in TypeScript and JavaScript. */
export function helperPart(name: string): FilePart {
  const part = helperParts.get(name) ?? writtenPart(helperSource(name));
  helperParts.set(name, part);
  return part;
}
