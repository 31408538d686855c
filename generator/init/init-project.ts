/** Project files that `init` writes, with undo. */

import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { ConfigError } from "../../runtime/config/config-error.ts";
import { loadSettings } from "../../runtime/settings/load-settings.ts";

const FIRST_PORT = 8888;

export interface NewChannel {
  readonly name: string;
  /** Relative to the folder, with slashes. */
  readonly includePath: string;
  readonly headerFile: string;
  /** Further lines of the section. */
  readonly keys: readonly string[];
}

const IGNORED = [
  "node_modules/",
  "data/",
  "generated/**/*.js",
  "generated/**/*.d.ts",
  "generated/**/*.mjs",
  "generated/package.json",
  "generated/build.json",
  "generated/.lock",
];

const MOST_NAMED = 8;

/** Records what was written, to undo it. */
export class Changes {
  readonly lines: string[] = [];
  readonly #cwd: string;
  readonly #before = new Map<string, Buffer | undefined>();

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  write(path: string, text: string | Buffer): void {
    const file = join(this.#cwd, path);
    const before = existsSync(file) ? readFileSync(file) : undefined;
    if (before?.equals(Buffer.from(text))) return;
    this.#refuseOutside(path);
    this.#before.set(path, before);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    this.lines.push(`${before === undefined ? "wrote" : "changed"} ${path}`);
  }

  /** A folder of the project may be a link. @throws ConfigError */
  #refuseOutside(path: string): void {
    let place = join(this.#cwd, path);
    while (lstatSync(place, { throwIfNoEntry: false }) === undefined) place = dirname(place);
    // A link to nothing would create its target.
    const real = existsSync(place) ? realpathSync(place) : undefined;
    const root = realpathSync(this.#cwd);
    if (real === root || real?.startsWith(root.endsWith(sep) ? root : root + sep) === true) return;
    this.undo();
    throw new ConfigError(`${path} is outside of this folder, by a link; nothing was written`, []);
  }

  /** The lines to print. Many headers are summarised by their number. */
  get done(): readonly string[] {
    const headers = this.lines.filter((line) => line.startsWith("wrote headers/"));
    if (headers.length <= MOST_NAMED) return this.lines;
    return [`wrote ${headers.length} headers in headers/`, ...this.lines.filter((line) => !headers.includes(line))];
  }

  undo(): void {
    for (const [path, before] of this.#before) {
      const file = join(this.#cwd, path);
      if (before === undefined) rmSync(file);
      else writeFileSync(file, before);
    }
  }
}

/** The text of channels.ini with the new channel. */
export function withChannel(cwd: string, channel: NewChannel, recordedPort: number | undefined): string {
  const path = join(cwd, "channels.ini");
  if (!existsSync(path)) return configuration(channel, recordedPort);
  const text = readFileSync(path, "utf8");
  const listed = text.replace(/^([ \t]*channels[ \t]*=[ \t]*)(.*?)[ \t]*$/m, (_, key: string, names: string) =>
    names === "" ? `${key}lab-${channel.name}` : `${key}${names}, lab-${channel.name}`,
  );
  return `${listed.trimEnd()}\n\n${section(channel, freePort(path, recordedPort))}`;
}

export function configuration(channel: NewChannel, port = FIRST_PORT): string {
  const head = "; structline: one section for each UDP channel, listed in [lab].";
  return `${head}\n\n[lab]\nchannels = lab-${channel.name}\n\n${section(channel, port)}`;
}

/** The recording's port, or one above all used ports. A configuration that cannot be read is reported when it is used. */
function freePort(file: string, recordedPort: number | undefined): number {
  const taken = loadSettings({ file }).channels.map(({ udpPort = 0 }) => udpPort);
  return recordedPort !== undefined && !taken.includes(recordedPort)
    ? recordedPort
    : Math.max(FIRST_PORT - 1, ...taken) + 1;
}

function section({ name, includePath, headerFile, keys }: NewChannel, port: number): string {
  const lines = [
    `udp_port     = ${port}`,
    `wamp_topic   = lab.${name.replaceAll("-", "_")}`,
    `include_path = ${includePath}`,
    `header_files = ${headerFile}`,
    ...keys,
  ];
  return `[lab-${name}]\n${lines.join("\n")}\n`;
}

/** A package of npm. Elsewhere, a package.json would hide the package above, whose `npx structline` works here too. */
export function isPackage(cwd: string): boolean {
  return ["package.json", "node_modules/structline"].some((path) => existsSync(join(cwd, path)));
}

/** Adds the scripts `gen` and `start` if a package lacks them, and entries to `.gitignore`. */
export function surroundings(cwd: string, changes: Changes): void {
  if (isPackage(cwd)) addScripts(cwd, changes);
  const ignored = textOf(cwd, ".gitignore") ?? "";
  const present = new Set(ignored.split(/\r?\n/));
  const missing = IGNORED.filter((line) => !present.has(line));
  if (missing.length === 0) return;
  changes.write(
    ".gitignore",
    `${ignored}${ignored === "" || ignored.endsWith("\n") ? "" : "\n"}${missing.join("\n")}\n`,
  );
}

function addScripts(cwd: string, changes: Changes): void {
  const text = textOf(cwd, "package.json");
  const known = text === undefined ? { name: packageName(cwd), private: true, type: "module" } : JSON.parse(text);
  // The package of the codecs alone has no service to start.
  const start = hasService(cwd) ? { start: "structline start" } : {};
  const scripts = { gen: "structline gen", ...start, ...known.scripts };
  if (JSON.stringify(scripts) === JSON.stringify(known.scripts)) return;
  const indent = /^([ \t]+)"/m.exec(text ?? "")?.[1] ?? "  ";
  changes.write("package.json", `${JSON.stringify({ ...known, scripts }, undefined, indent)}\n`);
}

/** False in a folder that has only the package of the codecs. A clone that is linked there has both. */
export function hasService(cwd: string): boolean {
  const isHere = (name: string) => existsSync(join(cwd, "node_modules", name));
  return isHere("structline-service") || isHere("structline/runtime/main.ts") || !isHere("structline");
}

function textOf(cwd: string, path: string): string | undefined {
  const file = join(cwd, path);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function packageName(cwd: string): string {
  return (
    basename(cwd)
      .toLowerCase()
      .replace(/[^a-z0-9-]+/g, "-")
      .replace(/^-+|-+$/g, "") || "telemetry"
  );
}
