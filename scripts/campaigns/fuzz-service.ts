/**
 * Sends mutations of every kind of input to the service process and prints a table.
 * `npm run campaigns -- fuzz-service [inputs 20000] [seed 1] [words of a target's name …]`
 */

import { fuzzService } from "../../test/support/fuzz/fuzz-service.ts";

const STALL_MS = 200;
/** Inputs that need their own connection are sent a tenth as often. */
const CHEAP = /datagrams|payloads|bodies|INI/;

const [inputs = "20000", seed = "1", ...words] = process.argv.slice(2);
const inputsOf = (target: string): number => {
  if (words.length > 0 && !words.some((word) => target.includes(word))) return 0;
  return CHEAP.test(target) ? Number(inputs) : Math.ceil(Number(inputs) / 10);
};

console.log("| target | inputs | seconds | longest stall | memory at most | what was seen |");
console.log("|---|--:|--:|--:|--:|---|");
await fuzzService(inputsOf, Number(seed), {
  onResult: ({ target, inputs, seconds, longestStallMs, memoryMb, seen }) => {
    const shown = Object.entries(seen).map(([outcome, count]) => `${outcome}: ${count.toLocaleString("en-US")}`);
    const figures = [inputs.toLocaleString("en-US"), seconds.toFixed(1), `${longestStallMs} ms`, `${memoryMb} MB`];
    console.log(`| ${[target, ...figures, shown.join(", ")].join(" | ")} |`);
    if (longestStallMs > STALL_MS || (seen["500"] ?? 0) > 0) process.exitCode = 1;
  },
});
