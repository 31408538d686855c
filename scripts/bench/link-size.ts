/** Prints the table of docs/firmware.md: code size of the emitted C for each target. `node --import tsx scripts/bench/link-size.ts` */

import { spawnSync } from "node:child_process";
import { LinkFolder, TARGETS } from "../../test/boards/link-size.ts";

const link = new LinkFolder();
try {
  console.log("| target | init | frame | decode | parse | all four | keep |\n|---|---|---|---|---|---|---|");
  for (const target of TARGETS) {
    if (spawnSync(target.compiler, ["--version"]).status !== 0) {
      console.log(`| ${target.name} | ${target.compiler} is not installed | | | | | |`);
      continue;
    }
    const { init, frame, decode, parse, all, keep } = link.sizes(target);
    console.log(`| ${target.name} | ${[init, frame, decode, parse, all, keep].join(" | ")} |`);
  }
  const { byHand, frame, decode } = link.cycles();
  console.log(
    `\ncycles: ${byHand} by hand, ${frame} for a frame (${(frame / byHand).toFixed(2)}), ${decode} for its reading`,
  );
} finally {
  link.remove();
}
