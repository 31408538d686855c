/**
 * Compares channels made of a folder's definitions (DBC, COSMOS, XTCE) with their own tools, by random messages.
 * `npm run campaigns -- oracle/definitions FOLDER [--messages N] [--yamcs]`; exits with 1 if there is a difference. With `--yamcs`, XTCE is
 * compared with Yamcs, else with space-packet-parser.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compareCosmos } from "../../test/oracle/definitions/cosmos.ts";
import { compareDbc } from "../../test/oracle/definitions/dbc.ts";
import { compareXtce, yamcs } from "../../test/oracle/definitions/xtce.ts";
import { needsYamcs } from "../../test/oracle/emit/yamcs.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { messages: { type: "string", default: "20" }, yamcs: { type: "boolean", default: false } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("name a folder with definitions");
const missing = options.yamcs && needsYamcs();
if (missing !== false) throw new Error(missing);

let [equal, different, compared, signals] = [0, 0, 0, 0];
for (const name of readdirSync(folder).filter((each) => /\.(?:dbc|txt|xml)$/i.test(each))) {
  try {
    const found = await compare(name, readFileSync(join(folder, name)));
    compared += found.values;
    signals += found.signals;
    if (found.differences.length === 0) equal++;
    else different++;
    const left = found.leftOut.length === 0 ? "" : `, ${found.leftOut.length} left out`;
    console.log(`${name}: ${found.signals} signals, ${found.values} values, ${found.differences.length} differ${left}`);
    for (const line of found.differences.slice(0, 5)) console.log(`  ${line}`);
    for (const line of found.unread) console.log(`  not compared: ${line}`);
  } catch (error) {
    different++;
    console.log(`${name}: ${(error as Error).message}`);
  }
}
console.log(`${equal} files equal, ${different} not; ${signals} signals, ${compared} values`);
process.exitCode = different === 0 ? 0 : 1;

async function compare(name: string, bytes: Buffer) {
  const count = Number(options.messages);
  const none = { signals: 0, commands: 0, unread: [] as readonly string[] };
  if (/\.dbc$/i.test(name)) return compareDbc(name, bytes, count);
  if (/\.txt$/i.test(name)) return { ...none, ...(await compareCosmos(name, bytes.toString("utf8"), count)) };
  const found = await compareXtce(name, bytes.toString("utf8"), count, options.yamcs ? yamcs : undefined);
  return { ...none, ...found, unread: found.refused };
}
