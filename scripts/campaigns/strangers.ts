/**
 * Sends payloads and CSV files of public devices and programs to a service, and compares every stored value with what the sender means.
 * Prints how many are right, refused with a true reason, and wrong; exits with 1 if one is wrong. The cases are in `test/support/strangers`;
 * FOLDERs with The Things Network's `lorawan-devices`, ChirpStack's device profiles or Actility's catalogue add their examples as uplinks.
 * `npm run campaigns -- strangers [FOLDER…]`
 */

import { checkStrangers, strangers } from "../../test/support/strangers/check.ts";
import { checkUplinks, uplinksIn } from "../../test/support/strangers/uplinks.ts";

interface Verdict {
  readonly from: string;
  readonly verdict: "right" | "refused" | "wrong";
  readonly problem?: string;
}

async function sent(kind: "json" | "csv"): Promise<Verdict[]> {
  return (await checkStrangers(strangers(kind))).map(({ stranger: { from }, ...verdict }) => ({ from, ...verdict }));
}

const folders = process.argv.slice(2);
const kinds: Readonly<Record<string, readonly Verdict[]>> = {
  "JSON payloads, forms and values": await sent("json"),
  "CSV files": await sent("csv"),
  ...(folders.length > 0 && { uplinks: await checkUplinks(uplinksIn(folders)) }),
};
const all = Object.values(kinds).flat();
for (const { from, problem } of all) if (problem !== undefined) console.log(`${from}: ${problem}`);
for (const [name, own] of Object.entries({ ...kinds, "in all": all })) {
  const count = (verdict: string) => own.filter((one) => one.verdict === verdict).length;
  console.log(`${own.length} ${name}: ${count("right")} right, ${count("refused")} refused, ${count("wrong")} wrong`);
}
process.exitCode = all.some(({ verdict }) => verdict === "wrong") ? 1 : 0;
