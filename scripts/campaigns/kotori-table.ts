/** Writes the tables of scripts/campaigns/lab-day/EXAMPLES.md from a running service's answers: `npm run campaigns -- kotori-table`. */

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { dayTable, sendDay } from "./lab-day/day.ts";
import { INI, Rig } from "./lab-day/rig.ts";
import { MAPS, tableOf, walk } from "./lab-day/walk.ts";

const DOCUMENT = fileURLToPath(new URL("lab-day/EXAMPLES.md", import.meta.url));

/**
 * @param name of the table
 * @returns the current document and the correct one
 */
export async function documentWith(name: "walk" | "day"): Promise<{ readonly is: string; readonly should: string }> {
  const is = readFileSync(DOCUMENT, "utf8");
  const rig = new Rig(INI + MAPS);
  try {
    await rig.start();
    const table = name === "walk" ? tableOf(await walk(rig)) : dayTable(await sendDay(rig));
    const [begin, end] = [
      `<!-- ${name}: begin (written by scripts/campaigns/kotori-table.ts) -->`,
      `<!-- ${name}: end -->`,
    ];
    return { is, should: `${is.slice(0, is.indexOf(begin))}${begin}\n${table}\n${is.slice(is.indexOf(end))}` };
  } finally {
    await rig.stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const name of ["walk", "day"] as const) writeFileSync(DOCUMENT, (await documentWith(name)).should);
