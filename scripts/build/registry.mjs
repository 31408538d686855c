/** A registry of npm on loopback (verdaccio), with packages that are published nowhere yet. All others come from npm's own registry. */

import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isInstalled, REGISTRY_FOLDER } from "../test/peers.mjs";
import { npmCommand } from "./npm.mjs";

const START_MS = 60_000;

/** Why there is none; undefined if there is. */
export function registryObjection() {
  return isInstalled(REGISTRY_FOLDER) ? undefined : "needs verdaccio of npm (npm run peers)";
}

/** @returns its address, and a function that ends it */
export async function startRegistry(folder) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  mkdirSync(join(folder, "storage"), { recursive: true });
  const upstream = npm(["config", "get", "registry"]).trim();
  writeFileSync(join(folder, "config.yaml"), configuration(upstream));
  // A name of npm's own settings, so that npm publishes; the registry lets everybody.
  writeFileSync(join(folder, "npmrc"), `registry=${url}\n//127.0.0.1:${port}/:_authToken=loopback\n`);
  const program = join(REGISTRY_FOLDER, "node_modules/verdaccio/bin/verdaccio");
  const args = [program, "--config", join(folder, "config.yaml"), "--listen", `127.0.0.1:${port}`];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (bytes) => {
      said += bytes;
    });
  }
  const stop = () => child.kill("SIGKILL");
  process.once("exit", stop);
  for (const until = Date.now() + START_MS; ; await pause(100)) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`verdaccio does not answer: ${said}`);
    const answer = await fetch(`${url}-/ping`).catch(() => undefined);
    if (answer?.ok) return { url, settings: join(folder, "npmrc"), stop };
  }
}

/** As `npm publish` does it, without provenance: a registry on loopback has no identity to vouch for. */
export function publish(folders, settings) {
  for (const folder of folders) {
    npm(["publish", folder, "--userconfig", settings, "--provenance=false", "--loglevel=error"]);
  }
}

function npm(args) {
  const [program, ...first] = npmCommand();
  const { status, stdout, stderr } = spawnSync(program, [...first, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`npm ${args[0]}: ${stderr.trim() || stdout.trim()}`);
  return stdout;
}

function configuration(upstream) {
  const everybody = "{ access: $all, publish: $all, unpublish: $all }";
  return `storage: ./storage
uplinks:
  npm: { url: "${upstream}", maxage: 60m }
packages:
  "structline*": ${everybody}
  "**": { access: $all, proxy: npm }
max_body_size: 200mb
log: { type: stdout, format: pretty, level: error }
`;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
