/**
 * Speed of `channel-message`: the duration of one `decode` compared with `node -e 0`, and lines per second for a log of payloads.
 * `node --import tsx scripts/bench/command-line.ts [--lines 1000000]`
 */

import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PROGRAM = join(ROOT, "dist/channel-message.cjs");
const ROUNDS = 15;

const { values } = parseArgs({ options: { lines: { type: "string", default: "1000000" } } });
const directory = mkdtempSync(join(tmpdir(), "structline-"));
try {
  startUp();
  for (const options of [[], ["--json"]]) bulk(Number(values.lines), options);
} finally {
  rmSync(directory, { recursive: true });
}

/** Medians of alternating runs, so that other load affects both. */
function startUp(): void {
  const node: number[] = [];
  const decode: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    node.push(milliseconds(["-e", "0"]));
    decode.push(milliseconds([PROGRAM, "h2m", "decode", "0x05022a0021"]));
  }
  const ratio = (median(decode) / median(node)).toFixed(2);
  console.log(`one decode ${median(decode).toFixed(0)} ms, node -e 0 ${median(node).toFixed(0)} ms, ratio ${ratio}`);
}

function bulk(lines: number, options: readonly string[]): void {
  const log = join(directory, "payloads.txt");
  const printed = join(directory, "decoded.txt");
  writeFileSync(
    log,
    "0x05022a0021\n0x0403030a\n0x0402003200150a05\n".replace("0x0402", "0x0804").repeat(Math.ceil(lines / 3)),
  );
  const input = openSync(log, "r");
  const output = openSync(printed, "w");
  const began = performance.now();
  const { status } = spawnSync(process.execPath, [PROGRAM, "h2m", "decode", "-", ...options], {
    cwd: ROOT,
    stdio: [input, output, "inherit"],
  });
  const seconds = (performance.now() - began) / 1000;
  closeSync(input);
  closeSync(output);
  const rate = Math.round((Math.ceil(lines / 3) * 3) / seconds);
  console.log(
    `decode - ${options.join(" ")}: ${lines} lines in ${seconds.toFixed(2)} s, ${rate} lines/s, exit code ${status}`,
  );
}

function milliseconds(args: readonly string[]): number {
  const began = performance.now();
  spawnSync(process.execPath, args, { cwd: ROOT });
  return performance.now() - began;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
