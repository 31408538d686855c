/** `npm run bench [-- ROW …] [--profile] [--write] [--against FOLDER] [--list]`: runs each row in a separate process and prints the table. */

import { fork } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { writeFlameGraphs } from "./flame-graph.ts";
import type { Figure } from "./row.ts";
import { findRow, ROWS } from "./rows.ts";
import { formatFigure, writeFigures } from "./table.ts";
import { compareByTurns } from "./turns.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Folder of profiles, with a folder per row. */
const PROFILES = join(ROOT, "build/bench");
const TIMEOUT_MS = 600_000;

interface Outcome {
  readonly figures: readonly Figure[];
  /** The reason if there are none. */
  readonly problem?: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: "boolean", default: false },
    profile: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    against: { type: "string" },
    turns: { type: "string", default: "3" },
    help: { type: "boolean", short: "h", default: false },
    // Set when this file runs as the process of one row.
    one: { type: "string" },
  },
});

if (values.help) {
  console.log(`npm run bench [-- ROW …] [--profile] [--write] [--against FOLDER [--turns 3]] [--list]

  --list     names the rows
  --profile  leaves CPU profiles and flame graphs in build/bench/<row>/; the figures are slower then, and not written
  --write    puts the figures into scripts/bench/FIGURES.md
  --against  runs by turns here and in FOLDER, where another commit was built with npm run build. Besides rows it takes
             files of scripts/bench with their arguments: 'long-range 200000'. Rows of the service, and files that
             FOLDER lacks, run here with its programs`);
} else if (values.list) for (const { name, about } of ROWS) console.log(`${name.padEnd(16)} ${about}`);
else if (values.one !== undefined) await runOne(values.one);
else if (values.against !== undefined)
  for (const benchmark of positionals) compareByTurns(ROOT, values.against, benchmark, Number(values.turns));
else process.exitCode = await runAll(positionals);

async function runAll(names: readonly string[]): Promise<number> {
  const rows = names.length === 0 ? ROWS : names.map(findRow);
  const measured = new Map<string, readonly Figure[]>();
  let failures = 0;
  for (const row of rows) {
    console.log(`${row.name}: ${row.about}`);
    const { figures, problem } = await figuresOf(row.name);
    if (problem !== undefined) console.log(`  not measured: ${problem}`);
    for (const figure of figures) console.log(`  ${formatFigure(figure)}`);
    if (problem !== undefined) failures++;
    else measured.set(row.name, figures);
    if (values.profile) for (const file of writeFlameGraphs(join(PROFILES, row.name))) console.log(`  ${file}`);
  }
  if (values.write && !values.profile) writeFigures(join(ROOT, "scripts/bench/FIGURES.md"), measured);
  return failures === 0 ? 0 : 1;
}

/** A separate process, so that one row's caches and optimisations do not affect the next. */
function figuresOf(name: string): Promise<Outcome> {
  const execArgv = ["--import", "tsx", "--expose-gc"];
  const env: Record<string, string | undefined> = { ...process.env };
  if (values.profile) {
    const directory = join(PROFILES, name);
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory, { recursive: true });
    env["STRUCTLINE_BENCH_PROFILE"] = directory;
    execArgv.push("--cpu-prof", `--cpu-prof-dir=${directory}`);
  }
  const child = fork(fileURLToPath(import.meta.url), ["--one", name], { execArgv, env, timeout: TIMEOUT_MS });
  return new Promise((resolve) => {
    let outcome: Outcome = { figures: [], problem: "it ended without a figure" };
    child.on("message", (message) => {
      outcome = message as Outcome;
    });
    child.on("exit", () => resolve(outcome));
  });
}

async function runOne(name: string): Promise<void> {
  try {
    const figures = await findRow(name).run();
    process.send?.({ figures });
  } catch (error) {
    process.send?.({ figures: [], problem: (error as Error).message });
  }
  // Disconnect so that open handles of the row do not keep the process alive; the message above is already sent.
  process.disconnect?.();
  setTimeout(() => process.exit(), 1000).unref();
}
