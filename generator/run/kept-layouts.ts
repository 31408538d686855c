/** What `generated/history` holds: layouts of today and of before, from this machine or somebody else's commit. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HISTORY_FOLDER } from "../emit/emitted-file.ts";
import type { KeptLayout } from "../emit/emitter.ts";

/** Of one channel, by its folder's name; what somebody else put there is passed over. Each is read when its text is asked for. */
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

/** Whether the last run has a codec of every layout: a merge may have brought one. */
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
