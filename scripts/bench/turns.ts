/** Runs the same benchmark by turns in this folder and in that of another commit, and shows the ratio of each number's medians. */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { spreadOf } from "./row.ts";
import { findRow, ROWS } from "./rows.ts";

const NUMBER = /\d[\d,]*(?:\.\d+)?/g;

/**
 * Prints the lines of this folder's last run after each turn. A number that differs is the median, with its ratio to the other's in brackets.
 * @param other folder of another commit, built there
 * @param benchmark a row, or a file of scripts/bench with its arguments: `long-range 200000`
 */
export function compareByTurns(root: string, other: string, benchmark: string, turns: number): void {
  const command = commandOf(root, benchmark);
  const isOwn = measuresPrograms(other, benchmark);
  const runs = { ours: [] as string[][], theirs: [] as string[][] };
  for (let turn = 1; turn <= turns; turn++) {
    const ours = () => runs.ours.push(linesOf(root, command));
    const theirs = () => runs.theirs.push(isOwn ? linesOf(root, command, other) : linesOf(other, command));
    for (const run of turn % 2 === 1 ? [theirs, ours] : [ours, theirs]) run();
    console.log(`${benchmark}, by turns: ${turn} each; in brackets by ${other}`);
    for (const line of compared(runs.ours, runs.theirs)) console.log(`  ${line}`);
  }
}

/** @throws Error (one sentence) */
function commandOf(root: string, benchmark: string): readonly string[] {
  const [name = "", ...args] = benchmark.split(" ");
  if (ROWS.some((row) => row.name === name)) return ["scripts/bench/run.ts", name];
  const script = `scripts/bench/${name}.ts`;
  if (existsSync(join(root, script))) return [script, ...args];
  throw new Error(`there is neither a row '${name}' nor a file ${script}`);
}

/** Whether the benchmark of this folder measures the programs that were built there: what a row does may have changed since. */
function measuresPrograms(other: string, benchmark: string): boolean {
  const [name = ""] = benchmark.split(" ");
  if (ROWS.some((row) => row.name === name)) return findRow(name).measures === "programs";
  return !existsSync(join(other, `scripts/bench/${name}.ts`));
}

/** @param built folder of the programs that labs run */
function linesOf(cwd: string, command: readonly string[], built?: string): string[] {
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--import", "tsx", ...command], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...(built !== undefined && { STRUCTLINE_BUILT: built }) },
  });
  if (status !== 0) throw new Error(`${cwd}: ${stdout}${stderr}`);
  return stdout.trimEnd().split("\n");
}

function compared(ours: readonly string[][], theirs: readonly string[][]): string[] {
  return ours.at(-1)!.map((line, row) => {
    let column = -1;
    return line.replace(NUMBER, (text) => {
      column++;
      const [own, other] = [medianOf(ours, row, column), medianOf(theirs, row, column)];
      return own === other || Number.isNaN(own / other)
        ? text
        : `${own.toLocaleString("en")} [${(own / other).toFixed(2)}]`;
    });
  });
}

function medianOf(runs: readonly string[][], row: number, column: number): number {
  const numbers = runs.map((lines) => lines[row]?.match(NUMBER)?.[column]?.replaceAll(",", ""));
  return spreadOf(numbers.map(Number)).median;
}
