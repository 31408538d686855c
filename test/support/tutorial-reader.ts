/** Follows a tutorial from its own text, in a folder with the repository's examples and the commands that the page names. */

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Block, type Command, commandsOf, showsTheSame } from "./document.ts";
import { TOKEN } from "./grafana-server.ts";
import { ROOT } from "./lab.ts";
import { freePort } from "./ports.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { until } from "./until.ts";

const PATIENCE_MS = 60_000;
/** Ports that the pages name; each run has its own. */
const PORTS = [
  "24642",
  "24643",
  "24644",
  "1883",
  "1884",
  "1885",
  "8888",
  "8889",
  "8086",
  "3000",
  "4222",
  "8222",
  "7000",
];
const READY = "http://127.0.0.1:24642/health?probe=ready";

/** The sample lab of a clone. */
const CLONE = ["channels.ini", "headers", "generated"];

/**
 * A block behind `<!-- service -->` (or `<!-- service: URL -->`, an address that answers once it is ready) runs until the
 * tutorial ends; one behind `<!-- wait -->` is repeated until it succeeds; one behind `<!-- fails -->` may exit with another code
 * than 0; one behind `<!-- picture: PATH -->` writes that file of docs; one behind `<!-- file: PATH -->` is that file. What a
 * block of language `console` shows behind each command is what the command prints.
 */
export class TutorialReader {
  readonly #home = temporaryFolder();
  readonly #ports: ReadonlyMap<string, string>;
  readonly #services: ChildProcess[] = [];
  /** Folder that the shell is in; `cd` in a block leads from the home on. */
  #folder = this.#home;

  /** @param servers ports of the pages that servers of this test have taken: `8086` → `40123` */
  static async sitDown(servers: ReadonlyMap<string, string> = new Map()): Promise<TutorialReader> {
    const ports = new Map<string, string>();
    for (const port of PORTS) ports.set(port, servers.get(port) ?? String(await freePort()));
    return new TutorialReader(ports);
  }

  private constructor(ports: ReadonlyMap<string, string>) {
    this.#ports = ports;
    cpSync(join(ROOT, "examples"), join(this.#home, "examples"), { recursive: true });
    for (const name of CLONE) cpSync(join(ROOT, name), join(this.#home, name), { recursive: true });
    const ini = readFileSync(join(ROOT, "channels.ini"), "utf8");
    writeFileSync(join(this.#home, "channels.ini"), this.#here(`${ini}\n${LISTENERS}`));
    // As `npm install structline` leaves it.
    mkdirSync(join(this.#home, "node_modules"));
    symlinkSync(ROOT, join(this.#home, "node_modules/structline"));
    const structline = `"${process.execPath}" "${join(ROOT, "dist/structline.cjs")}" "$@"`;
    this.#program("structline", [
      `if [ "$1" = init ]; then ${structline}`,
      `  printf '${this.#here(LISTENERS).replaceAll("\n", "\\n")}' >> channels.ini`,
      `  sed -i 's/8888/${ports.get("8888")}/' channels.ini`,
      `else exec ${structline}; fi`,
    ]);
    this.#program("channel-message", [`exec "${process.execPath}" "${join(ROOT, "dist/channel-message.cjs")}" "$@"`]);
    this.#program("npx", [
      `case "$1" in structline | channel-message) npm_command=exec exec "$@" ;; esac`,
      `[ "$1" = tsx ] && shift`,
      `exec "${process.execPath}" "${join(ROOT, "node_modules/tsx/dist/cli.mjs")}" "$@"`,
    ]);
    this.#program("npm", [`exec structline "$@"`]);
    this.#program("curl", [`exec /usr/bin/curl --silent --fail-with-body "$@"`]);
  }

  async assertAsShown(block: Block): Promise<void> {
    if (block.file !== undefined) return this.#takeFile(block);
    if (!["sh", "console"].includes(block.language) || block.notRun !== undefined) return;
    for (const command of commandsOf(block)) await this.#type(command, block);
    const [, picture] = /^picture: (\S+)$/.exec(block.note) ?? [];
    if (picture !== undefined) this.#comparePicture(block, picture);
  }

  /** The file that the block writes is the picture of the page. `UPDATE=1` keeps it as the page's. */
  #comparePicture({ text, place }: Block, picture: string): void {
    const [, file] = />\s*(\S+)$/.exec(text) ?? [];
    const made = readFileSync(join(this.#folder, file ?? assert.fail(`${place} writes no file`)), "utf8");
    const shown = join(ROOT, "docs", picture);
    if (process.env["UPDATE"]) writeFileSync(shown, made);
    else assert.equal(made, readFileSync(shown, "utf8"), `${place}: not ${picture}: UPDATE=1, then npm run docs`);
  }

  async #type({ typed, printed = "" }: Command, { place, note }: Block): Promise<void> {
    const [, url] = /^service(?:: (\S+))?$/.exec(note) ?? [];
    const shown = this.#here(printed);
    const isShown = (output: string) => shown === "" || showsTheSame(shown, output);
    if (note.startsWith("service")) {
      const output = await this.#start(typed, place, this.#here(url ?? READY));
      return assert.ok(isShown(output), `${place}: not as shown\n${output}`);
    }
    const deadline = Date.now() + PATIENCE_MS;
    await until(async () => {
      const { status, output, said } = await this.#run(typed);
      if ((status === 0 || note === "fails") && isShown(output)) return true;
      return (note !== "wait" || Date.now() > deadline) && assert.fail(`${place}\n${typed}\n${said}`);
    });
  }

  /** Where the shell is. */
  get folder(): string {
    return this.#folder;
  }

  /** The port of this run for one of the pages. */
  port(named: string): string {
    return this.#here(named);
  }

  async leave(): Promise<void> {
    for (const service of this.#services.reverse()) {
      const ended = new Promise((resolve) => service.once("exit", resolve));
      service.kill("SIGTERM");
      if (service.exitCode === null && service.signalCode === null) await ended;
    }
    rmSync(this.#home, { recursive: true, force: true });
  }

  /** Compares files that the page shows of an example, and writes files that the reader creates. */
  #takeFile({ file, text, place }: Block): void {
    const example = join(ROOT, file!);
    if (existsSync(example)) assert.equal(readFileSync(example, "utf8").trim(), text.trim(), `${place} is not ${file}`);
    else {
      const listeners = basename(file!) === "channels.ini" && !text.includes("[http]") ? LISTENERS : "";
      mkdirSync(dirname(join(this.#home, file!)), { recursive: true });
      writeFileSync(join(this.#home, file!), this.#here(`${text}\n${listeners}`));
    }
  }

  /** @returns what it has printed once it answers at the address */
  async #start(text: string, place: string, url: string): Promise<string> {
    const { process: service, output, said } = this.#spawn(["-c", `exec ${this.#enter(text)}`]);
    this.#services.push(service);
    const answers = () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      );
    const deadline = Date.now() + PATIENCE_MS;
    await until(async () => {
      assert.ok(Date.now() < deadline && service.exitCode === null, `${place}: ${text} is not ready\n${said()}`);
      return answers();
    });
    return output();
  }

  /** Runs asynchronously, because this thread may serve the commands' requests. */
  async #run(text: string): Promise<{ status: number | null; output: string; said: string }> {
    const child = this.#spawn(["-euo", "pipefail", "-c", this.#enter(text)]);
    const [status] = (await once(child.process, "close")) as [number | null];
    return { status, output: child.output(), said: child.said() };
  }

  /** `output` is what it printed, `said` also what it complained of. */
  #spawn(args: readonly string[]): { process: ChildProcess; output: () => string; said: () => string } {
    const child = spawn("bash", args, { cwd: this.#folder, env: this.#env(), stdio: ["ignore", "pipe", "pipe"] });
    let [output, said] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk;
      said += chunk;
    });
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk;
    });
    return { process: child, output: () => output, said: () => said };
  }

  /** Follows `cd` in the first line. */
  #enter(text: string): string {
    const [, folder] = /^cd (\S+)$/m.exec(text) ?? [];
    if (folder !== undefined) this.#folder = join(this.#home, folder);
    return this.#here(text.replace(/^cd \S+$/m, "").trimStart());
  }

  #env(): NodeJS.ProcessEnv {
    const path = `${join(this.#home, ".bin")}:${process.env["PATH"]}`;
    return { ...process.env, PATH: path, FORCE_COLOR: "0", GRAFANA_TOKEN: TOKEN };
  }

  #here(text: string): string {
    return text.replace(/\b\d{4,5}\b/g, (port) => this.#ports.get(port) ?? port);
  }

  #program(name: string, lines: readonly string[]): void {
    const folder = join(this.#home, ".bin");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), `#!/bin/sh\n${lines.join("\n")}\n`);
    chmodSync(join(folder, name), 0o755);
  }
}

const LISTENERS = "\n[http]\nlisten = 127.0.0.1:24642\n[mqtt]\nlisten = 127.0.0.1:1883\n";
