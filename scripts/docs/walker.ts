/**
 * A beginner's machine for scripts/docs/walks.ts: types commands that stand in the documentation, unchanged, and keeps what they print
 * with the clock. Installations see the network; everything else runs in network and mount namespaces of its own, where the ports and
 * the devices that the pages name are free.
 */

import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, relative } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { type Block, blocksOf, commandsOf, showsTheSame } from "../../test/support/document.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { until } from "../../test/support/until.ts";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const PATIENCE_MS = 120_000;
/** Characters of a line. */
const LONGEST = 170;
/** Of npm's and git's installation, what npm remarks on the version of Node, and the service's log. */
const PROGRESS =
  /^structline: .*(?:…| s)$|^Updating files: |^warning: source repository is shallow|^npm (?:warn|notice) |^npm notice$|^\d\d:\d\d:\d\d\.\d{3} /;
/** Succeeds once a service answers. */
export const READY = "curl --silent --fail --output /dev/null 'http://127.0.0.1:24642/health?probe=ready'";

/** Makes the loopback of its network, and a `/dev` that takes further names, then waits. */
const NAMESPACES = `ip link set lo up
mkdir dev && mount --rbind /dev dev && mount -t tmpfs tmpfs /dev
for device in dev/*; do ln -s "$PWD/$device" /dev/; done
echo ready
exec sleep infinity`;

/** False if walks can be made here, else why not. */
export function cannotWalk(): false | string {
  const { status } = spawnSync("unshare", ["--net", "--mount", "true"], { stdio: "ignore" });
  return status === 0 ? false : "needs unshare with namespaces for network and mounts (root on Linux)";
}

export interface Entry {
  readonly seconds: number;
  /** `docs/tutorial-esp32.md`, or what plays the hardware. */
  readonly from: string;
  readonly typed: string;
  readonly printed: string;
}

export interface Typing {
  /** For installations: before the namespaces are entered. */
  readonly online?: boolean;
  /** Puts in what the page leaves to the reader. */
  readonly given?: (text: string) => string;
  /** Lines that are kept. */
  readonly shown?: RegExp;
}

export class Walker {
  readonly entries: Entry[] = [];
  /** Not below `/dev`, where tests have theirs: the namespace covers it. */
  readonly home = temporaryFolder("/var/tmp");
  readonly #begun = performance.now();
  readonly #services: ChildProcess[] = [];
  #folder = this.home;
  #namespaces: ChildProcess | undefined;
  /** Words before each command: whose machine it is typed on. */
  #inside: readonly string[] = [];

  constructor() {
    // As on a terminal, which sees the answer without its progress.
    writeFileSync(join(this.home, ".curlrc"), "silent\nshow-error\n");
  }

  /** Does what the blocks of a page say, or of its section with this heading; or only those with these words. */
  async page(path: string, heading?: string, only = /^/): Promise<void> {
    const blocks = blocksOf(path, sectionOf(path, heading)).filter(({ text }) => only.test(text));
    assert.ok(blocks.length > 0, `${path} has no blocks below '${heading}' with ${only}`);
    for (const block of blocks) if (block.notRun === undefined) await this.#block(path, block);
  }

  /** A service that the page names, until it is ready. */
  async serve(path: string, pattern: RegExp): Promise<void> {
    await this.#start(path, this.said(path, pattern), READY);
  }

  /** A command or value that stands in the page's prose or in one of its blocks: the first group. */
  said(path: string, pattern: RegExp): string {
    return pattern.exec(readFileSync(join(ROOT, path), "utf8"))?.[1] ?? assert.fail(`${path} has no ${pattern}`);
  }

  /** Types a command of the page. */
  async type(path: string, pattern: RegExp, options: Typing = {}): Promise<void> {
    const { online = false, given = (text) => text, shown = /^/ } = options;
    const command = given(this.said(path, pattern));
    const { status, said } = await this.#execute(command, online ? [] : await this.#namespace());
    assert.equal(status, 0, `${path}\n${command}\n${said}`);
    this.#note(path, command, said, shown);
  }

  /** What plays a board, a network server or systemd. */
  async standIn(what: string, command: string, note = ""): Promise<void> {
    const block = { place: what, language: "sh", text: command, file: undefined, notRun: undefined, note };
    await this.#answer(`stand-in: ${what}`, command, { block, printed: "" });
  }

  /** Something that plays until the walk ends; `ready` is a command that then succeeds. */
  async play(what: string, command: string, ready: string): Promise<void> {
    await this.#start(`stand-in: ${what}`, command, ready);
  }

  /** What a reader writes into a file, as the page says. */
  edit(path: string, file: string, change: (text: string) => string): void {
    const full = join(this.#folder, file);
    const before = readFileSync(full, "utf8");
    const after = change(before);
    assert.notEqual(after, before, `${path}: nothing to change in ${file}`);
    writeFileSync(full, after);
    this.#note(path, `edit ${file}`, added(before, after));
  }

  /** Takes over what another walk installed, with what it typed. */
  continues(other: Walker): void {
    execFileSync("cp", ["-a", "--reflink=auto", `${other.home}/.`, this.home]);
    this.entries.push(...other.entries);
    this.#folder = join(this.home, relative(other.home, other.#folder));
  }

  cd(folder: string): void {
    this.#folder = join(this.home, folder);
  }

  /** Ends the service that began last, as Ctrl-C does. */
  async interrupt(): Promise<void> {
    const service = this.#services.pop();
    if (service === undefined || service.exitCode !== null) return;
    const ended = once(service, "exit");
    // A terminal sends it to the whole group.
    process.kill(-service.pid!, "SIGINT");
    await ended;
  }

  /** From here on commands are typed on a server: in a root of its own. */
  enter(root: string): void {
    this.#inside = ["chroot", join(this.home, root), "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root"];
    this.#folder = "/";
  }

  async leave(): Promise<void> {
    while (this.#services.length > 0) await this.interrupt();
    if (this.#namespaces !== undefined) {
      const ended = once(this.#namespaces, "exit");
      this.#namespaces.kill("SIGKILL");
      await ended;
    }
    rmSync(this.home, { recursive: true, force: true, maxRetries: 10 });
  }

  async #block(path: string, block: Block): Promise<void> {
    if (block.file !== undefined) return this.#file(path, block);
    if (!["sh", "console", "python"].includes(block.language)) return;
    for (const { typed, printed = "" } of commandsOf({
      ...block,
      language: block.language === "python" ? "sh" : block.language,
    })) {
      const command = block.language === "python" ? `venv/bin/python - <<'EOF'\n${typed}\nEOF` : typed;
      if (block.note.startsWith("service")) await this.#start(path, command, READY);
      else await this.#answer(path, command, { block, printed });
    }
  }

  /** Types until the page's answer comes: a block with `wait` may be early. */
  async #answer(path: string, command: string, { block, printed }: { block: Block; printed: string }): Promise<void> {
    const within = await this.#namespace();
    const deadline = Date.now() + PATIENCE_MS;
    let last = await this.#execute(command, within);
    const isRight = () =>
      (last.status === 0 || block.note === "fails") && (printed === "" || showsTheSame(printed, last.said));
    while (!isRight()) {
      assert.ok(block.note === "wait" && Date.now() < deadline, `${block.place}\n${command}\n${last.said}`);
      last = await this.#execute(command, within);
    }
    this.#note(path, command, last.said);
  }

  #file(path: string, { file, text, place }: Block): void {
    const example = join(ROOT, file!);
    if (existsSync(example)) {
      assert.equal(readFileSync(example, "utf8").trim(), text.trim(), place);
      return;
    }
    const own = join(this.home, existsSync(join(this.home, "clone")) ? "clone" : "", file!);
    mkdirSync(dirname(own), { recursive: true });
    writeFileSync(own, `${text}\n`);
    this.#note(path, `save ${file}`, "");
  }

  async #start(from: string, command: string, ready: string): Promise<void> {
    const within = await this.#namespace();
    const service = this.#spawn(`${this.#entered(command, "exec ")}`, within);
    this.#services.push(service.process);
    const deadline = Date.now() + PATIENCE_MS;
    await until(async () => {
      const isOver = service.process.exitCode !== null || Date.now() > deadline;
      assert.ok(!isOver, `${from}\n${command} is not ready\n${service.said()}`);
      return (await this.#execute(ready, within)).status === 0;
    });
    this.#note(from, `${command} &`, service.said());
  }

  async #execute(command: string, within: readonly string[]): Promise<{ status: number | null; said: string }> {
    const { process: child, said } = this.#spawn(this.#entered(command), within);
    const [status] = (await once(child, "close")) as [number | null];
    return { status, said: said() };
  }

  /** `cd` in a line of its own stays. */
  #entered(command: string, first = ""): string {
    const [, folder] = /^cd (\S+)$/m.exec(command) ?? [];
    if (folder !== undefined) this.#folder = join(this.#folder, folder);
    return `cd '${this.#folder}'\n${first}${command.replace(/^cd \S+\n?/m, "")}`;
  }

  #spawn(script: string, within: readonly string[]): { process: ChildProcess; said: () => string } {
    const [program = "", ...args] = [...within, ...this.#inside, "bash", "-euo", "pipefail", "-c", script];
    const child = spawn(program, args, {
      cwd: this.home,
      env: this.#environment(),
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    // First what it answers, then what it remarks: their order would differ from run to run.
    const said = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const)
      child[name].setEncoding("utf8").on("data", (text: string) => {
        said[name] += text;
      });
    return { process: child, said: () => said.stdout + said.stderr };
  }

  #environment(): NodeJS.ProcessEnv {
    const prefix = join(this.home, ".npm-global");
    const path = [join(prefix, "bin"), dirname(process.execPath), process.env["PATH"]].join(delimiter);
    const standins = join(ROOT, "test/support/firmware");
    const quiet = { NO_COLOR: "1", FORCE_COLOR: "0", CURL_HOME: this.home, PIP_QUIET: "2" };
    // The tree that is cloned may be at a commit without a branch.
    const git = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "advice.detachedHead", GIT_CONFIG_VALUE_0: "false" };
    return {
      ...process.env,
      ...quiet,
      ...git,
      TMPDIR: undefined,
      PATH: path,
      npm_config_prefix: prefix,
      STANDINS: standins,
    };
  }

  /** Words that run a command in this walk's namespaces. */
  async #namespace(): Promise<readonly string[]> {
    if (this.#namespaces === undefined) {
      const args = ["--net", "--mount", "--propagation", "private", "bash", "-euc", NAMESPACES];
      const holder = spawn("unshare", args, { cwd: this.home, stdio: ["ignore", "pipe", "inherit"] });
      this.#namespaces = holder;
      await once(holder.stdout, "data");
    }
    return ["nsenter", "--target", String(this.#namespaces.pid), "--net", "--mount"];
  }

  #note(from: string, typed: string, printed: string, shown = /^/): void {
    if (process.env["WALK_DEBUG"])
      console.error((performance.now() - this.#begun) / 1000, from, typed.slice(0, 100), printed.slice(0, 300));
    this.entries.push({
      seconds: (performance.now() - this.#begun) / 1000,
      from,
      typed: typed.trim().replaceAll(this.home, "~").replaceAll(ROOT, "…"),
      printed: this.#clean(printed, shown),
    });
  }

  /** Without progress and the log, and with the folders of any machine. */
  #clean(text: string, shown: RegExp): string {
    const lines = text.replaceAll(this.home, "~").replaceAll(ROOT, "…").split("\n");
    return lines
      .map((line) => line.trimEnd().replace(/^.*\r/, ""))
      .filter((line) => shown.test(line) && !PROGRESS.test(line))
      .map((line) => (line.length > LONGEST ? `${line.slice(0, LONGEST)} …` : line))
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim();
  }
}

function sectionOf(path: string, heading: string | undefined): string {
  const text = readFileSync(join(ROOT, path), "utf8");
  if (heading === undefined) return text;
  return (
    text.split(/^(?=#+ )/m).find((part) => part.startsWith(`${/^#+/.exec(part)?.[0]} ${heading}\n`)) ??
    assert.fail(`${path} has no '${heading}'`)
  );
}

/** The lines of the second text that the first lacks. */
function added(before: string, after: string): string {
  const known = new Set(before.split("\n"));
  return after
    .split("\n")
    .filter((line) => !known.has(line))
    .join("\n");
}
