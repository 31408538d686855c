/**
 * Compares what we read of Protobuf messages with what Google's library encoded: random messages of each type of a folder's `.proto` files.
 * `npm run campaigns -- protobuf-definitions FOLDER [--messages N]`; exits with 1 if there is a difference.
 */

import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { compareProto } from "../../test/parts/protobuf/compare.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { messages: { type: "string", default: "20" } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("name the folder in which imports begin");

let different = 0;
for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
  if (!file.endsWith(".proto")) continue;
  try {
    const found = await compareProto(folder, [file], Number(options.messages));
    if (found.differences.length > 0) different++;
    console.log(`${file}: ${found.types} types, ${found.values} values, ${found.differences.length} differ`);
    for (const line of found.differences.slice(0, 5)) console.log(`  ${line}`);
  } catch (error) {
    different++;
    console.log(`${file}: ${(error as Error).message.slice(-600)}`);
  }
}
process.exitCode = different === 0 ? 0 : 1;
