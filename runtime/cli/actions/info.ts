/** `channel-message <channel> info <name>`: what a struct is made of. [D34] */

import type { FieldInfo, StructCodec } from "../../codec/struct-codec.ts";
import { didYouMean } from "../../config/nearest.ts";
import type { Action } from "../action.ts";
import { CommandError, UsageError } from "../command-error.ts";
import { ctypesOf } from "../format/ctypes-names.ts";
import { fieldText } from "../format/field-text.ts";
import { decimalList, hexText, pythonBytes } from "../format/python-bytes.ts";
import { type TableColumn, table } from "../format/table.ts";

export const info: Action = {
  name: "info",
  channel: true,
  summary: "Describe a struct: its header, its layout, its bytes when default-initialised",
  example: "channel-message h2m info struct_cap_r",
  args: { name: { type: "positional", required: true, description: "Struct name" } },
  async run(context) {
    const [name] = context.positionals;
    if (name === undefined || context.positionals.length > 1) throw new UsageError("info takes one struct name");
    const codecs = await context.codecs();
    const codec = codecs.structs.find((struct) => struct.name === name || struct.name === `struct_${name}`);
    if (codec === undefined) {
      const names = codecs.structs.map((struct) => struct.name);
      throw new CommandError(
        `channel '${context.channel().name}' has no struct '${name}'${didYouMean(name, names)}; known are ${names.join(", ") || "none"}`,
      );
    }
    for (const line of structText(codec)) context.print(line);
  },
};

export function structText(codec: StructCodec): string[] {
  return [
    ...block("Header information", HEADER_COLUMNS, codec.fields.map(headerRow)),
    "",
    ...block("Library information", LIBRARY_COLUMNS, codec.fields.map(libraryRow)),
    "",
    ...block("Representations", REPRESENTATION_COLUMNS, representations(codec)),
  ];
}

const HEADER_COLUMNS: readonly TableColumn[] = [
  { title: "name" },
  { title: "type" },
  { title: "default", align: "right" },
  { title: "bitfield", align: "right" },
];

const LIBRARY_COLUMNS: readonly TableColumn[] = [
  { title: "name" },
  { title: "decoder type" },
  { title: "symbol" },
  { title: "field" },
  { title: "bitfield", align: "right" },
];

// The rule under "representation" is never shorter than in the transcripts that scripts were written against.
const REPRESENTATION_COLUMNS: readonly TableColumn[] = [
  { title: "kind" },
  { title: "representation", minimumWidth: 36 },
];

function block(title: string, columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string[] {
  return [title, "", ...table(columns, rows)];
}

function headerRow({ path, ctype, initial, bitField, bitWidth }: FieldInfo): string[] {
  return [path, ctype, initial === undefined ? "" : fieldText(initial), bitField ? `${bitWidth}` : ""];
}

function libraryRow(field: FieldInfo): string[] {
  const { decoder, symbol } = ctypesOf(field);
  const place = field.bitField
    ? `ofs=${field.byteOffset}:${field.bitOffset}, bits=${field.bitWidth}`
    : `ofs=${field.byteOffset}, size=${field.bitWidth / 8}`;
  return [field.path, decoder, symbol, place, field.bitField ? `${field.bitWidth}` : ""];
}

function representations(codec: StructCodec): string[][] {
  const bytes = new Uint8Array(codec.wireSize);
  codec.encode({}, new DataView(bytes.buffer));
  return [
    ["hex", hexText(bytes)],
    ["decimal", decimalList(bytes)],
    ["bytes", pythonBytes(bytes)],
  ];
}
