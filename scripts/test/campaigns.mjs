/**
 * `npm run campaigns`: lists the programs that look for faults for minutes or hours, each with a line from its own comment.
 * `npm run campaigns -- NAME [ARGUMENT …]`: sets up what is missing and runs one.
 */

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages, ROOT, setUp } from "../build/setup.mjs";

const FOLDERS = { campaigns: "", oracle: "oracle/" };
const RUNNERS = {
  ".ts": [process.execPath, "--import", "tsx"],
  ".sh": ["bash"],
  ".py": ["python3"],
};

/** Every program below `scripts/campaigns` and `scripts/oracle`; folders there contain their parts. */
export function campaigns() {
  return Object.entries(FOLDERS).flatMap(([folder, prefix]) =>
    readdirSync(join(ROOT, "scripts", folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => {
        const path = join("scripts", folder, name);
        const line = firstSentence(readFileSync(join(ROOT, path), "utf8"));
        return { name: prefix + name.slice(0, -extname(name).length), path, line };
      }),
  );
}

/** The first sentence of the comment at the beginning, without the way to call the program. */
function firstSentence(text) {
  const comment = /^(?:#!.*\n)?(?:\/\*\*([\s\S]*?)\*\/|"""([\s\S]*?)"""|((?:#.*\n)+))/.exec(text);
  const words = (comment?.slice(1).find((part) => part !== undefined) ?? "").replace(/^\s*(?:\*|#) ?/gm, "");
  const sentence = words.trim().split(/\n\s*\n|\.\s|: `npm run |`?npm run campaigns/)[0];
  return sentence.replace(/\s+/g, " ").trim().replace(/[.:]$/, "");
}

async function run(name, args) {
  const found = campaigns().find((campaign) => campaign.name === name);
  if (found === undefined) {
    console.error(`campaigns: there is no '${name}'; npm run campaigns lists all`);
    process.exit(2);
  }
  await installPackages({ tests: true });
  await setUp();
  const [program, ...options] = RUNNERS[extname(found.path)];
  const child = spawn(program, [...options, join(ROOT, found.path), ...args], { cwd: ROOT, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    console.error(`campaigns: ${error.message}`);
    process.exitCode = 1;
  });
  child.on("exit", (status) => process.exit(status ?? 1));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name, ...args] = process.argv.slice(2);
  if (name !== undefined) await run(name, args);
  else for (const { name: each, line } of campaigns()) console.log(`${each.padEnd(24)} ${line}`);
}
