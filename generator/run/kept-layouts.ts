/** Reads `generated/history`: current and former layouts, from this machine or from commits of others. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HISTORY_FOLDER } from "../codec/emitted-file.ts";
import type { KeptLayout } from "../codec/emitter.ts";

/** Layouts of one channel, by its folder's name. Unknown files are ignored. A text is read on first use. */
export function keptLayouts(folder: string, stem: string): KeptLayout[] {
  const inside = join(folder, HISTORY_FOLDER, stem);
  return namesIn(inside)
    .sort()
    .flatMap((name) => {
      const schema = /^([0-9a-f]{8})\.json$/.exec(name)?.[1];
      if (schema === undefined) return [];
      return [
        {
          schema,
          get text() {
            return readFileSync(join(inside, name), "utf8");
          },
        },
      ];
    });
}

/** True if the last run has a codec of every layout. A merge may have added layouts. */
export function knowsHistory(folder: string, stem: string, outputs: Readonly<Record<string, string>>): boolean {
  return keptLayouts(folder, stem).every(({ schema }) => {
    const path = `${HISTORY_FOLDER}/${stem}/${schema}`;
    return outputs[`${path}.json`] !== undefined || outputs[`${path}.js`] !== undefined;
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
