/** `catalogue.json`: everything about channels and messages, for tools in any language. Format version 1 is stable. */

import type { CompiledChannel } from "../channel-plan.ts";
import { codecName } from "./codec-object.ts";
import { initialValue } from "./initial-value.ts";
import { type Json, jsonText } from "./json-text.ts";
import type { Leaf, StructModel } from "./struct-model.ts";

const VERSION = 1;

/** A channel with the files of its codecs, relative to the output folder and without `.ts`. */
export interface CataloguedChannel {
  readonly channel: CompiledChannel;
  readonly folder: string;
  readonly structs: readonly { readonly model: StructModel; readonly file: string }[];
}

/** `module` and `codec` say which export of which built file decodes a struct. */
export function catalogueFile(channels: readonly CataloguedChannel[]): string {
  const entries = channels.map((catalogued) => [catalogued.channel.plan.name, channelEntry(catalogued)] as const);
  return `${jsonText({ version: VERSION, channels: Object.fromEntries(entries) })}\n`;
}

function channelEntry({ channel: { plan, declarations }, folder, structs }: CataloguedChannel): Json {
  return {
    abi: plan.abi,
    byteOrder: plan.byteOrder,
    layout: plan.layout,
    defines: Object.fromEntries([...plan.defines].sort(([a], [b]) => (a < b ? -1 : 1))),
    storeExclude: plan.storeExclude,
    udpPort: plan.udpPort,
    wampTopic: plan.wampTopic,
    headerFiles: plan.headerFiles,
    headers: declarations.files.map(({ path, sha256 }) => ({ path, sha256 })),
    enums: declarations.enums.map(({ name, enumerators, span }) => ({
      name,
      source: `${span.file}:${span.start.line}`,
      values: enumerators.map(({ name: enumerator, value }) => ({ name: enumerator, value })),
    })),
    structs: structs.map(({ model, file }) => structEntry(model, `${folder}/${file}.js`)),
  };
}

function structEntry(model: StructModel, module: string): Json {
  const { struct, leaves } = model;
  const { layout, measurement } = struct;
  const { message } = layout;
  return {
    name: message.name,
    id: layout.id,
    length: layout.length,
    wireSize: layout.wireSize,
    size: layout.size,
    alignment: layout.alignment,
    layout: layout.packing,
    measurement,
    source: `${message.span.file}:${message.span.start.line}`,
    module,
    codec: codecName(model),
    fields: leaves.map(fieldEntry),
  };
}

/** Absent facts are left out. */
function fieldEntry({ field, node, rawKey }: Leaf): Json {
  const text = node.kind === "text";
  return {
    path: node.path,
    ctype: node.ctype,
    scalar: text ? "text" : node.scalar,
    byteOffset: node.byteOffset,
    bitOffset: text ? 0 : node.bitOffset,
    bitWidth: text ? node.length * 8 : node.bitWidth,
    bitField: !text && node.bitField,
    enum: text ? undefined : node.enumName,
    initial: initialValue(node),
    column: field.column,
    kind: field.kind,
    unsigned: field.kind === "integer" && field.unsigned ? true : undefined,
    excluded: field.excluded ? true : undefined,
    unit: field.unit,
    expr: field.expressionText,
    rawKey,
    line: node.span.start.line,
  };
}
