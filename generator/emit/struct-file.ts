/** `<channel>/<struct>.ts`: types, functions and codec of one message struct. */

import type { Project, SourceFileStructure, StatementStructures } from "ts-morph";
import { StructureKind } from "ts-morph";
import type { CompiledChannel } from "../channel-plan.ts";
import { codecObject, columnsTable, fieldsTable } from "./codec-object.ts";
import { decodeFunction } from "./decode-function.ts";
import { encodeFunction } from "./encode-function.ts";
import { privateFunctions } from "./private-functions.ts";
import { inputInterface, rawInterface, storedInterface } from "./record-types.ts";
import type { StructModel } from "./struct-model.ts";
import { commentText } from "./text.ts";
import { transformFunction } from "./transform-function.ts";
import { untransformFunction } from "./untransform-function.ts";
import { valuesFunction } from "./values-function.ts";

/** The file's text. */
export function structFile(project: Project, model: StructModel, channel: CompiledChannel, header: string): string {
  const input = inputInterface(model);
  const statements: StatementStructures[] = [
    {
      kind: StructureKind.ImportDeclaration,
      isTypeOnly: true,
      namedImports: ["Column", "ColumnValues", "FieldInfo", "PartialRecord", "StructCodec"],
      moduleSpecifier: "structline/codec",
    },
    rawInterface(model),
    storedInterface(model),
    ...(input === undefined ? [] : [input]),
    decodeFunction(model),
    encodeFunction(model),
    transformFunction(model),
    untransformFunction(model),
    valuesFunction(model),
    fieldsTable(model),
    columnsTable(model),
    codecObject(model),
  ];
  return printed(project, {
    statements: [
      `${header}\n${sourceLine(model, channel)}\n`,
      ...statements,
      ...privateFunctions(model).map((text) => `\n${text}`),
    ],
  });
}

/** Text of a source file; the project does not keep it. */
export function printed(project: Project, structure: Omit<SourceFileStructure, "kind">): string {
  const file = project.createSourceFile(
    "generated.ts",
    { ...structure, kind: StructureKind.SourceFile },
    { overwrite: true },
  );
  const text = file.getFullText();
  file.forget();
  return text;
}

function sourceLine({ struct }: StructModel, channel: CompiledChannel): string {
  const { file } = struct.layout.message.span;
  const hash = channel.declarations.files.find((candidate) => candidate.path === file)?.sha256;
  return `// From ${commentText(file)}${hash === undefined ? "" : `, SHA-256 ${hash}`}.`;
}
