/** `<channel>.schema.json`: JSON Schema of raw and stored records, as the service publishes them. [JSON Schema 2020-12] */

import { generatedBy, perChannel, type Tool } from "../../codec/emitter.ts";
import { type Json, jsonText } from "../../codec/json-text.ts";
import type { ChannelModel } from "../../codec/model.ts";
import { lineText } from "../../codec/text.ts";
import type { Emitter } from "../shared/emitter.ts";
import { definitions, schemaNames } from "../shared/json-schemas.ts";

const jsonSchema = perChannel(
  ({ stem }) => `${stem}.schema.json`,
  (channel, { tool }) => `${jsonText(schemaOf(channel, tool))}\n`,
);

function schemaOf(channel: ChannelModel, tool: Tool): Json {
  const names = schemaNames(channel);
  return {
    $comment: generatedBy(tool),
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: lineText(`Messages of channel ${channel.name}, as published`),
    anyOf: channel.messages.map((message) => ({ $ref: `#/$defs/${names.get(message)?.event}` })),
    $defs: definitions(channel, "#/$defs/") as Json as { readonly [key: string]: Json },
  };
}

export const JSON_SCHEMA_EMITTER: Emitter = {
  name: "json-schema",
  writes: "<channel>.schema.json: JSON Schema of raw and stored records",
  reading: "none",
  presence: "follows",
  emit: jsonSchema,
};
