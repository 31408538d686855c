/**
 * Prints what the emitted C costs and does on each target: warnings, size, cycles, frames over a line that loses a fifth, commands.
 * `node --import tsx scripts/bench/boards.ts [frames] [target]`; a row is printed when its board is done.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { rowsOf } from "../../test/boards/board-lab.ts";
import { COMMANDS, onLossyLine } from "../../test/boards/board-run.ts";
import { EMULATED, type EmulatedBoard } from "../../test/boards/emulated.ts";
import { LinkFolder, TARGETS, type Target } from "../../test/boards/link-size.ts";

const HERE: Target = { name: "x86-64", compiler: "gcc", size: "size", options: [] };
const frames = Number(process.argv[2] ?? 10_000);
const only = process.argv[3] ?? "";
const link = new LinkFolder();

function has(program: string): boolean {
  return spawnSync(program, ["--version"]).error === undefined;
}

function version(program: string): string {
  return execFileSync(program, ["--version"], { encoding: "utf8" }).split("\n", 1)[0]!;
}

/** @returns cells: frames stored, lost, doubled, commands */
async function ran(board: EmulatedBoard | undefined): Promise<readonly (string | number)[]> {
  if (board === undefined) return ["no emulated board", "", "", ""];
  const missing = board.needs.filter((program) => program !== "simavr" && !has(program));
  if (missing.length > 0) return [`${missing.join(", ")} is not installed`, "", "", ""];
  let cells: readonly (string | number)[] = [];
  await onLossyLine(board, frames, async ({ service, lost, states }) => {
    const counts = (await rowsOf(service, "07_probe")).map(({ count }) => Number(count));
    const different = new Set(counts);
    const right = states.filter((state, at) => state.join() === COMMANDS[at]!.join()).length;
    cells = [
      `${different.size} (${lost.up} and ${lost.down} pieces lost)`,
      frames - different.size,
      counts.length - different.size,
      `${right} of ${COMMANDS.length}`,
    ];
  });
  return cells;
}

async function row(target: Target): Promise<string> {
  if (!has(target.compiler)) return `| ${target.name} | ${target.compiler} is not installed | | | | | | | |`;
  // Compiled with -Werror: a warning would end the script.
  const { all, keep } = link.sizes(target);
  const cycles = target.compiler === "avr-gcc" ? link.cycles() : undefined;
  const took = cycles === undefined ? "not counted" : `${cycles.frame} (${(cycles.frame / cycles.byHand).toFixed(2)})`;
  const cells = await ran(EMULATED.find((board) => board.compiler === target.compiler));
  return `| ${[target.name, version(target.compiler), 0, all, keep, took, ...cells].join(" | ")} |`;
}

try {
  console.log(
    "| target | compiler | warnings | code of 30 fields | ring | cycles of a frame (by hand) | frames stored | lost | doubled | commands |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|---|");
  for (const target of [...TARGETS, HERE]) if (target.name.includes(only)) console.log(await row(target));
} finally {
  link.remove();
}
