/** `transformCapR`: raw record → stored values under their stored names, with the rules' expressions inlined. */

import { type FunctionDeclarationStructure, StructureKind } from "ts-morph";
import { printExpression } from "../rules/print-expression.ts";
import { rawAccess } from "./access.ts";
import { propertyKey } from "./names.ts";
import { asNumber } from "./read-fields.ts";
import { leafAt } from "./record-literal.ts";
import type { Leaf, StructModel } from "./struct-model.ts";

export function transformFunction(model: StructModel): FunctionDeclarationStructure {
  const number = (path: string) => {
    const leaf = leafAt(model, path);
    return asNumber(rawAccess("raw", leaf), leaf);
  };
  const value = ({ field, ...leaf }: Leaf) =>
    field.expression === undefined
      ? rawAccess("raw", { field, ...leaf })
      : printExpression(field.expression, number).text;
  const properties = model.leaves.map((leaf) => `  ${propertyKey(leaf.field.column)}: ${value(leaf)},\n`);
  return {
    kind: StructureKind.Function,
    name: `transform${model.typeName}`,
    isExported: true,
    docs: ["Raw to stored: the header's rules."],
    parameters: [{ name: "raw", type: `${model.typeName}Raw` }],
    returnType: `${model.typeName}Stored`,
    statements: [`return {\n${properties.join("")}};`],
  };
}
