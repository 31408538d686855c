/** What axe-core says of a page: WCAG rules that a program can check. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { ROOT } from "./lab.ts";
import { until } from "./until.ts";

/** What a page may need to draw its panels in the other theme, on a busy machine. */
const SETTLED_MS = 3000;
/** There, one look can take longer than that. */
const LEAST_LOOKS = 3;

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
    // On a busy machine, what was drawn with the other theme's colours may still be there.
    const deadline = performance.now() + SETTLED_MS;
    let looks = 0;
    const found = await until(async () => {
      const now = await findings();
      looks++;
      return (now.length === 0 || (looks >= LEAST_LOOKS && performance.now() > deadline)) && now;
    });
    assert.deepEqual(found, [], colorScheme);
  }
}
