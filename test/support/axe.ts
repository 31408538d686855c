/** What axe-core says of a page: WCAG rules that a program can check. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { ROOT } from "./lab.ts";

/** What a page may need to draw its panels in the other theme, on a busy machine. */
const SETTLED_MS = 3000;

/** One sentence for each element with a finding, with its HTML. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(join(ROOT, "node_modules/axe-core/axe.min.js"), "utf8"));
  return (await page.evaluate(
    `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ": " + html.slice(0, 200) + " " + failureSummary)))`,
  )) as string[];
}

/** Runs the check in both themes. */
export async function inBoth(page: Page, findings: () => Promise<string[]>): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    let found = await findings();
    // On a busy machine, what was drawn with the other theme's colours may still be there.
    for (let wait = 0; found.length > 0 && wait < SETTLED_MS; wait += 500) {
      await sleep(500);
      found = await findings();
    }
    assert.deepEqual(found, [], colorScheme);
  }
}
