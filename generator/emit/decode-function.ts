/** `decodeCapR`: bytes → raw record, as one object literal in declaration order. */

import { type FunctionDeclarationStructure, StructureKind } from "ts-morph";
import { createFieldReader } from "./read-fields.ts";
import { recordLiteral } from "./record-literal.ts";
import type { StructModel } from "./struct-model.ts";
import { templateText } from "./text.ts";

export function decodeFunction(model: StructModel): FunctionDeclarationStructure {
  const reader = createFieldReader(model);
  const record = recordLiteral(model, (leaf) => reader.raw(leaf));
  return {
    kind: StructureKind.Function,
    name: `decode${model.typeName}`,
    isExported: true,
    docs: [
      `Decodes the ${model.struct.layout.wireSize} bytes from \`byteOffset\`; throws a RangeError when fewer follow.`,
    ],
    parameters: [
      { name: "view", type: "DataView" },
      { name: "byteOffset", initializer: "0" },
    ],
    returnType: `${model.typeName}Raw`,
    statements: [sizeCheck(model), ...reader.declarations(), `return ${record};`],
  };
}

/** Throws before anything is read or written; a byteOffset that is no number fails too. */
export function sizeCheck({ struct: { layout } }: StructModel): string {
  const message = `${templateText(layout.message.name)}: ${layout.wireSize} bytes wanted, \${view.byteLength - byteOffset} there`;
  return `if (!(view.byteLength - byteOffset >= ${layout.wireSize})) {\n  throw new RangeError(\`${message}\`);\n}`;
}
