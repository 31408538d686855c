/**
 * `history/<channel>/<number>.json`: every layout that was ever generated, even if the header has changed since. For
 * layouts
 * that no header has any more, `<number>.js` is the codec.
 */

import { schemaOf } from "../layout/schema.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import { layoutEntry } from "./catalogue-file.ts";
import type { EmittedFile } from "./emitted-file.ts";
import { HISTORY_FOLDER } from "./emitted-file.ts";
import type { KeptLayout } from "./emitter.ts";
import type { EnumNames } from "./enum-file.ts";
import { formerStruct } from "./former-layout.ts";
import { jsonText } from "./json-text.ts";
import type { ChannelModel, Message } from "./model.ts";
import { structModel } from "./model.ts";
import { structParts } from "./struct-file.ts";
import { commentText } from "./text.ts";

/**
 * A file for each layout; equal layouts of different versions share one. The text is made when the file is written, and
 * its
 * `basis` holds all inputs of the entry.
 */
export function historyFiles(
  channels: readonly { readonly model: ChannelModel; readonly bases: ReadonlyMap<Message, object> }[],
): EmittedFile[] {
  const files = new Map<string, EmittedFile>();
  for (const { model, bases } of channels) {
    const newest = channels.find(({ model: { name } }) => name === model.channel.plan.versionOf) ?? { model };
    for (const [message, basis] of bases) {
      const path = `${HISTORY_FOLDER}/${newest.model.stem}/${schemaOf(message.struct.layout)}.json`;
      const file = {
        ...{ path, built: false, basis },
        get text() {
          return `${jsonText(layoutEntry(message))}\n`;
        },
      };
      // The first version is the newest.
      if (!files.has(path)) files.set(path, file);
    }
  }
  return [...files.values()];
}

const NO_ENUMS: EnumNames = { all: [], typeOf: () => undefined };

/**
 * @param kept layouts in the folder
 * @param current paths of layouts that have a codec already
 */
export function formerFiles(
  channels: readonly ChannelModel[],
  header: string,
  kept: (stem: string) => readonly KeptLayout[],
  current: ReadonlySet<string>,
): EmittedFile[] {
  return channels.flatMap(({ channel: { plan }, stem }) => {
    if (plan.versionOf !== undefined) return [];
    const former = kept(stem).filter(({ schema }) => !current.has(`${HISTORY_FOLDER}/${stem}/${schema}.json`));
    return former.map((layout) => formerFile(`${HISTORY_FOLDER}/${stem}/${layout.schema}.js`, layout, plan, header));
  });
}

/** The text is made when the file is written. An earlier run's file is reused if the layout's text is unchanged. */
function formerFile(path: string, { schema, text }: KeptLayout, plan: ChannelPlan, header: string): EmittedFile {
  return {
    path,
    built: true,
    basis: [header, text, plan],
    get text() {
      return `${header}\n\n${formerCodec(schema, text, plan)}\n`;
    },
  };
}

function formerCodec(schema: string, text: string, plan: ChannelPlan): string {
  try {
    const parts = structParts(structModel(formerStruct(schema, text, plan)), NO_ENUMS, "");
    return parts
      .map(({ js }) => js)
      .filter((js) => js !== "")
      .join("\n\n");
  } catch (error) {
    // A foreign or edited file. The module for it decodes nothing.
    return `// This layout cannot be rebuilt: ${commentText((error as Error).message)}\nexport {};`;
  }
}
