/** `index.ts`: the codecs of all channels. */

import { channelNames } from "./channel-file.ts";
import type { ChannelModel } from "./model.ts";
import { JAVASCRIPT, Names } from "./namer.ts";
import { propertyKey } from "./names.ts";
import { constantPart, type FilePart, type ImportedName, importPart, together } from "./part.ts";

export function indexParts(channels: readonly Pick<ChannelModel, "name" | "stem">[]): FilePart[] {
  const scope = new Names(JAVASCRIPT, ["channels"]);
  const named = channels.map(({ name, stem }) => {
    const { constant, type } = channelNames({ stem });
    const [local, localType] = [scope.declare(constant), scope.declare(`${type}Channel`)];
    return { name, stem, constant, local, type: `${type}Channel`, localType };
  });
  const imports = named.map(({ constant, local, type, localType, stem }) => {
    const from = `./${stem}.js`;
    const typeName: ImportedName = { name: type, kind: "type", local: localType };
    const declarations = importPart(from, [typeName]).declarations;
    return { ...importPart(from, [{ name: constant, kind: "value", local }, typeName]), declarations };
  });
  const properties = named.map(({ name, localType }) => `readonly ${propertyKey(name)}: ${localType};`);
  const entries = named.map(({ name, local }) => `${entry(propertyKey(name), local)},`);
  const doc = ["By channel name."];
  return [together([...imports, constantPart("channels", block(properties), block(entries), { doc, exported: true })])];
}

function block(lines: readonly string[]): string {
  return `{\n${lines.map((line) => `  ${line}\n`).join("")}}`;
}

function entry(key: string, local: string): string {
  return key === local ? key : `${key}: ${local}`;
}
