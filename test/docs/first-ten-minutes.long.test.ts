/** docs/first-ten-minutes.md: each command of the transcripts is typed again, and answers as the page shows. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { blocksOf } from "../support/document.ts";
import { startInfluxd } from "../support/influxd.ts";
import { ROOT } from "../support/lab.ts";
import { requires } from "../support/requirements.ts";
import { TutorialReader } from "../support/tutorial-reader.ts";

const PAGE = readFileSync(join(ROOT, "docs/first-ten-minutes.md"), "utf8");
/** The page begins with the header of the README. */
const HEADER = blocksOf("README.md", readFileSync(join(ROOT, "README.md"), "utf8")).filter(
  ({ file }) => file === "headers/probe.h",
);

for (const beginning of PAGE.split(/^## /m).slice(1)) {
  const [title = ""] = beginning.split("\n", 1);
  const needsInfluxd = beginning.includes("127.0.0.1:8086");
  const skip = needsInfluxd ? requires("curl", "influxd") : requires("curl");
  test(`${title} sees what the page shows`, { skip, timeout: 300_000 }, async (t) => {
    const reader = await TutorialReader.sitDown(needsInfluxd ? await influxd(t) : new Map());
    t.after(() => reader.leave());
    for (const block of [...HEADER, ...blocksOf(title, beginning)]) await reader.assertAsShown(block);
  });
}

async function influxd(t: TestContext): Promise<ReadonlyMap<string, string>> {
  const { url, stop } = await startInfluxd();
  t.after(stop);
  return new Map([["8086", new URL(url).port]]);
}
