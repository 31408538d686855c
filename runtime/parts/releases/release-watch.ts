/**
 * Looks for published firmware versions, at intervals and when a channel refuses a message. If their index has changed, a process of the
 * compiler fetches, checks and compiles them, since the service parses no header; then the service reloads and accepts what it had
 * refused. What holds is in the configuration: after a restart in the middle, the next look goes on from there.
 */

import type { ChildProcess } from "node:child_process";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { INDEX_FILE, type Looked, type ReleaseName } from "../../channels/looked.ts";
import { retryLetters } from "../../journal/retry-letters.ts";
import { openProcess } from "../../lib/open-process.ts";
import { textPlace } from "../../lib/text-place.ts";
import type { RejectionCode } from "../../model/error-signal.ts";
import type { PartStatus } from "../../model/part-status.ts";
import { MOST_LETTERS } from "../../model/reject-details.ts";
import type { Running } from "../../model/running.ts";
import type { Exchange } from "../part-kind.ts";
import type { ReleaseSettings } from "./keys.ts";

const FOLLOW = new URL("../../../generator/releases/follow-command.ts", import.meta.url);
/** A look may wait for that of another process, and compile many headers. */
const LOOK_MS = 300_000;
/** After refused messages, first this time between looks, then twice as much each time, up to the interval. */
const FIRST_GAP_MS = 1000;
/** What a newer firmware may change; `unexpected`: another node of a cluster already had the codec. */
const CODES: readonly RejectionCode[] = ["unknown-id", "wrong-length", "too-short", "unexpected"];

export class ReleaseWatch implements Running {
  readonly name = "releases";
  readonly #settings: ReleaseSettings & { readonly from: string };
  readonly #exchange: Exchange;
  /** Versions for which refused messages were tried again. */
  readonly #retried = new Set<string>();
  #compiler: ChildProcess | undefined;
  /** The compiler's last answer, if it had no problem, and what it answered to. */
  #known: { readonly index: string | undefined; readonly configuredMs: number; readonly looked: Looked } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  readonly #stopped = new AbortController();
  #lookedMs = Number.NEGATIVE_INFINITY;
  #gapMs = FIRST_GAP_MS;
  /** Of the last look. */
  #problems: readonly string[] = [];
  #published: number | undefined;
  #lastError: PartStatus["lastError"];
  #lastSuccess: string | undefined;

  constructor(settings: ReleaseSettings & { readonly from: string }, exchange: Exchange) {
    this.#settings = settings;
    this.#exchange = exchange;
    exchange.events.on("refused", ({ address, code }) => {
      if (CODES.includes(code) && this.#channel(address) !== undefined) this.#lookAfter(this.#gapMs);
    });
  }

  start(): void {
    this.#lookAfter(0);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    clearTimeout(this.#timer);
    // What it leaves unfinished is completed at the next start.
    this.#endCompiler();
    await this.#looking;
  }

  status(): PartStatus {
    const [problem] = this.#problems;
    const { from } = this.#settings;
    return {
      // Never "down": known firmware is decoded without it.
      state: problem === undefined ? "ok" : "degraded",
      detail: `${from}: ${problem ?? this.#sentence()}`,
      ...(this.#lastError && { lastError: this.#lastError }),
      ...(this.#lastSuccess && { lastSuccess: this.#lastSuccess }),
    };
  }

  #sentence(): string {
    if (this.#published === undefined) return "not looked yet";
    return this.#published === 0 ? "nothing is published there" : `${this.#published} releases`;
  }

  #channel(name: string) {
    return this.#exchange.channelSettings().find((channel) => channel.name === name);
  }

  /** Looks when this time has passed since the last look; an earlier look that is planned stays. */
  #lookAfter(gapMs: number): void {
    if (this.#stopped.signal.aborted || this.#looking !== undefined) return;
    clearTimeout(this.#timer);
    const waitMs = Math.max(0, this.#lookedMs + gapMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => {
        this.#looking = undefined;
        this.#lookAfter(this.#settings.everyMs);
      });
    }, waitMs);
    this.#timer.unref();
  }

  /** Never rejects. */
  async #look(): Promise<void> {
    this.#lookedMs = performance.now();
    let looked: Looked | undefined;
    let problems: readonly string[];
    try {
      looked = await this.#found();
      problems = [...looked.problems, ...(await this.#apply(looked))];
    } catch (error) {
      problems = [(error as Error).message];
    }
    if (this.#stopped.signal.aborted) return;
    const isNews = looked !== undefined && looked.changed.length > 0;
    this.#gapMs = isNews ? FIRST_GAP_MS : Math.min(this.#gapMs * 2, this.#settings.everyMs);
    this.#note(looked, problems);
  }

  #note(looked: Looked | undefined, problems: readonly string[]): void {
    for (const problem of problems.filter((each) => !this.#problems.includes(each)))
      this.#exchange.log.warn({ event: "releases.problem" }, `releases from ${this.#settings.from}: ${problem}`);
    const time = new Date().toISOString();
    const [problem] = problems;
    if (problem === undefined) {
      this.#lastSuccess = time;
      this.#published = looked?.published;
    } else this.#lastError = { message: problem, time };
    this.#problems = problems;
  }

  /** Reloads if the configuration has other versions than the service, then tries refused messages again. @returns problems */
  async #apply({ taken, revoked }: Looked): Promise<readonly string[]> {
    const missing = taken
      .filter(({ channel }) => this.#channel(channel) !== undefined)
      .filter((one) => !this.#has(one));
    const kept = new Set(taken.map(keyOf));
    const gone = revoked.filter((release) => this.#has(release) && !kept.has(keyOf(release)));
    if (missing.length > 0 || gone.length > 0) {
      const { reloaded, message } = await this.#exchange.configuration.reload();
      if (!reloaded) return [message];
    }
    const fresh = taken.filter((release) => this.#has(release) && !this.#retried.has(keyOf(release)));
    for (const channel of new Set(fresh.map((release) => release.channel))) {
      const versions = fresh.filter((release) => release.channel === channel).map(({ version }) => version);
      const stored = await this.#retry(channel);
      for (const version of versions) this.#retried.add(keyOf({ channel, version }));
      const sentence = `channel '${channel}': firmware ${versions.join(", ")} is decoded; ${stored} messages that were refused before are accepted`;
      this.#exchange.log.info({ event: "releases.taken", channel, versions, stored }, sentence);
    }
    return [];
  }

  /** Whether the service decodes it. */
  #has({ channel, version }: ReleaseName): boolean {
    return this.#channel(channel)?.versions?.some(({ name }) => name === version) === true;
  }

  /** @returns number of accepted messages @throws Error (one sentence) */
  async #retry(address: string): Promise<number> {
    const { deadLetters, retry } = this.#exchange.rejected;
    const stored = await deadLetters.retrying(async (goOn) => {
      let sum = 0;
      for (const code of CODES) {
        const { letters: waiting } = await deadLetters.list({ limit: MOST_LETTERS, address, code });
        sum += (await retryLetters(waiting, { deadLetters, retry, goOn })).stored;
      }
      return sum;
    });
    if (stored === undefined) throw new Error("refused messages are being retried; the next look does it");
    return stored;
  }

  /** Asks the compiler, unless it would find what it found before. @throws Error (one sentence) */
  async #found(): Promise<Looked> {
    const { file } = this.#exchange.configuration;
    const place = textPlace(this.#settings.from, dirname(file), process.env, this.#stopped.signal);
    const index = (await place.read(INDEX_FILE))?.text;
    const known = this.#known;
    if (known !== undefined && known.index === index && known.configuredMs === (await changedMs(file)))
      return { ...known.looked, changed: [] };
    this.#stopped.signal.throwIfAborted();
    const looked = await this.#ask();
    const isDone = looked.problems.length === 0;
    this.#known = isDone ? { index, configuredMs: await changedMs(file), looked } : undefined;
    if (isDone) this.#endCompiler();
    return looked;
  }

  /** @throws Error (one sentence) */
  async #ask(): Promise<Looked> {
    const compiler = this.#openCompiler();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        compiler.kill("SIGKILL");
        reject(new Error(`the compiler took longer than ${LOOK_MS / 1000} s`));
      }, LOOK_MS);
      const ended = (code: number | null) => reject(new Error(`the compiler ended with ${code ?? "a signal"}`));
      compiler.once("exit", ended);
      compiler.once("message", (looked: Looked) => {
        compiler.off("exit", ended);
        clearTimeout(timer);
        resolve(looked);
      });
      compiler.once("exit", () => clearTimeout(timer));
      compiler.send("look", () => {});
    });
  }

  /** It stays while there are problems, since loading takes a second; it ends with this process. */
  #openCompiler(): ChildProcess {
    if (this.#compiler !== undefined) return this.#compiler;
    const { from, key } = this.#settings;
    const { file } = this.#exchange.configuration;
    const args = ["--from", from, "--config", file, ...(key === undefined ? [] : ["--key", key])];
    const compiler = openProcess("generator/follow-command", FOLLOW, import.meta.url, process.env, args);
    compiler.stdout?.resume();
    compiler.unref();
    compiler.channel?.unref();
    compiler.once("error", () => {}); // It ends, too.
    compiler.once("exit", () => {
      if (this.#compiler === compiler) this.#compiler = undefined;
    });
    this.#compiler = compiler;
    return compiler;
  }

  #endCompiler(): void {
    this.#compiler?.kill();
    this.#compiler = undefined;
  }
}

async function changedMs(file: string): Promise<number> {
  return (await stat(file)).mtimeMs;
}

function keyOf({ channel, version }: ReleaseName): string {
  return `${channel} ${version}`;
}
