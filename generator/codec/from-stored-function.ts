/** `fromStoredCapR`: stored values → raw record, with the inverted expressions inlined. */

import { printExpression } from "../rules/typescript-notation.ts";
import { isRounded } from "./access.ts";
import { type Field, type StructModel, storedKey } from "./model.ts";
import { JAVASCRIPT, Names } from "./namer.ts";
import { isInherited, propertyAccess } from "./names.ts";
import { type FilePart, functionPart } from "./part.ts";
import { reservedNames } from "./private-functions.ts";
import { recordLiteral } from "./record-literal.ts";
import { inputTypeName } from "./record-types.ts";
import { stringLiteral } from "./text.ts";

export function fromStoredFunction(model: StructModel): FilePart {
  const scope = new Names(JAVASCRIPT, reservedNames(model));
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
      "From stored to raw values: rules are inverted, integers rounded. Fields that are not given are not in the result.",
      ...(model.fields.some(isRounded)
        ? ["@throws RangeError naming the field for which a rule gives no whole number"]
        : []),
    ],
    parameters: [{ name: "stored", type: inputTypeName(model) }],
    returns: `PartialRecord<${model.typeName}Raw>`,
    body: [...constants, `return ${record};`],
  });
}

function rawValue(leaf: Field, stored: string): string {
  const { compiled: field, node, rawKey } = leaf;
  if (rawKey !== undefined || node.kind === "text" || field.inverse === undefined) return stored;
  const { text } = printExpression(field.inverse.expression, () => stored);
  return `${stored} === undefined ? undefined : ${converted(leaf, node.scalar, text)}`;
}

/** Converts a number to a raw value of the field's type. */
function converted({ node, int64 }: Field, scalar: string, number: string): string {
  const field = stringLiteral(node.path);
  switch (scalar) {
    case "float32":
    case "float64":
      return number;
    case "bool":
      return `whole(${number}, ${field}) !== 0`;
    case "uint64":
    case "int64":
      if (int64 === "number") return `whole(${number}, ${field})`;
      return int64 === "string" ? `String(BigInt(whole(${number}, ${field})))` : `BigInt(whole(${number}, ${field}))`;
    default:
      return `whole(${number}, ${field})`;
  }
}
