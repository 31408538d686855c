/**
 * A reporter for `node --test`: prints at the end how many tests were skipped, and why. It writes the files in which a
 * test failed to the file `STRUCTLINE_FAILED`, each on a line.
 */

import { writeFileSync } from "node:fs";

// biome-ignore lint/style/noDefaultExport: it is what Node asks a reporter for
export default async function* end(events) {
  const reasons = new Map();
  const failed = new Set();
  for await (const { type, data } of events) {
    if (type === "test:fail" && data.file !== undefined) failed.add(data.file);
    if (type !== "test:pass" || data.skip === undefined || data.skip === false) continue;
    const reason = data.skip === true || data.skip === "" ? "no reason given" : data.skip;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  writeFileSync(process.env.STRUCTLINE_FAILED, [...failed].map((file) => `${file}\n`).join(""));
  const total = [...reasons.values()].reduce((sum, count) => sum + count, 0);
  const parts = [...reasons].map(([reason, count]) => `${reason}${count > 1 ? ` (${count})` : ""}`);
  yield total === 0 ? "nothing was skipped\n" : `${total} skipped: ${parts.join("; ")}\n`;
}
