/** `untransformCapR`: stored values → raw record, with the inverted expressions inlined. */

import { type FunctionDeclarationStructure, StructureKind } from "ts-morph";
import { printExpression } from "../rules/print-expression.ts";
import { createScope, isInherited, propertyAccess } from "./names.ts";
import { reservedNames } from "./private-functions.ts";
import { recordLiteral } from "./record-literal.ts";
import { inputTypeName } from "./record-types.ts";
import { type Leaf, type StructModel, storedKey } from "./struct-model.ts";
import { stringLiteral } from "./text.ts";

export function untransformFunction(model: StructModel): FunctionDeclarationStructure {
  const scope = createScope(reservedNames(model));
  const constants: string[] = [];
  const access = (key: string): string => {
    if (!isInherited(key)) return `stored${propertyAccess(key)}`;
    const name = scope.declare(key);
    constants.push(`const ${name} = own(stored, ${stringLiteral(key)});`);
    return name;
  };
  const record = recordLiteral(model, (leaf) => rawValue(leaf, access(storedKey(leaf))));
  return {
    kind: StructureKind.Function,
    name: `untransform${model.typeName}`,
    isExported: true,
    docs: ["Stored to raw: the rules inverted, integers rounded to the nearest; what is not given stays undefined."],
    parameters: [{ name: "stored", type: inputTypeName(model) }],
    returnType: `PartialRecord<${model.typeName}Raw>`,
    statements: [...constants, `return ${record};`],
  };
}

function rawValue(leaf: Leaf, stored: string): string {
  const { field, node, rawKey } = leaf;
  if (rawKey !== undefined || node.kind === "text") return stored;
  if (field.inverse !== undefined) {
    return `${stored} === undefined ? undefined : ${converted(node.scalar, printExpression(field.inverse.expression, () => stored).text)}`;
  }
  const passed = ["bool", "uint64", "int64", "float32", "float64"].includes(node.scalar);
  return passed ? stored : `${stored} === undefined ? undefined : Math.round(${stored})`;
}

/** A number as a raw value of the field's type. */
function converted(scalar: string, number: string): string {
  switch (scalar) {
    case "float32":
    case "float64":
      return number;
    case "bool":
      return `Math.round(${number}) !== 0`;
    case "uint64":
    case "int64":
      return `BigInt(Math.round(${number}))`;
    default:
      return `Math.round(${number})`;
  }
}
