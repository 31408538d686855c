/**
 * Compares the bytes of commands that a folder's COSMOS files define with what OpenC3 builds.
 * `npm run campaigns -- commands-of-cosmos FOLDER [--messages N]`; exits with 1 if there is a difference.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compareCommands } from "../../test/parts/commands/cosmos-commands.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { messages: { type: "string", default: "4" } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("name a folder with definitions");

let [commands, different] = [0, 0];
for (const name of readdirSync(folder).filter((each) => /\.txt$/i.test(each))) {
  try {
    const found = await compareCommands(name, readFileSync(join(folder, name), "utf8"), Number(options.messages));
    commands += found.commands;
    if (found.differences.length > 0) different++;
    console.log(
      `${name}: ${found.commands} built, ${found.differences.length} differ, ${found.leftOut.length} left out`,
    );
    for (const line of found.differences.slice(0, 5)) console.log(`  ${line}`);
  } catch (error) {
    different++;
    console.log(`${name}: ${(error as Error).message}`);
  }
}
console.log(`${commands} commands; ${different} files differ`);
process.exitCode = different === 0 ? 0 : 1;
