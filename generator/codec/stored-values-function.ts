/** `storedValuesOfCapR`: bytes → stored values, without intermediate objects. */

import type { Expression } from "../rules/compiled-rule.ts";
import { printExpression } from "../rules/typescript-notation.ts";
import { SIZE_CHECK } from "./decode-function.ts";
import { withLoops } from "./loops.ts";
import type { Field, StructModel } from "./model.ts";
import { JAVASCRIPT, Names } from "./namer.ts";
import { type FilePart, functionPart } from "./part.ts";
import { reservedNames } from "./private-functions.ts";
import { createFieldReader, type FieldReader } from "./read-fields.ts";
import { leafAt } from "./record-literal.ts";
import { ALL_BYTES, absentStored, TAKE } from "./variable-functions.ts";

const VIEW = { name: "view", type: "DataView" };
const BYTE_OFFSET = { name: "byteOffset", type: "number" };

export function storedValuesFunction(model: StructModel): FilePart {
  const { typeName, struct } = model;
  const into = { name: model.fields.every((leaf) => leaf.compiled.excluded) ? "_into" : "into", type: "ColumnValues" };
  const isVariable = struct.variable !== undefined;
  return functionPart({
    name: `storedValuesOf${typeName}`,
    exported: true,
    doc: ["Stored values from bytes, in column order. @throws RangeError if there are too few bytes"],
    parameters: [VIEW, BYTE_OFFSET, into, ...(isVariable ? [ALL_BYTES] : [])],
    returns: "void",
    body: isVariable
      ? [TAKE, `readStored(laidOut, 0, ${into.name});`, ...absentStored(model)]
      : [SIZE_CHECK, ...assigned(model)],
  });
}

/** For a struct with optional parts: reads the whole struct after it is laid out. */
export function wholeStored(model: StructModel): FilePart[] {
  if (model.struct.variable === undefined) return [];
  const into = { name: model.fields.every((leaf) => leaf.compiled.excluded) ? "_into" : "into", type: "ColumnValues" };
  return [
    functionPart({
      name: "readStored",
      exported: false,
      doc: [],
      parameters: [VIEW, BYTE_OFFSET, into],
      returns: "void",
      body: assigned(model),
    }),
  ];
}

function assigned(model: StructModel): string[] {
  const reader = createFieldReader(model);
  const stored = model.fields.filter((leaf) => !leaf.compiled.excluded);
  const constants = sharedConstants(stored, model, reader);
  const number = (path: string) => constants.get(path)?.name ?? reader.number(leafAt(model, path));
  const assignments = stored.map((leaf, index) => {
    const { expression } = leaf.compiled;
    const value = expression === undefined ? reader.stored(leaf) : printExpression(expression, number).text;
    return `into[${index}] = ${value};`;
  });
  return [
    ...reader.declarations(),
    ...[...constants.values()].map(({ name, value }) => `const ${name} = ${value};`),
    ...withLoops(assignments),
  ];
}

/** Constants for fields that expressions use more than once. */
function sharedConstants(stored: readonly Field[], model: StructModel, reader: FieldReader) {
  const counts = new Map<string, number>();
  for (const { compiled: field } of stored) countFields(field.expression, counts);
  const scope = new Names(JAVASCRIPT, reservedNames(model));
  const shared = [...counts].filter(([, count]) => count > 1);
  return new Map(
    shared.map(([path]) => {
      const leaf = leafAt(model, path);
      return [path, { name: scope.declare(path), value: reader.number(leaf) }] as const;
    }),
  );
}

function countFields(expression: Expression | undefined, counts: Map<string, number>): void {
  if (expression === undefined) return;
  if (expression.kind === "field") counts.set(expression.path, (counts.get(expression.path) ?? 0) + 1);
  if (expression.kind === "operation") for (const operand of expression.operands) countFields(operand, counts);
}
