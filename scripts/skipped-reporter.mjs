/** A reporter for `node --test`: prints at the end how many tests were skipped, and why. */

// biome-ignore lint/style/noDefaultExport: it is what Node asks a reporter for
export default async function* skipped(events) {
  const reasons = new Map();
  for await (const { type, data } of events) {
    if (type !== "test:pass" || data.skip === undefined || data.skip === false) continue;
    const reason = data.skip === true || data.skip === "" ? "no reason given" : data.skip;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const total = [...reasons.values()].reduce((sum, count) => sum + count, 0);
  const parts = [...reasons].map(([reason, count]) => `${reason}${count > 1 ? ` (${count})` : ""}`);
  yield total === 0 ? "nothing was skipped\n" : `${total} skipped: ${parts.join("; ")}\n`;
}
