/** Bundles the programs to dist/. Packages with native parts or heavy ones stay outside and are loaded when used. */

import { existsSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const OWN = [
  { in: "runtime/main.ts", out: "structline" },
  { in: "runtime/cli/channel-message.ts", out: "channel-message" },
  { in: "scripts/demo.ts", out: "demo" },
].filter(({ in: entry }) => existsSync(entry));

rmSync("dist", { recursive: true, force: true });
await build({
  entryPoints: OWN,
  outdir: "dist",
  bundle: true,
  splitting: true,
  platform: "node",
  target: "node20",
  format: "esm",
  // Packages stay in node_modules, but what the command line needs to start is bundled: one file opens faster than a hundred.
  packages: "external",
  alias: {},
  sourcemap: true,
  mainFields: ["module", "main"],
  logLevel: "warning",
});

if (existsSync("scripts/build-page.mjs")) await import("./build-page.mjs");
