/** The codec's data: field and column tables, and the object that joins them with the functions. */

import type { BuiltPart } from "./built-files.ts";
import { initialValue, valueLiteral } from "./initial-value.ts";
import { inputTypeName } from "./record-types.ts";
import type { Leaf, StructModel } from "./struct-model.ts";
import { stringLiteral } from "./text.ts";

/** `fields`: one line for each field. */
export function fieldsTable(model: StructModel): BuiltPart {
  return table("fields", "FieldInfo", model.leaves.map(fieldInfo));
}

/** `columns`: one line for each stored column. */
export function columnsTable(model: StructModel): BuiltPart {
  const stored = model.leaves.filter((leaf) => !leaf.field.excluded);
  return table("columns", "Column", stored.map(columnInfo));
}

/** `capRCodec` */
export function codecObject(model: StructModel): BuiltPart {
  const { layout, measurement } = model.struct;
  const records = [`${model.typeName}Raw`, `${model.typeName}Stored`];
  const input = inputTypeName(model);
  if (input === `${model.typeName}Input`) records.push(input);
  const properties = [
    `name: ${stringLiteral(layout.message.name)}`,
    `id: ${layout.id}`,
    `length: ${layout.length}`,
    `wireSize: ${layout.wireSize}`,
    `size: ${layout.size}`,
    `measurement: ${stringLiteral(measurement)}`,
    "fields",
    "columns",
    `decode: decode${model.typeName}`,
    `encode: encode${model.typeName}`,
    `transform: transform${model.typeName}`,
    `untransform: untransform${model.typeName}`,
    `values: valuesOf${model.typeName}`,
  ];
  const initializer = `{\n${properties.map((property) => `  ${property},\n`).join("")}}`;
  return constant(codecName(model), `StructCodec<${records.join(", ")}>`, initializer, "export ");
}

/** `capRCodec` */
export function codecName(model: Pick<StructModel, "variableName">): string {
  return `${model.variableName}Codec`;
}

function fieldInfo({ field, node, rawKey }: Leaf): string {
  const initial = initialValue(node);
  const text = node.kind === "text";
  return entry([
    ["path", stringLiteral(node.path)],
    ["ctype", stringLiteral(node.ctype)],
    ["scalar", stringLiteral(text ? "text" : node.scalar)],
    ["byteOffset", String(node.byteOffset)],
    ["bitOffset", String(text ? 0 : node.bitOffset)],
    ["bitWidth", String(text ? node.length * 8 : node.bitWidth)],
    ["bitField", String(!text && node.bitField)],
    ["initial", initial === undefined ? undefined : valueLiteral(initial)],
    ["column", stringLiteral(field.column)],
    ["kind", stringLiteral(field.kind)],
    ["excluded", field.excluded ? "true" : undefined],
    ["unit", field.unit === undefined ? undefined : stringLiteral(field.unit)],
    ["expr", field.expressionText === undefined ? undefined : stringLiteral(field.expressionText)],
    ["rawKey", rawKey === undefined ? undefined : stringLiteral(rawKey)],
  ]);
}

function columnInfo({ field, node }: Leaf): string {
  return entry([
    ["name", stringLiteral(field.column)],
    ["kind", stringLiteral(field.kind)],
    ["unsigned", field.kind === "integer" && field.unsigned ? "true" : undefined],
    ["unit", field.unit === undefined ? undefined : stringLiteral(field.unit)],
    ["field", stringLiteral(node.path)],
  ]);
}

function entry(properties: readonly (readonly [string, string | undefined])[]): string {
  const given = properties.filter(([, value]) => value !== undefined);
  return `{ ${given.map(([key, value]) => `${key}: ${value}`).join(", ")} }`;
}

function table(name: string, type: string, entries: readonly string[]): BuiltPart {
  const initializer = entries.length === 0 ? "[]" : `[\n${entries.map((line) => `  ${line},\n`).join("")}]`;
  return constant(name, `readonly ${type}[]`, initializer, "");
}

function constant(name: string, type: string, initializer: string, modifier: "export " | ""): BuiltPart {
  return {
    source: `${modifier}const ${name}: ${type} = ${initializer};`,
    js: `${modifier}const ${name} = ${initializer};`,
    declarations: modifier === "" ? "" : `export declare const ${name}: ${type};`,
  };
}
