/** `encodeCapR`: raw record → bytes. What is missing takes its initialiser, padding becomes 0. */

import type { ScalarNode } from "../layout/struct-layout.ts";
import { givenAccess } from "./access.ts";
import { type BitWord, bitPieces } from "./bit-words.ts";
import { SIZE_CHECK } from "./decode-function.ts";
import { initialValue, valueLiteral, zeroLiteral } from "./initial-value.ts";
import { withLoops } from "./loops.ts";
import { bitRange, type Field, type StructModel } from "./model.ts";
import { JAVASCRIPT, Names } from "./namer.ts";
import { functionPart, type Part } from "./part.ts";
import { reservedNames } from "./private-functions.ts";
import { at } from "./read-fields.ts";
import { bitFieldUpdate, fieldWrite, operand, pieceBits, wordWrite } from "./write-fields.ts";

export function encodeFunction(model: StructModel): Part {
  const scope = new Names(JAVASCRIPT, reservedNames(model));
  const alone = model.fields.filter((leaf) => !leaf.shared);
  const shared = model.fields.filter((leaf) => leaf.shared);
  return functionPart({
    name: `encode${model.typeName}`,
    exported: true,
    doc: [
      `Writes ${model.struct.layout.wireSize} bytes from \`byteOffset\`, values modulo their width; a RangeError when fewer follow.`,
    ],
    parameters: [
      { name: "record", type: `PartialRecord<${model.typeName}Raw>` },
      { name: "view", type: "DataView" },
      { name: "byteOffset", type: "number", initial: "0" },
    ],
    returns: "void",
    body: [
      SIZE_CHECK,
      ...zeroWrites(uncoveredBytes(alone, model)),
      ...withLoops(aloneWrites(alone, model, scope)),
      ...shared.flatMap((leaf) => initialWrite(leaf, model)),
      ...shared.flatMap((leaf) => givenWrite(leaf, model, scope)),
    ],
  });
}

/** Bytes that no field has to itself: padding, unnamed bit-fields, unions. */
function uncoveredBytes(alone: readonly Field[], model: StructModel): number[] {
  const covered = new Set<number>();
  for (const { node } of alone) {
    const [from, to] = bitRange(node);
    for (let byte = from >> 3; byte << 3 < to; byte++) covered.add(byte);
  }
  return Array.from({ length: model.struct.layout.wireSize }, (_, byte) => byte).filter((byte) => !covered.has(byte));
}

/** Runs of more than two bytes as a loop. */
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
  return ["// Bytes that no field has to itself.", ...writes];
}

function aloneWrites(alone: readonly Field[], model: StructModel, scope: Names): string[] {
  const written = new Set<BitWord>();
  const values = new Map<ScalarNode, string>();
  const inWords = alone.filter(({ node }) => model.bitFields.has(node as ScalarNode));
  return alone.flatMap((leaf) => {
    const field = model.bitFields.get(leaf.node as ScalarNode);
    if (field === undefined) return [fieldWrite(leaf, valueOrInitial(leaf), model.byteOrder)];
    return field.words
      .filter((word) => !written.has(word))
      .flatMap((word) => {
        written.add(word);
        return sharedWordWrite(word, inWords, model, values, scope);
      });
  });
}

/** One word with all its bit-fields. */
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
    const value = values.get(field.node) ?? operand(valueOrInitial(leaf));
    if (field.words.length === 1 || values.has(field.node)) return [pieceBits(field.node, piece, value)];
    const name = scope.declare(leaf.node.path);
    constants.push(`const ${name} = ${valueOrInitial(leaf)};`);
    values.set(field.node, name);
    return [pieceBits(field.node, piece, name)];
  });
  const all = bits.length === 1 ? bits.join() : bits.map(operand).join(" | ");
  if (word.byteLength !== 3) return [...constants, ...wordWrite(word, all, model.byteOrder)];
  const name = scope.declare(`word${word.byteOffset}`);
  return [...constants, `const ${name} = ${all};`, ...wordWrite(word, name, model.byteOrder)];
}

function valueOrInitial(leaf: Field): string {
  const initial = initialValue(leaf.node);
  const fallback = initial === undefined ? zeroLiteral(leaf.node) : valueLiteral(initial);
  return rawInteger(leaf, `${givenAccess("record", leaf)} ?? ${fallback}`);
}

/** What DataView takes, of the record's value. */
function rawInteger({ int64 = "bigint" }: Field, value: string): string {
  return int64 === "bigint" ? value : `BigInt(${value})`;
}

function initialWrite(leaf: Field, model: StructModel): string[] {
  const initial = initialValue(leaf.node);
  return initial === undefined ? [] : write(leaf, valueLiteral(initial), model);
}

/** Of bits that fields share, only given fields are written, in declaration order: a later one wins. */
function givenWrite(leaf: Field, model: StructModel, scope: Names): string[] {
  const name = scope.declare(leaf.node.path);
  const writes = write(leaf, rawInteger(leaf, name), model).map((line) => `  ${line}\n`);
  return [`const ${name} = ${givenAccess("record", leaf)};`, `if (${name} !== undefined) {\n${writes.join("")}}`];
}

function write(leaf: Field, value: string, model: StructModel): string[] {
  const field = model.bitFields.get(leaf.node as ScalarNode);
  return field === undefined ? [fieldWrite(leaf, value, model.byteOrder)] : bitFieldUpdate(field, value);
}
