/** The codec object: it combines the table of fields with the codec's functions. */

import { defaultColumn } from "../../runtime/codec/fields.ts";
import type {
  CheckInfo,
  CommandInfo,
  Comparison,
  FieldLimits,
  FieldTag,
  ValueRange,
} from "../../runtime/codec/struct-codec.ts";
import { schemaOf } from "../layout/schema.ts";
import { versionTag } from "../layout/version-tag.ts";
import { valueLiteral } from "./initial-value.ts";
import type { Field, StructModel } from "./model.ts";
import { constantPart, type FilePart } from "./part.ts";
import { inputTypeName } from "./record-types.ts";
import { stringLiteral } from "./text.ts";
import { presenceOf } from "./variable.ts";

/** `fields`: one entry per field, without properties that can be derived. */
export function fieldsTable(model: StructModel): FilePart {
  const lines = model.fields.map((leaf) => `  ${fieldEntry(leaf, model)},\n`);
  return constantPart("fields", "readonly FieldEntry[]", lines.length === 0 ? "[]" : `[\n${lines.join("")}]`);
}

/** `capRCodec` */
export function codecObject(model: StructModel): FilePart {
  const { layout, measurement, everyMs, command, variable } = model.struct;
  const records = [`${model.typeName}Raw`, `${model.typeName}Stored`];
  const input = inputTypeName(model);
  if (input === `${model.typeName}Input`) records.push(input);
  const properties = [
    `name: ${stringLiteral(layout.message.name)}`,
    `id: ${layout.id}`,
    `length: ${layout.length}`,
    `wireSize: ${layout.wireSize}`,
    `size: ${layout.size}`,
    ...(layout.message.named?.checkExtra === undefined ? [] : [`checkExtra: ${layout.message.named.checkExtra}`]),
    `measurement: ${stringLiteral(measurement)}`,
    ...(everyMs === undefined ? [] : [`everyMs: ${everyMs}`]),
    ...(command === undefined ? [] : [`command: ${commandLiteral(command)}`]),
    `schema: ${stringLiteral(schemaOf(layout))}`,
    "fields",
    ...(variable === undefined
      ? []
      : [
          `variable: { leastSize: ${variable.leastSize}, extent: extentOf${model.typeName}, sizeOf: sizeOf${model.typeName} }`,
        ]),
    `decode: decode${model.typeName}`,
    `decodeInto: decode${model.typeName}Into`,
    `encode: encode${model.typeName}`,
    `toStored: toStored${model.typeName}`,
    `fromStored: fromStored${model.typeName}`,
    `storedValues: storedValuesOf${model.typeName}`,
  ];
  const value = `{\n${properties.map((property) => `  ${property},\n`).join("")}}`;
  return constantPart(codecName(model), `StructCodec<${records.join(", ")}>`, value, { exported: true });
}

/** `capRCodec` */
export function codecName(model: Pick<StructModel, "variableName">): string {
  return `${model.variableName}Codec`;
}

function fieldEntry(leaf: Field, model: StructModel): string {
  const { compiled: field, node, rawKey, initial, int64 } = leaf;
  const text = node.kind === "text";
  const bits = !text && node.bitField;
  return entry([
    ["path", stringLiteral(node.path)],
    ["ctype", stringLiteral(node.ctype)],
    ["scalar", stringLiteral(text ? "text" : node.scalar)],
    ["byteOffset", String(node.byteOffset)],
    ["bitOffset", bits ? String(node.bitOffset) : undefined],
    ["bitWidth", bits ? String(node.bitWidth) : text ? String(node.length * 8) : undefined],
    ["byteOrder", text ? undefined : printed(node.byteOrder, stringLiteral)],
    ["initial", printed(initial, valueLiteral)],
    ["column", field.column === defaultColumn(node.path) ? undefined : stringLiteral(field.column)],
    ["version", printed(versionTag(node), String)],
    ["excluded", field.excluded ? "true" : undefined],
    ["unit", printed(field.unit, stringLiteral)],
    ["states", printed(field.states, statesLiteral)],
    ["stateColours", printed(field.stateColours, statesLiteral)],
    ["limits", printed(field.limits, limitsLiteral)],
    ["expr", printed(field.expressionText, stringLiteral)],
    ["int64", int64 === "bigint" ? undefined : printed(int64, stringLiteral)],
    ["check", printed(field.check, checkText)],
    ["tag", printed(field.tag, tagText)],
    ["presence", printed(presenceOf(leaf, model), stringLiteral)],
    ["rawKey", printed(rawKey, stringLiteral)],
  ]);
}

function printed<Value>(value: Value | undefined, print: (value: Value) => string): string | undefined {
  return value === undefined ? undefined : print(value);
}

/** Keys are integers; names come from the header. */
function statesLiteral(states: Readonly<Record<string, string>>): string {
  return `{ ${Object.entries(states)
    .map(([value, name]) => `${stringLiteral(value)}: ${stringLiteral(name)}`)
    .join(", ")} }`;
}

function limitsLiteral({ warn, alarm, holdMs }: FieldLimits): string {
  const range = ({ min, max }: ValueRange) =>
    `{ ${[min !== undefined && `min: ${min}`, max !== undefined && `max: ${max}`].filter(Boolean).join(", ")} }`;
  const parts = [
    warn && `warn: ${range(warn)}`,
    alarm && `alarm: ${range(alarm)}`,
    holdMs !== undefined && `holdMs: ${holdMs}`,
  ];
  return `{ ${parts.filter(Boolean).join(", ")} }`;
}

function checkText({ algorithm, byteOrder, from, to }: CheckInfo): string {
  const start = from === undefined ? "" : `from: ${from}, `;
  return `{ algorithm: ${stringLiteral(algorithm)}, byteOrder: ${stringLiteral(byteOrder)}, ${start}to: ${to} }`;
}

function commandLiteral({ ack, timeoutMs, accepted, confirm, interlock, freshMs }: CommandInfo): string {
  const parts = [
    ack !== undefined && `ack: ${stringLiteral(ack)}`,
    timeoutMs !== undefined && `timeoutMs: ${timeoutMs}`,
    accepted && `accepted: [${accepted.map(comparisonLiteral).join(", ")}]`,
    confirm && "confirm: true",
    interlock && `interlock: [${interlock.map(comparisonLiteral).join(", ")}]`,
    freshMs !== undefined && `freshMs: ${freshMs}`,
  ].filter(Boolean);
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

function comparisonLiteral({ struct, column, is, value }: Comparison): string {
  const other = typeof value === "string" ? stringLiteral(value) : String(value);
  return `{ struct: ${stringLiteral(struct)}, column: ${stringLiteral(column)}, is: "${is}", value: ${other} }`;
}

/** Prints a tag: the generator's own words and numbers, and the stored name of a run. */
function tagText(tag: FieldTag): string {
  const values = Object.entries(tag).map(
    ([key, value]) => `${key}: ${typeof value === "string" ? stringLiteral(value) : value}`,
  );
  return `{ ${values.join(", ")} }`;
}

/** Longer entries have one line per property. */
const LINE = 120;

function entry(properties: readonly (readonly [string, string | undefined])[]): string {
  const given: string[] = [];
  for (const [key, value] of properties) if (value !== undefined) given.push(`${key}: ${value}`);
  const line = `{ ${given.join(", ")} }`;
  return line.length < LINE ? line : `{\n${given.map((property) => `    ${property},\n`).join("")}  }`;
}
