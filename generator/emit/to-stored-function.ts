/** `toStoredCapR`: raw record → stored values under their stored names, with the rules' expressions inlined. */

import { printExpression } from "../rules/print-expression.ts";
import { rawAccess } from "./access.ts";
import { propertyKey } from "./names.ts";
import { functionPart, type Part } from "./part.ts";
import { asNumber } from "./read-fields.ts";
import { leafAt } from "./record-literal.ts";
import type { Leaf, StructModel } from "./struct-model.ts";

export function toStoredFunction(model: StructModel): Part {
  const number = (path: string) => {
    const leaf = leafAt(model, path);
    return asNumber(rawAccess("raw", leaf), leaf);
  };
  const value = (leaf: Leaf) => {
    const { expression } = leaf.field;
    return expression === undefined ? rawAccess("raw", leaf) : printExpression(expression, number).text;
  };
  const properties = model.leaves.map((leaf) => `  ${propertyKey(leaf.field.column)}: ${value(leaf)},\n`);
  return functionPart({
    name: `toStored${model.typeName}`,
    exported: true,
    doc: ["Raw to stored: the header's rules."],
    parameters: [{ name: "raw", type: `${model.typeName}Raw` }],
    returns: `${model.typeName}Stored`,
    body: [`return {\n${properties.join("")}};`],
  });
}
