/** `catalogue.json`: everything about channels and messages, for tools in any language. Format version 1 is stable. */

import type { CompiledChannel } from "../channel-plan.ts";
import { initialValue } from "./initial-value.ts";
import type { Leaf, StructModel } from "./struct-model.ts";

const VERSION = 1;

/** JSON text; integers that binary64 cannot hold exactly are decimal strings. */
export function catalogueFile(
  channels: readonly { channel: CompiledChannel; models: readonly StructModel[] }[],
): string {
  const entries = channels.map(({ channel, models }) => [channel.plan.name, channelEntry(channel, models)] as const);
  const catalogue = { version: VERSION, channels: Object.fromEntries(entries) };
  return `${JSON.stringify(catalogue, exactIntegers, 2)}\n`;
}

function channelEntry({ plan, declarations }: CompiledChannel, models: readonly StructModel[]) {
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
    structs: models.map(structEntry),
  };
}

function structEntry({ struct, leaves }: StructModel) {
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
    fields: leaves.map(fieldEntry),
  };
}

/** Absent facts are left out. */
function fieldEntry({ field, node, rawKey }: Leaf) {
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

function exactIntegers(_key: string, value: unknown): unknown {
  if (typeof value !== "bigint") return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
