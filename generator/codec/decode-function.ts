/** `decodeCapR`: bytes → raw record, as one object literal in declaration order. `decodeCapRInto` writes into an existing record. */

import { rawAccess } from "./access.ts";
import type { EnumNames } from "./enum-file.ts";
import { makerOf, type RecordText, returned } from "./large-record.ts";
import { withLoops } from "./loops.ts";
import type { Field, StructModel } from "./model.ts";
import { type FilePart, functionPart, typeOnly } from "./part.ts";
import { createFieldReader, type FieldReader } from "./read-fields.ts";
import { recordMembers } from "./record-literal.ts";
import { templateText } from "./text.ts";
import { typedArrayOf } from "./typed-arrays.ts";
import { ALL_BYTES, TAKE, trimStatements } from "./variable-functions.ts";

const VIEW = { name: "view", type: "DataView" };
const BYTE_OFFSET = { name: "byteOffset", type: "number", initial: "0" };

export function decodeFunction(model: StructModel, enums: EnumNames): FilePart {
  if (model.struct.variable !== undefined) return variableDecodeFunction(model);
  return functionPart({
    name: `decode${model.typeName}`,
    exported: true,
    doc: [`Decodes ${model.struct.layout.wireSize} bytes at \`byteOffset\`. @throws RangeError if there are fewer`],
    parameters: [VIEW, BYTE_OFFSET],
    returns: `${model.typeName}Raw`,
    body: [SIZE_CHECK, ...returned(rawRecord(model, enums))],
  });
}

function variableDecodeFunction(model: StructModel): FilePart {
  const { leastSize = 0 } = model.struct.variable ?? {};
  return functionPart({
    name: `decode${model.typeName}`,
    exported: true,
    doc: [
      `Decodes a message of ${leastSize} to ${model.struct.layout.wireSize} bytes at \`byteOffset\`; absent parts are left out. @throws RangeError if the bytes are not a valid message`,
    ],
    parameters: [VIEW, BYTE_OFFSET, ALL_BYTES],
    returns: `${model.typeName}Raw`,
    body: [
      TAKE,
      `const record = readRaw(laidOut, 0)${typeOnly(` as Writable<${model.typeName}Raw>`)};`,
      ...trimStatements(model),
      `return record${typeOnly(` as ${model.typeName}Raw`)};`,
    ],
  });
}

/** For a struct with optional parts: reads the message after it is laid out as a whole struct. */
export function wholeReader(model: StructModel, enums: EnumNames): FilePart[] {
  if (model.struct.variable === undefined) return [];
  return [
    functionPart({
      name: "readRaw",
      exported: false,
      doc: [],
      parameters: [VIEW, { name: "byteOffset", type: "number" }],
      returns: `${model.typeName}Raw`,
      body: returned(rawRecord(model, enums)),
    }),
  ];
}

export function rawMaker(model: StructModel, enums: EnumNames): FilePart[] {
  return makerOf(rawRecord(model, enums));
}

function rawRecord(model: StructModel, enums: EnumNames): RecordText {
  const reader = createFieldReader(model);
  const values = recordMembers(
    model,
    (leaf) => rawValue(leaf, reader, enums),
    "all",
    (node) => typedArrayOf(node, model)?.read,
  );
  return {
    type: `${model.typeName}Raw`,
    maker: `New${model.typeName}Raw`,
    parameters: [VIEW, BYTE_OFFSET].map(({ name, type }) => [name, type]),
    statements: reader.declarations(),
    values,
  };
}

export function decodeIntoFunction(model: StructModel, enums: EnumNames): FilePart {
  if (model.struct.variable !== undefined) return variableIntoFunction(model);
  const reader = createFieldReader(model);
  const writes = model.fields.map((leaf) => `${rawAccess("into", leaf)} = ${rawValue(leaf, reader, enums)};`);
  // The last property needs no `!` when it is assigned; only the path to it does.
  const assignments = writes.map((write) => write.replace(`${typeOnly("!")} =`, " ="));
  return functionPart({
    name: `decode${model.typeName}Into`,
    exported: true,
    doc: [`Decodes into an existing record from \`decode${model.typeName}\`, without creating objects.`],
    parameters: [
      VIEW,
      { name: "byteOffset", type: "number" },
      { name: "into", type: `Writable<${model.typeName}Raw>` },
    ],
    returns: "void",
    body: [SIZE_CHECK, ...reader.declarations(), ...withLoops(assignments)],
  });
}

function variableIntoFunction({ typeName }: StructModel): FilePart {
  return functionPart({
    name: `decode${typeName}Into`,
    exported: true,
    doc: [`Decodes into an existing record from \`decode${typeName}\`; optional parts are created anew.`],
    parameters: [
      VIEW,
      { name: "byteOffset", type: "number" },
      { name: "into", type: `Writable<${typeName}Raw>` },
      ALL_BYTES,
    ],
    returns: "void",
    body: [
      `const record = decode${typeName}(view, byteOffset, byteLength);`,
      `for (const key in into) if (!(key in record)) delete into[key${typeOnly(` as keyof typeof into`)}];`,
      "Object.assign(into, record);",
    ],
  });
}

/** TypeScript cannot infer that the number is a value of the enum. */
function rawValue(leaf: Field, reader: FieldReader, enums: EnumNames): string {
  const type = enums.typeOf(leaf);
  const value = reader.raw(leaf);
  if (type === undefined) return value;
  return `${/^[\w.]+\([^()]*\)$/.test(value) ? value : `(${value})`}${typeOnly(` as ${type}`)}`;
}

/** Runs before any read or write. */
export const SIZE_CHECK = "checkSize(view, byteOffset);";

/**
 * Reading the last byte makes DataView check the size at no cost. Reading `byteLength` takes as long as reading five
 * fields.
 * DataView would treat a `byteOffset` that is not a number as 0.
 */
export function sizeCheckFunction({ struct: { layout } }: StructModel): FilePart {
  const text = `${templateText(layout.message.name)}: ${layout.wireSize} bytes wanted, \${view.byteLength - byteOffset} there`;
  const last = layout.wireSize === 1 ? "byteOffset" : `byteOffset + ${layout.wireSize - 1}`;
  return functionPart({
    name: "checkSize",
    exported: false,
    doc: [],
    parameters: [VIEW, { name: "byteOffset", type: "number" }],
    returns: "void",
    body: [
      "try {",
      `  if (byteOffset >= 0 && view.getUint8(${last}) >= 0) return;`,
      "} catch {}",
      `throw new RangeError(\`${text}\`);`,
    ],
  });
}
