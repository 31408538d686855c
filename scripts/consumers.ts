/**
 * The packed package in the hands of others: `npx tsx scripts/consumers.ts`. Installs it with npm in an empty folder, with
 * Vite, Deno and Bun beside it, begins, generates, and runs one and the same program with each. Prints a table; the short
 * form of it (Node, tsc, esbuild) is among the tests.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "structline-consumers-"));
const npm = (...args: string[]) =>
  execFileSync("npm", [...args, "--no-audit", "--no-fund"], { cwd: folder, stdio: "ignore" });

const PROGRAM = `import { channels } from "GENERATED";
const message = channels.example.decode(Uint8Array.from([8, 1, 0xc4, 9, 0x10, 0x27, 88, 255]));
const text = message.name === undefined ? message.reason : message.raw.temperature + " " + channels.example.weather.toStored(message.raw).temperature;
if (typeof document === "undefined") console.log(text);
else document.title = text;
`;
const SAID = "2500 25\n";

try {
  execFileSync(process.execPath, ["scripts/build-package.mjs"], { cwd: ROOT });
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder], { cwd: ROOT });
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  writeFileSync(join(folder, "package.json"), '{ "name": "consumers", "private": true, "type": "module" }\n');
  npm("install", `./${tarball}`);
  row("npm install structline", `${megabytes("node_modules")} MB (tarball ${kilobytes(tarball)} kB)`);
  npm("install", "--omit=optional");
  row("  --omit=optional", `${megabytes("node_modules")} MB`);
  npm("install", "vite", "deno", "bun", "typescript", "@types/node");
  // Where npm runs no install scripts, Bun's own, which puts its binary in place, is still to be run.
  run(process.execPath, "node_modules/bun/install.js");
  run("node_modules/.bin/structline", "init");
  run("node_modules/.bin/structline", "gen");
  run("node_modules/.bin/structline", "gen", "--out", "src/telemetry", "--standalone");
  writeFileSync(join(folder, "built.js"), PROGRAM.replace("GENERATED", "./generated/index.js"));
  writeFileSync(join(folder, "src/main.ts"), PROGRAM.replace("GENERATED", "./telemetry/index.js"));
  writeFileSync(join(folder, "index.html"), '<script type="module" src="/src/main.ts"></script>\n');
  said("Node, built modules", process.execPath, "built.js");
  said("Deno, built modules", "node_modules/.bin/deno", "run", "--allow-read", "built.js");
  said("Deno, TypeScript", "node_modules/.bin/deno", "run", "--unstable-sloppy-imports", "--allow-read", "src/main.ts");
  said("Bun, built modules", "node_modules/.bin/bun", "built.js");
  said("Bun, TypeScript", "node_modules/.bin/bun", "src/main.ts");
  run("node_modules/.bin/vite", "build", "--logLevel", "error");
  const [bundle = ""] = readdirSync(join(folder, "dist/assets"));
  row("Vite, for a browser", `${statSync(join(folder, "dist/assets", bundle)).size} bytes, all of one channel`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${status}\n${stdout}${stderr}`);
  return stdout;
}

function said(what: string, command: string, ...args: string[]): void {
  const text = run(command, ...args);
  if (text !== SAID) throw new Error(`${what}: ${JSON.stringify(text)} instead of ${JSON.stringify(SAID)}`);
  row(what, "decodes");
}

function row(what: string, result: string): void {
  console.log(`${what.padEnd(28)}${result}`);
}

function megabytes(path: string): number {
  return Math.round(Number(execFileSync("du", ["-sk", path], { cwd: folder, encoding: "utf8" }).split("\t")[0]) / 1024);
}

function kilobytes(file: string): number {
  return Math.round(readFileSync(join(folder, file)).length / 1024);
}
