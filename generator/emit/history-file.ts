/** `history/<channel>/<number>.json`: every layout that was ever generated, kept when the header has moved on. */

import type { EmittedFile } from "../channel-plan.ts";
import { schemaOf } from "../layout/schema.ts";
import { layoutEntry } from "./catalogue-file.ts";
import type { ChannelModel } from "./channel-model.ts";
import { jsonText } from "./json-text.ts";

export const HISTORY_FOLDER = "history";

/** A file for each layout of the channels, the same for the same layout whatever channel's version has it. */
export function historyFiles(channels: readonly ChannelModel[]): EmittedFile[] {
  const files = new Map<string, EmittedFile>();
  for (const { channel, messages, stem } of channels) {
    const folder = channels.find(({ name }) => name === channel.plan.versionOf)?.stem ?? stem;
    for (const message of messages) {
      const path = `${HISTORY_FOLDER}/${folder}/${schemaOf(message.struct.struct.layout)}.json`;
      // The newest version comes first.
      if (!files.has(path)) files.set(path, { path, text: `${jsonText(layoutEntry(message))}\n`, built: false });
    }
  }
  return [...files.values()];
}
