/** `index.ts`: the codecs of all channels. */

import { type Project, StructureKind, VariableDeclarationKind } from "ts-morph";
import { codecName } from "./codec-object.ts";
import { createScope, pascalCase, propertyKey } from "./names.ts";
import { printed } from "./struct-file.ts";
import type { StructModel } from "./struct-model.ts";
import { stringLiteral } from "./text.ts";

/** A channel with the file of each of its structs. */
export interface IndexedChannel {
  readonly name: string;
  readonly folder: string;
  readonly structs: readonly { readonly model: StructModel; readonly file: string }[];
}

export function indexFile(project: Project, channels: readonly IndexedChannel[], header: string): string {
  const scope = createScope(["channels"]);
  const named = channels.map((channel) => {
    const structs = channel.structs.map(({ model, file }) => ({
      exported: codecName(model),
      local: scope.declare(`${channel.folder}${pascalCase(model.typeName)}`),
      path: `./${channel.folder}/${file}.js`,
      id: model.struct.layout.id,
    }));
    return { channel, structs };
  });
  const entries = named.map(({ channel, structs }) => {
    const properties = [
      `name: ${stringLiteral(channel.name)}`,
      `structs: [${structs.map(({ local }) => local).join(", ")}]`,
      `byId: [${byId(structs)}]`,
    ];
    return `  ${propertyKey(channel.name)}: {\n${properties.map((property) => `    ${property},\n`).join("")}  },\n`;
  });
  return printed(project, {
    statements: [
      `${header}\n`,
      {
        kind: StructureKind.ImportDeclaration,
        isTypeOnly: true,
        namedImports: ["ChannelCodecs"],
        moduleSpecifier: "structline/codec",
      },
      ...named.flatMap(({ structs }) =>
        structs.map(({ exported, local, path }) => ({
          kind: StructureKind.ImportDeclaration as const,
          namedImports: [{ name: exported, alias: local }],
          moduleSpecifier: path,
        })),
      ),
      {
        kind: StructureKind.VariableStatement,
        isExported: true,
        declarationKind: VariableDeclarationKind.Const,
        docs: ["By channel name; `byId` is indexed by struct ID."],
        declarations: [
          {
            name: "channels",
            type: "Readonly<Record<string, ChannelCodecs>>",
            initializer: `{\n${entries.join("")}}`,
          },
        ],
      },
    ],
  });
}

function byId(structs: readonly { readonly local: string; readonly id: number }[]): string {
  const length = Math.max(-1, ...structs.map(({ id }) => id)) + 1;
  const entries = new Array<string>(length).fill("undefined");
  for (const { local, id } of structs) entries[id] = local;
  return entries.join(", ");
}
