/** `encodeCapR`: raw record → bytes. Missing fields get their initial values; padding is 0. */

import type { ScalarNode } from "../layout/struct-layout.ts";
import { givenAccess } from "./access.ts";
import { type BitWord, bitPieces } from "./bit-words.ts";
import { SIZE_CHECK } from "./decode-function.ts";
import { initialValue, valueLiteral, zeroLiteral } from "./initial-value.ts";
import { withLoops } from "./loops.ts";
import { bitRange, type Field, type StructModel } from "./model.ts";
import { JAVASCRIPT, Names } from "./namer.ts";
import { type FilePart, functionPart } from "./part.ts";
import { reservedNames } from "./private-functions.ts";
import { at, wordName } from "./read-fields.ts";
import { templateText } from "./text.ts";
import { countedBy } from "./variable.ts";
import { givenPath } from "./variable-functions.ts";
import { bitFieldUpdate, fieldWrite, operand, pieceBits, wordWrite } from "./write-fields.ts";

export function encodeFunction(model: StructModel): FilePart {
  const { variable, layout } = model.struct;
  const record = { name: "record", type: `PartialRecord<${model.typeName}Raw>` };
  const view = { name: "view", type: "DataView" };
  if (variable === undefined) {
    return functionPart({
      name: `encode${model.typeName}`,
      exported: true,
      doc: [
        `Writes ${layout.wireSize} bytes at \`byteOffset\`, values modulo their width. @throws RangeError if there are fewer`,
      ],
      parameters: [record, view, { name: "byteOffset", type: "number", initial: "0" }],
      returns: "void",
      body: [SIZE_CHECK, ...writes(model)],
    });
  }
  const name = templateText(layout.message.name);
  return functionPart({
    name: `encode${model.typeName}`,
    exported: true,
    doc: [
      "Writes the message at `byteOffset` with the parts that its counts and conditions select, values modulo their width. @throws RangeError for a count that the struct cannot have",
    ],
    parameters: [record, view, { name: "byteOffset", type: "number", initial: "0" }],
    returns: "void",
    body: [
      "const bytes = packed(record);",
      "const room = byteOffset >= 0 ? view.byteLength - byteOffset : 0;",
      `if (room < bytes.length) throw new RangeError(\`${name}: \${bytes.length} bytes wanted, \${room} there\`);`,
      "new Uint8Array(view.buffer, view.byteOffset + byteOffset, bytes.length).set(bytes);",
    ],
  });
}

/** For a struct with optional parts: writes the whole struct, before absent parts are removed. */
export function wholeWriter(model: StructModel): FilePart[] {
  if (model.struct.variable === undefined) return [];
  return [
    functionPart({
      name: "writeRaw",
      exported: false,
      doc: [],
      parameters: [
        { name: "record", type: `PartialRecord<${model.typeName}Raw>` },
        { name: "view", type: "DataView" },
        { name: "byteOffset", type: "number" },
      ],
      returns: "void",
      body: writes(model),
    }),
  ];
}

function writes(model: StructModel): string[] {
  const scope = new Names(JAVASCRIPT, reservedNames(model));
  const alone = model.fields.filter((leaf) => !leaf.shared);
  const shared = model.fields.filter((leaf) => leaf.shared);
  return [
    ...zeroWrites(uncoveredBytes(alone, model)),
    ...withLoops(aloneWrites(alone, model, scope)),
    ...shared.flatMap((leaf) => initialWrite(leaf, model)),
    ...shared.flatMap((leaf) => givenWrite(leaf, model, scope)),
  ];
}

/** Bytes that belong to no single field: padding, unnamed bit-fields, unions. */
function uncoveredBytes(alone: readonly Field[], model: StructModel): number[] {
  const covered = new Set<number>();
  for (const { node } of alone) {
    const [from, to] = bitRange(node);
    for (let byte = from >> 3; byte << 3 < to; byte++) covered.add(byte);
  }
  return Array.from({ length: model.struct.layout.wireSize }, (_, byte) => byte).filter((byte) => !covered.has(byte));
}

/** Uses a loop for runs of more than two bytes. */
function zeroWrites(bytes: readonly number[]): string[] {
  if (bytes.length === 0) return [];
  const runs: { first: number; last: number }[] = [];
  for (const byte of bytes) {
    const run = runs.at(-1);
    if (run !== undefined && run.last === byte - 1) run.last = byte;
    else runs.push({ first: byte, last: byte });
  }
  const writes = runs.flatMap(({ first, last }) => {
    if (last - first >= 2) return [`for (let i = ${first}; i <= ${last}; i++) view.setUint8(byteOffset + i, 0);`];
    return Array.from({ length: last - first + 1 }, (_, index) => `view.setUint8(${at(first + index)}, 0);`);
  });
  return ["// Bytes that belong to no single field.", ...writes];
}

function aloneWrites(alone: readonly Field[], model: StructModel, scope: Names): string[] {
  const written = new Set<BitWord>();
  const values = new Map<ScalarNode, string>();
  const inWords = alone.filter(({ node }) => model.bitFields.has(node as ScalarNode));
  return alone.flatMap((leaf) => {
    const field = model.bitFields.get(leaf.node as ScalarNode);
    if (field === undefined) return [fieldWrite(leaf, valueOrInitial(leaf, model), model.byteOrder)];
    return field.words
      .filter((word) => !written.has(word))
      .flatMap((word) => {
        written.add(word);
        return sharedWordWrite(word, inWords, model, values, scope);
      });
  });
}

/** Writes a word with all of its bit-fields. */
function sharedWordWrite(
  word: BitWord,
  inWords: readonly Field[],
  model: StructModel,
  values: Map<ScalarNode, string>,
  scope: Names,
): string[] {
  const constants: string[] = [];
  const bits = inWords.flatMap((leaf) => {
    const field = model.bitFields.get(leaf.node as ScalarNode);
    const piece = field && bitPieces(field).find((candidate) => candidate.word === word);
    if (field === undefined || piece === undefined) return [];
    const value = values.get(field.node) ?? operand(valueOrInitial(leaf, model));
    if (field.words.length === 1 || values.has(field.node)) return [pieceBits(field.node, piece, value)];
    const name = scope.declare(leaf.node.path);
    constants.push(`const ${name} = ${valueOrInitial(leaf, model)};`);
    values.set(field.node, name);
    return [pieceBits(field.node, piece, name)];
  });
  const all = bits.length === 1 ? bits.join() : bits.map(operand).join(" | ");
  if (word.byteLength !== 3) return [...constants, ...wordWrite(word, all)];
  const name = scope.declare(wordName(word));
  return [...constants, `const ${name} = ${all};`, ...wordWrite(word, name)];
}

/** A missing count defaults to the number of given elements. */
function valueOrInitial(leaf: Field, model: StructModel): string {
  const initial = initialValue(leaf.node);
  const plain = initial === undefined ? zeroLiteral(leaf.node) : valueLiteral(initial);
  const counted = countedBy(leaf, model);
  const length = counted && `${givenPath("record", counted.path)}?.length`;
  const isWide = /^u?int64$/.test(leaf.type);
  const fallback = length === undefined ? plain : isWide ? `BigInt(${length} ?? ${plain})` : `${length} ?? ${plain}`;
  return rawInteger(leaf, `${givenAccess("record", leaf)} ?? ${fallback}`);
}

/** Converts the record's value to what DataView accepts. */
function rawInteger({ int64 = "bigint" }: Field, value: string): string {
  return int64 === "bigint" ? value : `BigInt(${value})`;
}

function initialWrite(leaf: Field, model: StructModel): string[] {
  const initial = initialValue(leaf.node);
  return initial === undefined ? [] : write(leaf, valueLiteral(initial), model);
}

/** For fields that share bits, writes only the given ones, in declaration order; a later field overwrites an earlier one. */
function givenWrite(leaf: Field, model: StructModel, scope: Names): string[] {
  const name = scope.declare(leaf.node.path);
  const writes = write(leaf, rawInteger(leaf, name), model).map((line) => `  ${line}\n`);
  return [`const ${name} = ${givenAccess("record", leaf)};`, `if (${name} !== undefined) {\n${writes.join("")}}`];
}

function write(leaf: Field, value: string, model: StructModel): string[] {
  const field = model.bitFields.get(leaf.node as ScalarNode);
  return field === undefined ? [fieldWrite(leaf, value, model.byteOrder)] : bitFieldUpdate(field, value);
}
