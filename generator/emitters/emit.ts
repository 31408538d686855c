/** The last phase: writes files from compiled channels. The same input gives the same bytes. */

import { catalogueEntry, catalogueFile } from "../codec/catalogue-file.ts";
import { channelParts } from "../codec/channel-file.ts";
import { type ChannelGroup, channelGroups } from "../codec/channel-groups.ts";
import { contractFiles } from "../codec/contract-file.ts";
import type { EmittedFile } from "../codec/emitted-file.ts";
import { generatedBy, type Tool } from "../codec/emitter.ts";
import { type EnumNames, enumNames, enumParts } from "../codec/enum-file.ts";
import { formerFiles, historyFiles } from "../codec/history-file.ts";
import { indexParts } from "../codec/index-file.ts";
import type { StructModel } from "../codec/model.ts";
import { type ChannelModel, channelModel, type Message } from "../codec/model.ts";
import { FILES, namesOf } from "../codec/namer.ts";
import { once } from "../codec/once.ts";
import { type FilePart, withExtension } from "../codec/part.ts";
import type { RecordShape } from "../codec/record-shape.ts";
import { structParts } from "../codec/struct-file.ts";
import { commentText } from "../codec/text.ts";
import type { Diagnostic, Outcome } from "../diagnostics/diagnostic.ts";
import type { CompiledChannel } from "../rules/compiled-rule.ts";
import { definitions } from "./emitters.ts";

/** All files of the output folder. `tool.version` appears in the first line of each. */
export function emitChannels(channels: readonly CompiledChannel[], tool: Tool): readonly EmittedFile[] {
  return emitAll(channels, tool).value;
}

/** Like `emitChannels`, with diagnostics about what a format cannot express. */
export function emitAll(channels: readonly CompiledChannel[], tool: Tool): Outcome<readonly EmittedFile[]> {
  const groups = channelGroups(channels).map((group) => emitGroup(group, tool));
  const whole = emitWhole(groups, tool);
  return {
    value: withoutTwins([...groups.flatMap(({ files }) => files), ...whole.value]),
    diagnostics: [...groups.flatMap(({ diagnostics }) => diagnostics), ...whole.diagnostics],
  };
}

/** Keeps one copy of a file that several channels emit. */
export function withoutTwins(files: readonly EmittedFile[]): EmittedFile[] {
  return [...new Map(files.map((file) => [file.path, file])).values()];
}

/** The output of a channel and its older versions. */
export interface EmittedGroup {
  readonly channels: readonly EmittedChannel[];
  readonly files: readonly EmittedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface EmittedChannel {
  readonly name: string;
  readonly stem: string;
  /** The channel's entry in the catalogue. */
  entry(): string;
  /** Absent if an earlier run's output is reused. */
  readonly model?: ChannelModel;
}

export function emitGroup(group: ChannelGroup<CompiledChannel>, tool: Tool): EmittedGroup {
  const models = groupModels(group, tool.shape);
  const written = definitions(models, tool, "channel");
  const printed = models.map((model) => printedChannel(model, tool));
  const layouts = historyFiles(printed);
  const current = new Set(layouts.map(({ path }) => path));
  const former = tool.history === undefined ? [] : formerFiles(models, headerLines(tool), tool.history, current);
  return {
    channels: models.map((model) => ({
      name: model.name,
      stem: model.stem,
      entry: once(() => catalogueEntry(model)),
      model,
    })),
    files: [...codecs(printed, tool), ...written.value, ...layouts, ...former],
    diagnostics: written.diagnostics,
  };
}

/** The files that all channels share. */
export function emitWhole(groups: readonly EmittedGroup[], tool: Tool): Outcome<readonly EmittedFile[]> {
  const channels = groups.flatMap((group) => group.channels);
  const header = headerLines(tool);
  const basis = [header, extensionOf(tool), channels.map(({ name, stem }) => [name, stem])];
  const written = definitions(
    channels.flatMap(({ model }) => model ?? []),
    tool,
    "all",
  );
  const value = [
    ...joined("index", { header, tool, basis }, () => indexParts(channels)),
    ...(tool.contract === STANDALONE ? contractFiles(header) : []),
    catalogueFile(channels, tool.catalogue, tool.stopped),
    ...written.value,
    { path: "package.json", text: '{ "type": "module" }\n', built: true },
  ];
  return { value, diagnostics: written.diagnostics };
}

/** The channels' models, with names that are unique among all channels. */
export function channelModels(channels: readonly CompiledChannel[]): ChannelModel[] {
  return channelGroups(channels).flatMap((group) => groupModels(group));
}

function groupModels({ channels, names }: ChannelGroup<CompiledChannel>, shape?: RecordShape): ChannelModel[] {
  return channels.map((channel, index) => {
    const structs = channel.structs.map(({ layout }) => layout.message.name);
    const { stem = "", identifier = "" } = names[index] ?? {};
    return channelModel(channel, { stem, identifier, files: namesOf(FILES, structs, ["enums"]) }, shape);
  });
}

/** Import path of the contract if it is written with the codecs. */
const STANDALONE = "./codec.js";

interface PrintedChannel {
  readonly model: ChannelModel;
  readonly enums: EnumNames;
  readonly bases: ReadonlyMap<Message, MessageBasis>;
}

/** Everything that determines a message's files: the header lines, the import path of the types, their extension, and what the printers read. */
type MessageBasis = readonly [header: string, contract: string, extension: string, printed: unknown];

function printedChannel(model: ChannelModel, tool: Tool): PrintedChannel {
  const enums = enumNames(model.messages);
  const contract = contractOf(tool);
  const from = contract.startsWith("./") ? `.${contract}` : contract;
  const bases = model.messages.map((message): [Message, MessageBasis] => {
    const header = headerLines(tool, ` from ${commentText(message.struct.layout.message.span.file)}`);
    return [message, [header, from, extensionOf(tool), structBasis(message, enums)]];
  });
  return { model, enums, bases: new Map(bases) };
}

function contractOf({ contract = "structline/codec" }: Tool): string {
  return contract;
}

function extensionOf({ importExtension = ".js" }: Tool): string {
  return importExtension;
}

/** `.ts`, `.js` and `.d.ts` of every message and every channel. */
function codecs(channels: readonly PrintedChannel[], tool: Tool): EmittedFile[] {
  const contract = contractOf(tool);
  return [
    ...channels.flatMap((channel) => messageFiles(channel, tool)),
    ...channels.flatMap(({ model }) => {
      const header = headerLines(tool, originsOf(model));
      const basis = [header, contract, extensionOf(tool), inputsOf(model)];
      return joined(model.stem, { header, tool, basis }, () => channelParts(model, contract));
    }),
  ];
}

function messageFiles({ model: { channel, stem }, enums, bases }: PrintedChannel, tool: Tool): EmittedFile[] {
  const files = [...bases].flatMap(([message, basis]) => {
    const [header, from] = basis;
    return joined(message.module, { header, tool, basis }, () => structParts(message, enums, from));
  });
  const parts = enumParts(enums, channel.texts ?? new Map());
  const header = headerLines(tool);
  return parts.length === 0
    ? files
    : [...files, ...joined(`${stem}/enums`, { header, tool, basis: [header, extensionOf(tool), parts] }, () => parts)];
}

/**
 * Everything that the printers read of a struct and of its entry in `history`. The rest of the model is derived from this.
 * The layout already contains the fields' leaves, in the same order.
 */
function structBasis({ shape, struct, comments, fields: all }: StructModel, enums: EnumNames): unknown {
  const { layout, fields, ...rest } = struct;
  const { message, ...placed } = layout;
  const { name, span, named, record } = message;
  const said = [name, span, named?.checkExtra, record.scope, record.untagged, record.span];
  const values = fields.map(({ leaf: _leaf, ...field }) => field);
  return [
    shape,
    said,
    placed,
    rest,
    values,
    comments,
    all.map((field) => [field.enumeration?.name, enums.typeOf(field)]),
  ];
}

/** The headers with their hashes. Only the channel's module has them: otherwise any changed line would change every struct's file. */
function originsOf({ channel: { declarations } }: ChannelModel): string {
  const files = declarations.files.map(({ path, sha256 }) => ` from ${commentText(path)}, SHA-256 ${sha256}`);
  return files.join("\n// and");
}

/** The inputs of a channel's own module, besides the generator's version. */
function inputsOf({ channel: { plan, declarations }, stem }: ChannelModel): unknown {
  return [plan, declarations.files, stem];
}

/** Linters and formatters skip generated code. */
function headerLines(tool: Tool, origin = ""): string {
  return [
    `// ${generatedBy(tool)}`,
    `// @generated${origin}`,
    "/* eslint-disable */",
    "// biome-ignore-all lint: generated",
    "// biome-ignore-all format: generated",
  ].join("\n");
}

/**
 * A file made of parts, with the files built from it.
 * @param basis one object for the three, and for the entry in `history`, so that it is hashed once
 */
function joined(
  stem: string,
  { header, tool, basis }: { readonly header: string; readonly tool: Tool; readonly basis: object },
  make: () => readonly FilePart[],
): EmittedFile[] {
  const text = (of: keyof FilePart) => {
    const pieces = partsOf(basis, make)
      .map((part) => part[of])
      .filter((piece) => piece !== "");
    const extension = of === "source" ? extensionOf(tool) : ".js";
    return withExtension(`${[header, ...pieces].join("\n\n")}\n`, extension);
  };
  const file = (suffix: string, of: keyof FilePart): EmittedFile => ({
    path: stem + suffix,
    built: of !== "source",
    basis,
    get text() {
      return text(of);
    },
  });
  return [file(".ts", "source"), file(".js", "js"), file(".d.ts", "declarations")];
}

/** Of the module that was asked for last: its three texts are wanted one after the other, and then no more. */
let latest: { readonly of: object; readonly parts: readonly FilePart[] } | undefined;

function partsOf(module: object, make: () => readonly FilePart[]): readonly FilePart[] {
  if (latest?.of !== module) latest = { of: module, parts: make() };
  return latest.parts;
}
