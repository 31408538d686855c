/** `index.ts`: the codecs of all channels. */

import type { EmittedFile } from "../channel-plan.ts";
import { channelNames } from "./channel-file.ts";
import type { ChannelModel } from "./channel-model.ts";
import { declaredModule } from "./declared-module.ts";
import { createScope, propertyKey } from "./names.ts";

export function indexFiles(channels: readonly ChannelModel[], header: string): EmittedFile[] {
  const scope = createScope(["channels"]);
  const named = channels.map((channel) => {
    const { constant, type } = channelNames(channel);
    const [local, localType] = [scope.declare(constant), scope.declare(`${type}Channel`)];
    return { ...channel, constant, local, type: `${type}Channel`, localType };
  });
  const key = JSON.stringify(named.map(({ name, stem, local }) => [name, stem, local]));
  return declaredModule("index.ts", header, key, (file) => {
    file.addImportDeclarations(
      named.map(({ constant, local, type, localType, stem }) => ({
        namedImports: [
          { name: constant, ...(constant === local ? {} : { alias: local }) },
          { name: type, isTypeOnly: true, ...(type === localType ? {} : { alias: localType }) },
        ],
        moduleSpecifier: `./${stem}.js`,
      })),
    );
    const properties = named.map(({ name, localType }) => `readonly ${propertyKey(name)}: ${localType};`);
    const entries = named.map(({ name, local }) => `${entry(propertyKey(name), local)},`);
    file.addStatements(`/** By channel name. */\nexport const channels: ${block(properties)} = ${block(entries)};`);
  });
}

function block(lines: readonly string[]): string {
  return `{\n${lines.map((line) => `  ${line}\n`).join("")}}`;
}

function entry(key: string, local: string): string {
  return key === local ? key : `${key}: ${local}`;
}
