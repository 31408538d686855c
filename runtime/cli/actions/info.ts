/** `channel-message <channel> info [<name>]`: describes a channel or a struct. [D34] */

import { type ChannelSettings, includePathsOf } from "../../channels/channel-settings.ts";
import { fieldsOf } from "../../codec/fields.ts";
import { shownValue } from "../../codec/float-digits.ts";
import type { ChannelCodecs, FieldInfo, StructCodec } from "../../codec/struct-codec.ts";
import { sentSize } from "../../frames/build-frame.ts";
import type { Action } from "../action.ts";
import { UsageError } from "../command-error.ts";
import { findStruct } from "../find-struct.ts";
import { ctypesOf } from "../format/ctypes-names.ts";
import { fieldText } from "../format/field-text.ts";
import { decimalList, hexText, pythonBytes } from "../format/python-bytes.ts";
import { pairs, right, type TableColumn, table } from "../format/table.ts";

export const info: Action = {
  name: "info",
  channel: true,
  summary: "Describe a struct: its header, its layout, its bytes; without a name, the channel and its structs",
  example: "channel-message h2m info struct_cap_r",
  args: {
    name: { type: "positional", required: false, description: "Struct name" },
    json: { type: "boolean", description: "Print one JSON object" },
  },
  async run(context) {
    const [name, ...more] = context.positionals;
    if (more.length > 0) throw new UsageError("info takes one struct name");
    const codecs = await context.codecs();
    if (context.isJson) {
      const described = name === undefined ? channelJson(context.channel(), codecs) : versionsJson(codecs, name);
      context.print(JSON.stringify(described, exactIntegers, 2));
      return;
    }
    const lines = name === undefined ? channelText(context.channel(), codecs) : versionsText(codecs, name);
    for (const line of lines) context.print(line);
  },
};

const HEADER_COLUMNS = ["name", "type", right("default"), right("bitfield")];
const LIBRARY_COLUMNS = ["name", "decoder type", "symbol", "field", right("bitfield")];
// The rule under "representation" keeps the minimum length that existing scripts expect.
const REPRESENTATION_COLUMNS = ["kind", { title: "representation", minimumWidth: 36 }];
const RULE_COLUMNS = ["field", "stored name", "expression", "unit"];
const STRUCT_COLUMNS = [right("ID"), "name", right("length"), right("fields"), "measurement"];

interface Versioned {
  readonly version: string | undefined;
  readonly codec: StructCodec;
}

/** The struct in each version that has it, the newest first. */
function versionsOf(codecs: ChannelCodecs, name: string): readonly [Versioned, ...Versioned[]] {
  const all = [codecs, ...(codecs.older ?? [])];
  const isNamed = ({ name: known }: StructCodec) => known === name || known === `struct_${name}`;
  const [first, ...others] = all.flatMap(({ version, structs }) =>
    structs.filter(isNamed).map((codec) => ({ version, codec })),
  );
  return first === undefined ? [{ version: undefined, codec: findStruct(codecs, name) }] : [first, ...others];
}

export function versionsText(codecs: ChannelCodecs, name: string): string[] {
  const versions = versionsOf(codecs, name);
  if (codecs.version === undefined) return structText(versions[0].codec);
  return versions.flatMap(({ version, codec }, index) => [
    ...(index === 0 ? [] : [""]),
    `Version ${version}${version === codecs.version ? ", the newest" : ""}`,
    "",
    ...structText(codec),
  ]);
}

function versionsJson(codecs: ChannelCodecs, name: string): object {
  const versions = versionsOf(codecs, name);
  const one = structJson(versions[0].codec);
  if (codecs.version === undefined) return one;
  return { ...one, versions: versions.map(({ version, codec }) => ({ version, ...structJson(codec) })) };
}

export function structText(codec: StructCodec): string[] {
  const rules = fieldsOf(codec).filter(hasRule);
  return [
    ...block("Header information", HEADER_COLUMNS, fieldsOf(codec).map(headerRow)),
    "",
    ...block("Library information", LIBRARY_COLUMNS, fieldsOf(codec).map(libraryRow)),
    "",
    ...block("Representations", REPRESENTATION_COLUMNS, representations(codec)),
    ...(rules.length === 0 ? [] : ["", ...block("Rules", RULE_COLUMNS, rules.map(ruleRow))]),
  ];
}

function channelText(channel: ChannelSettings, codecs: ChannelCodecs): string[] {
  const settings = pairs(Object.entries(settingsOf(channel)).map(([key, value]) => [key, value] as const));
  const older = (codecs.older ?? []).flatMap(({ version = "", structs }) => [
    "",
    ...block(`Structs of version ${version}`, STRUCT_COLUMNS, structs.map(structRow)),
  ]);
  const newest = codecs.version === undefined ? "Structs" : `Structs of version ${codecs.version}, the newest`;
  return ["Channel", "", ...settings, "", ...block(newest, STRUCT_COLUMNS, codecs.structs.map(structRow)), ...older];
}

function structRow({ id, name, length, fields, measurement }: StructCodec): string[] {
  return [`${id}`, name, `${length}`, `${fields.length}`, measurement];
}

function settingsOf(channel: ChannelSettings): Record<string, string> {
  return {
    name: channel.name,
    udp_port: `${channel.udpPort}`,
    wamp_topic: channel.wampTopic,
    include_path: includePathsOf(channel).join(", "),
    header_files: channel.headerFiles.join(", "),
    abi: channel.abi,
    ...(channel.cflags && { cflags: channel.cflags.join(" ") }),
    ...(channel.compiler && { compiler: channel.compiler }),
    byte_order: channel.byteOrder,
    layout: channel.layout ?? "by declared length",
    database: channel.wampTopic.replaceAll(".", "_"),
  };
}

function channelJson(channel: ChannelSettings, codecs: ChannelCodecs): object {
  const versions = [codecs, ...(codecs.older ?? [])].flatMap(({ version, structs }) =>
    version === undefined ? [] : [{ version, structs: structs.map(structJson) }],
  );
  const several = versions.length > 1 ? { versions } : {};
  return { settings: settingsOf(channel), structs: codecs.structs.map(structJson), ...several };
}

function structJson(codec: StructCodec): object {
  const { name, id, length, wireSize, size, measurement } = codec;
  const representation = Object.fromEntries(representations(codec).map(([kind = "", text]) => [kind, text]));
  return { name, id, length, wireSize, size, measurement, fields: fieldsOf(codec), representations: representation };
}

function exactIntegers(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}

function block(title: string, columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string[] {
  return [title, "", ...table(columns, rows)];
}

function headerRow(field: FieldInfo): string[] {
  const { path, ctype, initial, bitField, bitWidth } = field;
  const shown = initial === undefined ? "" : fieldText(shownValue(initial, field, "raw"));
  return [path, ctype, shown, bitField ? `${bitWidth}` : ""];
}

function libraryRow(field: FieldInfo): string[] {
  const { decoder, symbol } = ctypesOf(field);
  const place = field.bitField
    ? `ofs=${field.byteOffset}:${field.bitOffset}, bits=${field.bitWidth}`
    : `ofs=${field.byteOffset}, size=${field.bitWidth / 8}`;
  return [field.path, decoder, symbol, place, field.bitField ? `${field.bitWidth}` : ""];
}

function hasRule({ expr, unit, path, column }: FieldInfo): boolean {
  const plain = path.replaceAll("[", ".").replaceAll("]", "");
  return expr !== undefined || unit !== undefined || column !== plain;
}

function ruleRow({ path, column, expr, unit }: FieldInfo): string[] {
  return [path, column, expr ?? "", unit ?? ""];
}

function representations(codec: StructCodec): string[][] {
  const bytes = new Uint8Array(codec.variable?.sizeOf({}) ?? sentSize(codec));
  codec.encode({}, new DataView(bytes.buffer));
  return [
    ["hex", hexText(bytes)],
    ["decimal", decimalList(bytes)],
    ["bytes", pythonBytes(bytes)],
  ];
}
