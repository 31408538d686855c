/** Bundles the programs to dist/. */

import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildPage } from "./build-page.mjs";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
rmSync("dist", { recursive: true, force: true });

const COMMON = {
  outdir: "dist",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  sourcemap: true,
  mainFields: ["module", "main"],
  logLevel: "warning",
};

await build({
  ...COMMON,
  entryPoints: [
    { in: "runtime/main.ts", out: "structline" },
    { in: "runtime/sources/udp/receiver.ts", out: "udp-receiver" },
    { in: "scripts/demo.ts", out: "demo" },
  ],
  splitting: true,
  packages: "external",
});

// The command line is typed fifty times a day: one file with its packages inside opens faster than many.
await build({ ...COMMON, entryPoints: [{ in: "runtime/cli/channel-message.ts", out: "channel-message" }] });

await buildPage("dist/page");

// The contract holds types only, so it is its own declaration file.
mkdirSync("dist/codec", { recursive: true });
copyFileSync("runtime/codec/struct-codec.ts", "dist/codec/struct-codec.d.ts");
