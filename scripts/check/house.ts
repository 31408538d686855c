/** Says how large the house is: `node --import tsx scripts/check/house.ts`. Lines of files in git, blank ones and comments, too. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** The first that fits counts. */
const ROOMS: readonly (readonly [name: string, files: RegExp])[] = [
  ["tests", /^test\//],
  ["data: what compilers say", /^generator\/targets\/processors\//],
  ["written by gen", /^generated\//],
  ["parts of the service", /^runtime\/parts\//],
  ["formats of exports", /^runtime\/formats\/[^/]+\//],
  ["the page", /^runtime\/dashboards\/page\//],
  ["core of the service", /^(?:runtime|command)\//],
  ["emitters", /^generator\/emitters\//],
  ["definitions of other tools", /^generator\/definitions\//],
  ["core of the generator", /^generator\//],
  ["scripts", /^scripts\//],
];

const files = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 26 })
  .trim()
  .split("\n");
const counts = new Map(ROOMS.map(([name]) => [name, { files: 0, lines: 0 }]));
for (const file of files.filter((name) => /\.(?:ts|tsx|mts|mjs|cjs|css|txt)$/.test(name))) {
  const [name] = ROOMS.find(([, room]) => room.test(file)) ?? [];
  const count = name === undefined ? undefined : counts.get(name);
  if (count === undefined) continue;
  count.files++;
  count.lines += readFileSync(join(ROOT, file), "utf8").split("\n").length - 1;
}
for (const [name, { files: number, lines }] of counts)
  console.log(`${name.padEnd(28)}${String(number).padStart(6)} files${lines.toLocaleString("en").padStart(10)} lines`);
