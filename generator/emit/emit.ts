/** The last phase: files from compiled channels. Same input, same bytes. */

import { type CompiledChannel, type EmittedFile, HISTORY_FOLDER } from "../channel-plan.ts";
import type { Outcome } from "../diagnostics/diagnostic.ts";
import { channelParts } from "./channel-file.ts";
import { type ChannelModel, channelModel } from "./channel-model.ts";
import { contractFiles } from "./contract-file.ts";
import { generatedBy, type Tool } from "./emitter.ts";
import { definitions } from "./emitters.ts";
import { enumNames, enumParts } from "./enum-file.ts";
import { formerFiles, historyFiles } from "./history-file.ts";
import { identifiers } from "./identifiers.ts";
import { indexParts } from "./index-file.ts";
import { fileNames } from "./names.ts";
import { once } from "./once.ts";
import type { Part } from "./part.ts";
import { structParts } from "./struct-file.ts";
import { commentText } from "./text.ts";

/** All files of the output folder. `tool.version` appears in each file's first line. */
export function emitChannels(channels: readonly CompiledChannel[], tool: Tool): readonly EmittedFile[] {
  return emitAll(channels, tool).value;
}

/** The same, with what the formats that were asked for cannot express. */
export function emitAll(channels: readonly CompiledChannel[], tool: Tool): Outcome<readonly EmittedFile[]> {
  const models = channelModels(channels);
  const written = definitions(models, tool);
  const packageFile = { path: "package.json", text: '{ "type": "module" }\n', built: true };
  const layouts = historyFiles(models);
  const current = new Set(layouts.map(({ path }) => path));
  const former = tool.history === undefined ? [] : formerFiles(models, headerLines(tool), tool.history, current);
  const value = [...codecs(models, tool), ...written.value, ...layouts, ...former, packageFile];
  return { value, diagnostics: written.diagnostics };
}

/** The channels with names that are unique among them. */
export function channelModels(channels: readonly CompiledChannel[]): ChannelModel[] {
  const stems = fileNames(
    channels.map(({ plan }) => plan.name),
    ["index", "codec", HISTORY_FOLDER],
  );
  const lower = identifiers(channels.map(({ plan }) => plan.name.toLowerCase()));
  return channels.map((channel, index) =>
    channelModel(channel, {
      stem: stems[index] ?? "",
      identifier: lower[index] ?? "",
      files: fileNames(
        channel.structs.map(({ layout }) => layout.message.name),
        ["enums"],
      ),
    }),
  );
}

/** The contract that is written with the codecs. */
const STANDALONE = "./codec.js";

/** `.ts`, `.js` and `.d.ts` of every message, of every channel, and their index. */
function codecs(channels: readonly ChannelModel[], tool: Tool): EmittedFile[] {
  const contract = tool.contract ?? "structline/codec";
  const header = headerLines(tool);
  return [
    ...channels.flatMap((channel) => messageFiles(channel, tool, contract)),
    ...channels.flatMap((channel) =>
      joined(channel.stem, [headerLines(tool, originsOf(channel)), contract, inputsOf(channel)], () =>
        channelParts(channel, contract),
      ),
    ),
    ...joined("index", [header, JSON.stringify(channels.map(({ name, stem }) => [name, stem]))], () =>
      indexParts(channels),
    ),
    ...(contract === STANDALONE ? contractFiles(header) : []),
  ];
}

function messageFiles(model: ChannelModel, tool: Tool, contract: string): EmittedFile[] {
  const { channel, stem, messages } = model;
  const enums = enumNames(
    channel,
    messages.map(({ struct }) => struct),
  );
  const from = contract.startsWith("./") ? `.${contract}` : contract;
  const inputs = inputsOf(model);
  const files = messages.flatMap(({ struct, module }) => {
    const origin = ` from ${commentText(struct.struct.layout.message.span.file)}`;
    return joined(module, [headerLines(tool, origin), contract, inputs], () => structParts(struct, enums, from));
  });
  const parts = enumParts(enums, channel.texts ?? new Map());
  return parts.length === 0
    ? files
    : [...files, ...joined(`${stem}/enums`, [headerLines(tool), contract, inputs], () => parts)];
}

/** The headers with their hashes: only in the channel's own module, or a changed line would change those of all its structs. */
function originsOf({ channel: { declarations } }: ChannelModel): string {
  const files = declarations.files.map(({ path, sha256 }) => ` from ${commentText(path)}, SHA-256 ${sha256}`);
  return files.join("\n// and");
}

/** What a channel's modules are made from, with the version of the generator: they are printed only where that differs. */
function inputsOf({ channel: { plan, declarations }, stem }: ChannelModel): string {
  return JSON.stringify([{ ...plan, defines: [...plan.defines] }, declarations.files, stem]);
}

/** Linters and formatters have nothing to say about generated code. */
function headerLines(tool: Tool, origin = ""): string {
  return [
    `// ${generatedBy(tool)}`,
    `// @generated${origin}`,
    "/* eslint-disable */",
    "// biome-ignore-all lint: generated",
    "// biome-ignore-all format: generated",
  ].join("\n");
}

/** A file that is made of parts, with what is built from it; the header is the first of what it is made from. */
function joined(
  stem: string,
  inputs: readonly [header: string, ...rest: string[]],
  make: () => readonly Part[],
): EmittedFile[] {
  const parts = once(make);
  const key = inputs.join("\n");
  const file = (suffix: string, of: keyof Part): EmittedFile => ({
    path: stem + suffix,
    built: of !== "source",
    key,
    get text() {
      const pieces = [inputs[0], ...parts().map((part) => part[of])];
      return `${pieces.filter((piece) => piece !== "").join("\n\n")}\n`;
    },
  });
  return [file(".ts", "source"), file(".js", "js"), file(".d.ts", "declarations")];
}
