/** `toStoredCapR`: raw record → stored values by stored name, with the rules' expressions inlined. */

import { printExpression } from "../rules/typescript-notation.ts";
import { givenAccess, rawAccess } from "./access.ts";
import { makerOf, type RecordText, returned } from "./large-record.ts";
import type { Field, StructModel } from "./model.ts";
import { propertyKey } from "./names.ts";
import { type FilePart, functionPart } from "./part.ts";
import { asNumber } from "./read-fields.ts";
import { leafAt } from "./record-literal.ts";
import { isOptional } from "./variable.ts";

export function toStoredFunction(model: StructModel): FilePart {
  return functionPart({
    name: `toStored${model.typeName}`,
    exported: true,
    doc: ["From raw to stored values, by the header's rules."],
    parameters: [{ name: "raw", type: `${model.typeName}Raw` }],
    returns: `${model.typeName}Stored`,
    body: model.struct.variable === undefined ? returned(storedRecord(model)) : variableBody(storedRecord(model)),
  });
}

function variableBody({ values }: RecordText): string[] {
  const properties = values.map(([key, value]) => `  ${propertyKey(key)}: ${value},\n`);
  return [`return given({\n${properties.join("")}});`];
}

export function storedMaker(model: StructModel): FilePart[] {
  if (model.struct.variable !== undefined) return [];
  return makerOf(storedRecord(model));
}

function optionalValue(leaf: Field, model: StructModel): string {
  const { expression } = leaf.compiled;
  const access = givenAccess("raw", leaf);
  if (expression === undefined) return access;
  // Fields that the rule uses are present whenever the field is.
  const number = (path: string) => {
    const other = leafAt(model, path);
    return asNumber(`(${givenAccess("raw", other)} ?? 0)`, other);
  };
  return `${access} === undefined ? undefined : ${printExpression(expression, number).text}`;
}

function storedRecord(model: StructModel): RecordText {
  const number = (path: string) => {
    const leaf = leafAt(model, path);
    return asNumber(rawAccess("raw", leaf), leaf);
  };
  const value = (leaf: Field) => {
    const { expression } = leaf.compiled;
    if (isOptional(leaf.path, model)) return optionalValue(leaf, model);
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
