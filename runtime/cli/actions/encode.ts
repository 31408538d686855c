/** `channel-message <channel> encode <struct> field=value …`: makes a payload from values. */

import { readFileSync } from "node:fs";
import { encodeChecked } from "../../codec/encode-checked.ts";
import type { StructCodec } from "../../codec/struct-codec.ts";
import { buildFrame } from "../../frames/build-frame.ts";
import { codecFrame } from "../../frames/channel-frames.ts";
import type { Action, ActionContext } from "../action.ts";
import { CommandError, UsageError } from "../command-error.ts";
import { type FlatRecord, flattenJson, type Naming, parseAssignments, unflatten } from "../field-arguments.ts";
import { findStruct } from "../find-struct.ts";
import { hexText } from "../format/python-bytes.ts";

export const encode: Action = {
  name: "encode",
  channel: true,
  summary: "Make a payload from field values; missing fields take the struct's initialisers",
  example: "channel-message h2m encode struct_cap_r voltage=42 ck=33",
  args: {
    struct: { type: "positional", required: true, description: "Struct name" },
    fields: { type: "positional", required: false, description: "field=value, any number of them" },
    stored: { type: "boolean", description: "Values are physical: names and scales of the rules, inverted" },
    wrap: { type: "boolean", description: "Store values modulo their width, as C does, instead of refusing them" },
    json: { type: "string", description: "Read the values from a JSON file; - is standard input", valueHint: "file" },
  },
  async run(context) {
    const [name, ...assignments] = context.positionals;
    if (name === undefined) throw new UsageError("encode takes a struct name");
    const codec = findStruct(await context.codecs(), name);
    const naming = context.args["stored"] === true ? "stored" : "declared";
    const record = { ...fileRecord(context, codec, naming), ...parseAssignments(assignments, codec, naming) };
    const bytes = payloadOf(codec, record, naming, context.args["wrap"] === true ? "wrap" : "refuse");
    context.print(hexText(buildFrame(codecFrame(codec), bytes, context.channel())));
  },
};

function fileRecord(context: ActionContext, codec: StructCodec, naming: Naming): FlatRecord {
  const { json } = context.args;
  if (typeof json !== "string") return {};
  return flattenJson(readJson(json), codec, naming);
}

function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    throw new CommandError(`'${file}' cannot be read: ${(error as Error).message}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(`'${file}' is not JSON: ${(error as Error).message}`);
  }
}

function payloadOf(codec: StructCodec, record: FlatRecord, naming: Naming, overflow: "wrap" | "refuse"): Uint8Array {
  try {
    const raw = naming === "stored" ? codec.fromStored(record) : unflatten(record);
    return encodeChecked(codec, raw, { wrap: overflow === "wrap" });
  } catch (error) {
    if (error instanceof RangeError) throw new CommandError(error.message);
    throw error;
  }
}
