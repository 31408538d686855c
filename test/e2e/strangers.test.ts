/** What strangers' devices and programs send is stored as they mean it, or refused with a true reason: `npm run campaigns -- strangers`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkStrangers, type Stranger, strangers } from "../support/strangers/check.ts";

test("messages and files of public devices and programs are stored as they mean it, or refused with a true reason", async () => {
  const json = strangers("json");
  const csv = strangers("csv");
  const isJson = ({ topic = "data.json", type = "json" }: Stranger) => topic === "data.json" && type.endsWith("json");
  assert.deepEqual([json.filter(isJson).length >= 200, csv.length >= 100], [true, true]);
  const all = [...json, ...csv];
  assert.equal(new Set(all.map(({ from }) => from)).size, all.length, "each case has a name of its own");
  const verdicts = await checkStrangers(all);
  const problems = verdicts.flatMap(({ stranger, problem }) =>
    problem === undefined ? [] : [`${stranger.from}: ${problem}`],
  );
  assert.deepEqual(problems, []);
});

test("a wrong value, a wrong time, a missing row, a refusal and another reason are noticed", async () => {
  const body = { time: "2026-03-01T10:00:00Z", v: 1.5 };
  const at = "2026-03-01T10:00:00Z";
  const cases: Stranger[] = [
    { from: "right", body, rows: [[at, { v: 1.5 }]] },
    { from: "value", body, rows: [[at, { v: 1.25 }]] },
    { from: "type", body, rows: [[at, { v: "1.5" }]] },
    { from: "column", body, rows: [[at, { v: 1.5, w: 1 }]] },
    { from: "time", body, rows: [["receipt", { v: 1.5 }]] },
    { from: "rows", body, rows: [] },
    { from: "refused", body: "{", rows: [[at, { v: 1.5 }]] },
    { from: "taken", body, refused: [400, ""] },
    { from: "reason", body: "{", refused: [400, "too large"] },
  ];
  const verdicts = await checkStrangers(cases);
  assert.deepEqual(
    verdicts.map(({ stranger, verdict }) => `${stranger.from} ${verdict}`),
    ["right right", ...cases.slice(1).map(({ from }) => `${from} wrong`)],
  );
});
