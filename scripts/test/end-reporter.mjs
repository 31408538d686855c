/**
 * A reporter for `node --test`: prints at the end how many tests were skipped, and why. It writes the files in which a
 * test failed to the file `STRUCTLINE_FAILED`, each on a line. Of the processor time that test files noted in `STRUCTLINE_SECONDS`, it
 * prints the sum and the largest.
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";

const MOST_SHOWN = 10;

// biome-ignore lint/style/noDefaultExport: it is what Node asks a reporter for
export default async function* end(events) {
  const reasons = new Map();
  const failed = new Set();
  for await (const { type, data } of events) {
    if (type === "test:fail" && data.file !== undefined) failed.add(data.file);
    if (type === "test:fail") yield unfinished(data);
    if (type !== "test:pass" || data.skip === undefined || data.skip === false) continue;
    const reason = data.skip === true || data.skip === "" ? "no reason given" : data.skip;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  writeFileSync(process.env.STRUCTLINE_FAILED, [...failed].map((file) => `${file}\n`).join(""));
  const total = [...reasons.values()].reduce((sum, count) => sum + count, 0);
  const parts = [...reasons].map(([reason, count]) => `${reason}${count > 1 ? ` (${count})` : ""}`);
  yield total === 0 ? "nothing was skipped\n" : `${total} skipped: ${parts.join("; ")}\n`;
  yield dearest(process.env.STRUCTLINE_SECONDS);
}

/** Node's own reporter does not say how the process of a test file ended. */
function unfinished({ name, details: { error } }) {
  const { exitCode, signal } = error ?? {};
  if (exitCode === undefined && signal === undefined) return "";
  return `the process of ${name} ended with ${signal ?? `code ${exitCode}`}\n`;
}

/** @param file seconds and name of a test file on each line */
function dearest(file) {
  if (file === undefined || !existsSync(file)) return "";
  const files = readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => [Number(line.split(" ")[0]), line.split(" ")[1]])
    .sort(([one], [other]) => other - one);
  const sum = files.reduce((all, [seconds]) => all + seconds, 0);
  const named = files.slice(0, MOST_SHOWN).map(([seconds, name]) => `${name} ${Math.round(seconds)} s`);
  return `processor time: ${Math.round(sum)} s, most of it ${named.join(", ")}\n`;
}
