/**
 * Tests the packed package as users would: `npm run campaigns -- consumers`. Installs it with npm in an empty folder, together with Vite,
 * Deno and Bun, creates a project, generates, and runs the same program with each. Prints a table. The short form (Node, tsc, esbuild) is
 * one of the tests.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
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

const COMPILE = `import { compile, load } from "structline/compiler";
import runtime from "structline/web-tree-sitter.wasm?url";
import c from "structline/tree-sitter-c.wasm?url";
import cpp from "structline/tree-sitter-cpp.wasm?url";
const start = performance.now();
await load({ runtime, c, cpp });
const loaded = performance.now();
const { report, files } = COMPILE;
globalThis.compiled = [report + JSON.stringify(files), loaded - start, performance.now() - loaded];
`;

try {
  execFileSync(process.execPath, ["scripts/build/package.mjs", "--out", join(folder, "npm")], { cwd: ROOT });
  const [tarball = "", service = ""] = ["structline", "structline-service"].map((name) => {
    const packed = ["pack", `./npm/${name}`, "--silent", "--pack-destination", folder];
    return execFileSync("npm", packed, { cwd: folder, encoding: "utf8" }).trim();
  });
  writeFileSync(join(folder, "package.json"), '{ "name": "consumers", "private": true, "type": "module" }\n');
  npm("install", `./${tarball}`);
  row("npm install structline", `${megabytes("node_modules")} MB (tarball ${kilobytes(tarball)} kB)`);
  npm("install", `./${service}`);
  row("  structline-service", `${megabytes("node_modules")} MB`);
  npm("uninstall", "structline-service");
  npm("install", "vite", "deno", "bun", "typescript", "@types/node");
  // If npm runs no install scripts, run Bun's own, which installs its binary.
  run(process.execPath, "node_modules/bun/install.js");
  run("node_modules/.bin/structline", "init");
  run("node_modules/.bin/structline", "gen");
  run("node_modules/.bin/structline", "gen", "--out", "src/telemetry", "--standalone");
  writeFileSync(join(folder, "built.js"), PROGRAM.replace("GENERATED", "./generated/index.js"));
  writeFileSync(join(folder, "src/main.ts"), PROGRAM.replace("GENERATED", "./telemetry/index.ts"));
  writeFileSync(join(folder, "index.html"), '<script type="module" src="/src/main.ts"></script>\n');
  said("Node, built modules", process.execPath, "built.js");
  // Node 24 is the first version that runs TypeScript without a flag.
  npm("install", "node@26", "--prefix", "node-26", "--ignore-scripts=false");
  said("Node 26, TypeScript", "node-26/node_modules/.bin/node", "src/main.ts");
  said("Deno, built modules", "node_modules/.bin/deno", "run", "--allow-read", "built.js");
  said("Deno, TypeScript", "node_modules/.bin/deno", "run", "--allow-read", "src/main.ts");
  said("Bun, built modules", "node_modules/.bin/bun", "built.js");
  said("Bun, TypeScript", "node_modules/.bin/bun", "src/main.ts");
  run("node_modules/.bin/vite", "build", "--logLevel", "error");
  const [bundle = ""] = readdirSync(join(folder, "dist/assets"));
  row("Vite, for a browser", `${statSync(join(folder, "dist/assets", bundle)).size} bytes, all of one channel`);
  await compilerInBrowser();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** `structline/compiler`, bundled by Vite, in a browser: its output must equal Node's. */
async function compilerInBrowser(): Promise<void> {
  const header = readFileSync(join(folder, "headers/example.h"), "utf8");
  const compileIt = `compile({ name: "example", headers: { "example.h": ${JSON.stringify(header)} } })`;
  writeFileSync(join(folder, "compile.js"), COMPILE.replace("COMPILE", compileIt));
  writeFileSync(join(folder, "index.html"), '<script type="module" src="/compile.js"></script>\n');
  run("node_modules/.bin/vite", "build", "--logLevel", "error");
  writeFileSync(
    join(folder, "native.mjs"),
    `import { compile } from "structline/compiler";\nconsole.log(${compileIt}.report + JSON.stringify(${compileIt}.files));\n`,
  );
  const wanted = run(process.execPath, "native.mjs").trimEnd();
  const server = createServer((request, response) => {
    const path = join(folder, "dist", request.url === "/" ? "index.html" : (request.url ?? ""));
    const type = { ".js": "text/javascript", ".wasm": "application/wasm" }[extname(path)] ?? "text/html";
    if (!existsSync(path)) response.writeHead(404).end();
    else response.writeHead(200, { "Content-Type": type }).end(readFileSync(path));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell" });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction("globalThis.compiled !== undefined", undefined, { timeout: 120_000 });
    const [text, loadMs, compileMs] = (await page.evaluate("globalThis.compiled")) as [string, number, number];
    if (text !== wanted) throw new Error(`the compiler in a browser gives something else:\n${text}`);
    const bytes = readdirSync(join(folder, "dist/assets")).map(
      (name) => statSync(join(folder, "dist/assets", name)).size,
    );
    const megabytesOfAll = (bytes.reduce((sum, size) => sum + size, 0) / 1e6).toFixed(1);
    row(
      "Vite, the compiler itself",
      `as in Node; ${megabytesOfAll} MB, loaded in ${Math.round(loadMs)} ms, compiled in ${Math.round(compileMs)} ms`,
    );
  } finally {
    await browser.close();
    server.close();
  }
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
