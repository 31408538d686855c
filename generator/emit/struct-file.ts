/** `<channel>/<struct>.ts`: types, functions and codec of one message struct. */

import { type StatementStructures, StructureKind } from "ts-morph";
import type { CompiledChannel } from "../channel-plan.ts";
import { privatePart } from "./built-files.ts";
import { codecObject, columnsTable, fieldsTable } from "./codec-object.ts";
import { decodeFunction } from "./decode-function.ts";
import { encodeFunction } from "./encode-function.ts";
import { privateFunctions } from "./private-functions.ts";
import { inputInterface, rawInterfaces, storedInterface } from "./record-types.ts";
import type { SourceText } from "./source-text.ts";
import type { StructModel } from "./struct-model.ts";
import { commentText } from "./text.ts";
import { transformFunction } from "./transform-function.ts";
import { untransformFunction } from "./untransform-function.ts";
import { valuesFunction } from "./values-function.ts";

/** The file's source. */
export function structFile(path: string, model: StructModel, channel: CompiledChannel, header: string): SourceText {
  const input = inputInterface(model);
  const statements: StatementStructures[] = [
    {
      kind: StructureKind.ImportDeclaration,
      isTypeOnly: true,
      namedImports: ["Column", "ColumnValues", "FieldInfo", "PartialRecord", "StructCodec"],
      moduleSpecifier: "structline/codec",
    },
    ...rawInterfaces(model),
    storedInterface(model),
    ...(input === undefined ? [] : [input]),
    decodeFunction(model),
    encodeFunction(model),
    transformFunction(model),
    untransformFunction(model),
    valuesFunction(model),
  ];
  return {
    path,
    header: `${header}\n${sourceLine(model, channel)}`,
    statements,
    tail: [fieldsTable(model), columnsTable(model), codecObject(model), ...privateFunctions(model).map(privatePart)],
  };
}

function sourceLine({ struct }: StructModel, channel: CompiledChannel): string {
  const { file } = struct.layout.message.span;
  const hash = channel.declarations.files.find((candidate) => candidate.path === file)?.sha256;
  return `// From ${commentText(file)}${hash === undefined ? "" : `, SHA-256 ${hash}`}.`;
}
