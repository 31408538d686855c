/**
 * Sends payloads and CSV files of public devices and programs to a service, and compares every stored value with what the sender means.
 * Prints how many are right, refused with a true reason, and wrong; exits with 1 if one is wrong. The cases are in `test/support/strangers`.
 * `npm run campaigns -- strangers`
 */

import { checkStrangers, strangers } from "../../test/support/strangers/check.ts";

const kinds = { "JSON payloads, forms and values": strangers("json"), "CSV files": strangers("csv") };
const verdicts = await checkStrangers(Object.values(kinds).flat());
for (const { stranger, problem } of verdicts) if (problem !== undefined) console.log(`${stranger.from}: ${problem}`);
for (const [name, cases] of Object.entries(kinds)) {
  const own = verdicts.filter(({ stranger }) => cases.includes(stranger));
  const count = (verdict: string) => own.filter((one) => one.verdict === verdict).length;
  console.log(`${own.length} ${name}: ${count("right")} right, ${count("refused")} refused, ${count("wrong")} wrong`);
}
process.exitCode = verdicts.some(({ verdict }) => verdict === "wrong") ? 1 : 0;
