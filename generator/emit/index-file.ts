/** `index.ts`: the codecs of all channels. */

import { StructureKind } from "ts-morph";
import type { ChannelModel } from "./channel-model.ts";
import { codecName } from "./codec-object.ts";
import { createScope, pascalCase, propertyKey } from "./names.ts";
import type { SourceText } from "./source-text.ts";
import { stringLiteral } from "./text.ts";

export function indexFile(channels: readonly ChannelModel[], header: string): SourceText {
  const scope = createScope(["channels"]);
  const named = channels.map((channel) => {
    const structs = channel.messages.map(({ struct, module, id }) => ({
      exported: codecName(struct),
      local: scope.declare(`${channel.stem}${pascalCase(struct.typeName)}`),
      path: `./${module}.js`,
      id,
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
  const doc = "/** By channel name; `byId` is indexed by struct ID. */";
  const type = "Readonly<Record<string, ChannelCodecs>>";
  const object = `{\n${entries.join("")}}`;
  return {
    path: "index.ts",
    header,
    statements: [
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
    ],
    tail: [
      {
        source: `${doc}\nexport const channels: ${type} = ${object};`,
        js: `${doc}\nexport const channels = ${object};`,
        declarations: `${doc}\nexport declare const channels: ${type};`,
      },
    ],
  };
}

function byId(structs: readonly { readonly local: string; readonly id: number }[]): string {
  const length = Math.max(-1, ...structs.map(({ id }) => id)) + 1;
  const entries = new Array<string>(length).fill("undefined");
  for (const { local, id } of structs) entries[id] = local;
  return entries.join(", ");
}
