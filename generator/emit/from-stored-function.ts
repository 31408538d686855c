/** `fromStoredCapR`: stored values → raw record, with the inverted expressions inlined. */

import { printExpression } from "../rules/print-expression.ts";
import { createScope, isInherited, propertyAccess } from "./names.ts";
import { functionPart, type Part } from "./part.ts";
import { reservedNames } from "./private-functions.ts";
import { recordLiteral } from "./record-literal.ts";
import { inputTypeName } from "./record-types.ts";
import { type Leaf, type StructModel, storedKey } from "./struct-model.ts";
import { stringLiteral } from "./text.ts";

export function fromStoredFunction(model: StructModel): Part {
  const scope = createScope(reservedNames(model));
  const constants: string[] = [];
  const access = (key: string): string => {
    if (!isInherited(key)) return `stored${propertyAccess(key)}`;
    const name = scope.declare(key);
    constants.push(`const ${name} = own(stored, ${stringLiteral(key)});`);
    return name;
  };
  const record = recordLiteral(model, (leaf) => rawValue(leaf, access(storedKey(leaf))), "given");
  return functionPart({
    name: `fromStored${model.typeName}`,
    exported: true,
    doc: [
      "Stored to raw: the rules inverted, integers rounded to the nearest. What is not given is not in the result.",
      ...(model.leaves.some(isRounded)
        ? ["@throws RangeError naming the field for which a rule gives no whole number"]
        : []),
    ],
    parameters: [{ name: "stored", type: inputTypeName(model) }],
    returns: `PartialRecord<${model.typeName}Raw>`,
    body: [...constants, `return ${record};`],
  });
}

/** Does its inverted rule have to give a whole number? */
export function isRounded({ field, node }: Leaf): boolean {
  return field.inverse !== undefined && node.kind === "scalar" && !node.scalar.startsWith("float");
}

function rawValue(leaf: Leaf, stored: string): string {
  const { field, node, rawKey } = leaf;
  if (rawKey !== undefined || node.kind === "text" || field.inverse === undefined) return stored;
  const { text } = printExpression(field.inverse.expression, () => stored);
  return `${stored} === undefined ? undefined : ${converted(node.scalar, text, stringLiteral(node.path))}`;
}

/** A number as a raw value of the field's type. */
function converted(scalar: string, number: string, field: string): string {
  switch (scalar) {
    case "float32":
    case "float64":
      return number;
    case "bool":
      return `whole(${number}, ${field}) !== 0`;
    case "uint64":
    case "int64":
      return `BigInt(whole(${number}, ${field}))`;
    default:
      return `whole(${number}, ${field})`;
  }
}
