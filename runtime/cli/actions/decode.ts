/** `channel-message <channel> decode|transform <payload>`: a message as its struct's fields, raw or by the rules. */

import type { StructCodec } from "../../codec/struct-codec.ts";
import type { Action } from "../action.ts";
import { UsageError } from "../command-error.ts";
import { fieldText } from "../format/field-text.ts";
import { decimalList, hexText, pythonBytes } from "../format/python-bytes.ts";
import { pairs } from "../format/table.ts";
import { dispatch, parsePayload } from "../payload.ts";

type Reading = "raw" | "stored";

export const decode: Action = action("decode", "raw", "Decode a message and print its raw field values");
export const transform: Action = action(
  "transform",
  "stored",
  "Decode a message, apply the rules, and print the stored values",
);

function action(name: string, reading: Reading, summary: string): Action {
  return {
    name,
    channel: true,
    summary,
    example: `channel-message h2m ${name} 0x05022a0021`,
    args: { payload: { type: "positional", required: true, description: "Message as hexadecimal digits behind 0x" } },
    async run(context) {
      const [text] = context.positionals;
      if (text === undefined || context.positionals.length > 1) throw new UsageError(`${name} takes one payload`);
      const payload = parsePayload(text);
      const channel = context.channel();
      const codec = dispatch(channel.name, await context.codecs(), payload);
      context.debug(`${payload.length} bytes, struct ID ${codec.id}: ${codec.name}, measurement ${codec.measurement}`);
      for (const line of messageText(codec, payload, reading)) context.print(line);
    },
  };
}

/** The three blocks of a message. [D34] */
export function messageText(codec: StructCodec, payload: Uint8Array, reading: Reading): string[] {
  return pairs([
    ["----"],
    ["name", codec.name],
    ["----"],
    ["hex", hexText(payload)],
    ["decimal", decimalList(payload)],
    ["bytes", pythonBytes(payload)],
    ["----"],
    ...fieldValues(codec, payload, reading),
  ]);
}

function fieldValues(codec: StructCodec, payload: Uint8Array, reading: Reading): [string, string][] {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const raw = codec.decode(view, 0);
  if (reading === "stored") {
    const stored = codec.transform(raw) as Readonly<Record<string, unknown>>;
    return codec.fields.map(({ column }) => [column, fieldText(stored[column])]);
  }
  return codec.fields.map(({ path }) => [path, fieldText(valueAt(raw, path))]);
}

/** The value at a C designator: `gps.v[0]`. */
export function valueAt(record: object, path: string): unknown {
  return path.split(/[.[\]]+/).reduce<unknown>((value, segment) => {
    return segment === "" ? value : (value as Readonly<Record<string, unknown>> | undefined)?.[segment];
  }, record);
}
