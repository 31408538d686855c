/** `valuesOfCapR`: bytes → stored values, without an object on the way. */

import { type FunctionDeclarationStructure, StructureKind } from "ts-morph";
import type { Expression } from "../rules/compiled-rule.ts";
import { printExpression } from "../rules/print-expression.ts";
import { createScope } from "./names.ts";
import { reservedNames } from "./private-functions.ts";
import { createFieldReader, type FieldReader } from "./read-fields.ts";
import { leafAt } from "./record-literal.ts";
import type { Leaf, StructModel } from "./struct-model.ts";

export function valuesFunction(model: StructModel): FunctionDeclarationStructure {
  const reader = createFieldReader(model);
  const stored = model.leaves.filter((leaf) => !leaf.field.excluded);
  const constants = sharedConstants(stored, model, reader);
  const number = (path: string) => constants.get(path)?.name ?? reader.number(leafAt(model, path));
  const assignments = stored.map(({ field, node }, index) => {
    const leaf = leafAt(model, node.path);
    const value = field.expression === undefined ? reader.raw(leaf) : printExpression(field.expression, number).text;
    return `into[${index}] = ${value};`;
  });
  return {
    kind: StructureKind.Function,
    name: `valuesOf${model.typeName}`,
    isExported: true,
    docs: ["Stored values from bytes: entry `i` is the value of `columns[i]`."],
    parameters: [
      { name: stored.length === 0 ? "_view" : "view", type: "DataView" },
      { name: stored.length === 0 ? "_byteOffset" : "byteOffset", type: "number" },
      { name: stored.length === 0 ? "_into" : "into", type: "ColumnValues" },
    ],
    returnType: "void",
    statements: [
      ...reader.declarations(),
      ...[...constants.values()].map(({ name, value }) => `const ${name} = ${value};`),
      ...assignments,
    ],
  };
}

/** Fields that expressions use more than once are read once. */
function sharedConstants(stored: readonly Leaf[], model: StructModel, reader: FieldReader) {
  const counts = new Map<string, number>();
  for (const { field } of stored) countFields(field.expression, counts);
  const scope = createScope(reservedNames(model));
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
