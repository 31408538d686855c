/** `toStoredCapR`: raw record → stored values under their stored names, with the rules' expressions inlined. */

import { printExpression } from "../rules/typescript-notation.ts";
import { rawAccess } from "./access.ts";
import { makerOf, type RecordText, returned } from "./large-record.ts";
import type { Field, StructModel } from "./model.ts";
import { functionPart, type Part } from "./part.ts";
import { asNumber } from "./read-fields.ts";
import { leafAt } from "./record-literal.ts";

export function toStoredFunction(model: StructModel): Part {
  return functionPart({
    name: `toStored${model.typeName}`,
    exported: true,
    doc: ["Raw to stored: the header's rules."],
    parameters: [{ name: "raw", type: `${model.typeName}Raw` }],
    returns: `${model.typeName}Stored`,
    body: returned(storedRecord(model)),
  });
}

/** Makes large records. */
export function storedMaker(model: StructModel): Part[] {
  return makerOf(storedRecord(model));
}

function storedRecord(model: StructModel): RecordText {
  const number = (path: string) => {
    const leaf = leafAt(model, path);
    return asNumber(rawAccess("raw", leaf), leaf);
  };
  const value = (leaf: Field) => {
    const { expression } = leaf.compiled;
    return expression === undefined ? rawAccess("raw", leaf) : printExpression(expression, number).text;
  };
  return {
    type: `${model.typeName}Stored`,
    maker: `New${model.typeName}Stored`,
    parameters: [["raw", `${model.typeName}Raw`]],
    statements: [],
    values: model.fields.map((leaf) => [leaf.compiled.column, value(leaf)]),
  };
}
