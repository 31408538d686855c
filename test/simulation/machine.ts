/** A machine with a disk, a clock and a database, on which the service runs, is killed, and starts again. */

import * as crypto from "node:crypto";
import { EventEmitter } from "node:events";
import * as realFs from "node:fs";
import * as os from "node:os";
import type { Intake } from "../../runtime/intake/intake.ts";
import type { Message } from "../../runtime/model/message.ts";
import type { Reception } from "../../runtime/sources/mqtt/reception.ts";
import type { SourceContext } from "../../runtime/sources/source.ts";
import type { Program } from "./bundle.ts";
import { Database, type DatabaseDoor } from "./database.ts";
import { Disk } from "./disk.ts";
import { allSettled, Owner, type Scheduler, type Wait } from "./scheduler.ts";
import { type Answered, type Asked, ask, derive, type ListenerSetup } from "./web.ts";

const MS = 1_000_000;
const REAL_TURNS = 10;
/** 2026-01-31T12:00:00Z, when the machine was at 0 of its monotonic clock. */
const BEGAN_MS = 1_769_860_800_000;

export interface Programs {
  readonly service: Program;
  readonly thread: Program;
}

interface Service {
  stop(): Promise<void>;
  reload(from: object): Promise<void>;
}

/** A running service, as seen from outside. */
export interface Running {
  readonly owner: Owner;
  readonly context: SourceContext;
  readonly reception: Reception;
  readonly service: Service;
  readonly listener: ListenerSetup;
}

export class Machine {
  readonly scheduler: Scheduler;
  readonly disk: Disk;
  /** By their places in the configuration. */
  readonly databases = new Map<string, Database>();
  /** How far the system clock is ahead of true time, ms. */
  clockAheadMs = 0;
  /** Signals that went out: topics and texts. */
  readonly signals: { readonly topic: string; readonly payload: string }[] = [];
  readonly log: string[] = [];
  /** Errors that no program should have, such as an unhandled rejection. */
  readonly faults: string[] = [];
  /** Called with each publication that reaches intake. */
  onPublication: (message: Message) => void = () => {};
  readonly #programs: Programs;
  #context: SourceContext | undefined;
  #reception: Reception | undefined;
  #listener: ListenerSetup | undefined;
  readonly #threads = new Set<Owner>();

  constructor(programs: Programs, scheduler: Scheduler) {
    this.#programs = programs;
    this.scheduler = scheduler;
    this.disk = new Disk(scheduler);
  }

  get trueMs(): number {
    return BEGAN_MS + this.scheduler.nowNs / MS;
  }

  get rows(): Database["rows"] {
    return [...this.databases.values()].flatMap(({ rows }) => rows);
  }

  /** @throws Error where it does not start */
  async start(): Promise<Running> {
    const owner = new Owner();
    const { loadSettings, startService } = this.#programs.service(this.#simulated(owner)) as unknown as {
      loadSettings: (from: object) => object;
      startService: (settings: object, options: object) => Promise<Service>;
    };
    const line = (level: string) => (details: { event?: string }, sentence: string) =>
      this.log.push(`${level} ${details.event}: ${sentence}`);
    const log = { debug() {}, info: line("info"), warn: line("warn"), error: line("error") };
    const onFailed = (reason: string) => this.faults.push(`the service failed: ${reason}`);
    const starting = startService(loadSettings({ file: CONFIG }), {
      log,
      version: "0",
      onFailed,
      roles: ["ingest", "store", "view"],
    });
    const service = await this.settle(starting, 60_000);
    return { owner, context: this.#context!, reception: this.#reception!, service, listener: this.#listener! };
  }

  /** Never resolves once the process is dead. */
  ask({ listener, owner }: Running, asked: Asked): Promise<Answered> {
    return ask(listener, asked, { owner, scheduler: this.scheduler });
  }

  /**
   * Resolves a simulated program's promise within this simulated time.
   * @throws Error if it does not resolve
   */
  async settle<T>(promise: Promise<T>, withinMs: number): Promise<T> {
    let outcome: { readonly value: T } | { readonly error: unknown } | undefined;
    promise.then(
      (value) => {
        outcome = { value };
      },
      (error) => {
        outcome = { error };
      },
    );
    // Work that does not wait in simulated time (such as reading a body) takes turns of the real event loop, but no time.
    for (let turn = 0; turn < REAL_TURNS && outcome === undefined; turn++) await allSettled();
    await this.scheduler.until(() => outcome !== undefined, withinMs * MS);
    if (outcome === undefined) throw new Error(`nothing came of it within ${withinMs / 1000} s`);
    if ("error" in outcome) throw outcome.error;
    return outcome.value;
  }

  /** The store's thread ends at once, as when it runs out of memory. */
  endThread(): void {
    const alive = [...this.#threads].filter((owner) => owner.runs);
    for (const owner of alive) (owner as ThreadOwner).end();
  }

  kill({ owner }: Running): void {
    owner.isAlive = false;
  }

  cutPower(running: Running | undefined): void {
    if (running !== undefined) this.kill(running);
    this.disk.cutPower();
    for (const database of this.databases.values()) database.cutPower(this.scheduler.random);
  }

  #simulated(owner: Owner): object {
    const { scheduler, disk } = this;
    const promises = disk.promises(owner);
    return {
      ...timersOf(owner, scheduler),
      now: () => Math.floor(this.trueMs + this.clockAheadMs),
      performanceNow: () => scheduler.nowNs / MS,
      random: scheduler.random,
      hrtime: () => BigInt(Math.floor(scheduler.nowNs)),
      promises,
      fs: this.#fs(owner),
      crypto: { ...crypto, randomUUID: () => this.#uuid(), scrypt: this.#scrypt(owner) },
      listen: async (_settings: object, app: ListenerSetup["app"], options: ListenerSetup["options"]) => {
        this.#listener = { app, options };
        const bounds = {};
        return {
          url: "http://simulated",
          otherUrls: [],
          webSocketUrl: "ws://simulated/ws",
          bounds,
          reloadTls() {},
          close: async () => {},
        };
      },
      os: { ...os, uptime: () => scheduler.nowNs / MS / 1000 },
      lock: {
        lockDirectory: async () => ({ release: async () => {} }),
        lockFile: async () => ({ release: async () => {} }),
      },
      openWorker: () => this.#openThread(owner),
      threads: { Worker: class {}, parentPort: null },
      threadEnd: { underWay: (call: () => unknown) => call(), endOnErrors() {} },
      databaseOf: (url: string, kind: Database["kind"]) => this.#door(owner, url, kind),
      opened: (context: SourceContext, receptionWith: (intake: Intake) => Reception) =>
        this.#source(context, receptionWith),
    };
  }

  #scrypt(owner: Owner): unknown {
    return (text: string, salt: Buffer, length: number, _: object, done: (error: null, key: Buffer) => void) =>
      this.scheduler.after(owner, 5 * MS, () => done(null, derive(text, salt, length)));
  }

  #fs(owner: Owner): object {
    const watches = new Map<unknown, Wait>();
    const isOurs = (path: unknown): path is string => typeof path === "string" && path.startsWith("/sim/");
    const { constants, readdirSync, readlinkSync, statSync } = realFs;
    return {
      ...{ constants, readdirSync, readlinkSync, statSync },
      watchFile: (
        path: string,
        { interval }: { interval: number },
        listener: (now: object, before: object) => void,
      ) => {
        let [known, times] = [this.disk.text(path), 0];
        const look = () => {
          const now = this.disk.text(path);
          if (now === known) return;
          known = now;
          listener({ mtimeMs: ++times, ino: 1, size: 1 }, { mtimeMs: times - 1, ino: 1, size: 1 });
        };
        watches.set(listener, this.scheduler.after(owner, interval * MS, look, interval * MS));
      },
      unwatchFile: (_: string, listener: unknown) => watches.get(listener)?.cancel(),
      existsSync: (path: string) => (isOurs(path) ? this.disk.text(path) !== undefined : realFs.existsSync(path)),
      readFileSync: (path: string, encoding?: BufferEncoding) => {
        if (!isOurs(path)) return realFs.readFileSync(path, encoding);
        const text = this.disk.text(path);
        if (text === undefined) throw Object.assign(new Error(`ENOENT: ${path}`), { code: "ENOENT" });
        return encoding === undefined ? Buffer.from(text) : text;
      },
      appendFileSync: (path: string, text: string) => this.disk.append(path, text),
    };
  }

  #uuid(): string {
    const digits = Array.from({ length: 32 }, () => Math.floor(this.scheduler.random() * 16).toString(16)).join("");
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }

  #door(owner: Owner, url: string, kind: Database["kind"]): DatabaseDoor {
    const { scheduler } = this;
    const database = this.databases.get(url) ?? new Database(kind);
    this.databases.set(url, database);
    const wait = (ns: number) => new Promise<void>((resolve) => void scheduler.after(owner, ns, resolve));
    return { database, scheduler, wait };
  }

  #source(context: SourceContext, receptionWith: (intake: Intake) => Reception): object {
    this.#context = context;
    this.#reception = receptionWith({
      take: (delivery) => {
        this.onPublication(delivery.message);
        context.intake.take(delivery);
      },
      reject: (message, error) => context.intake.reject(message, error),
      rejectDurably: (message, error) => context.intake.rejectDurably(message, error),
    });
    const { signals } = this;
    return {
      start: async () => {},
      stop: async () => {},
      status: () => ({ state: "ok", detail: "simulated" }),
      lines: () => [],
      signals: {
        connected: true,
        onConnected: () => {},
        publish: async (topic: string, payload: string) => void signals.push({ topic, payload }),
      },
    };
  }

  /** A thread: a separate instance, with messages copied in both directions. */
  #openThread(program: Owner): object {
    const owner = new ThreadOwner(program);
    this.#threads.add(owner);
    const outside = new EventEmitter() as EventEmitter & Record<string, unknown>;
    const inside = new EventEmitter() as EventEmitter & Record<string, unknown>;
    const pipe = (to: EventEmitter, of: Owner, fromNs: number) => {
      let lastNs = fromNs;
      return (value: unknown) => {
        const copy = structuredClone(value);
        // In order.
        lastNs = Math.max(lastNs + 1, this.scheduler.nowNs + this.scheduler.random() * 50_000);
        this.scheduler.after(of, lastNs - this.scheduler.nowNs, () => to.emit("message", copy));
      };
    };
    const toInside = pipe(inside, owner, this.scheduler.nowNs + MS);
    const toOutside = pipe(outside, program, 0);
    outside["postMessage"] = (value: unknown) => owner.runs && toInside(value);
    inside["postMessage"] = (value: unknown) => owner.runs && toOutside(value);
    let isOver = false;
    owner.end = () => {
      owner.isAlive = false;
      if (isOver) return;
      isOver = true;
      this.scheduler.after(program, 100_000, () => outside.emit("exit", 1));
    };
    outside["terminate"] = async () => {
      owner.end();
      return 0;
    };
    outside["unref"] = () => outside;
    this.scheduler.after(owner, MS, () => {
      const simulated = this.#simulated(owner) as Record<string, object>;
      simulated["threads"] = { parentPort: inside };
      simulated["threadEnd"] = { ...simulated["threadEnd"], endThread: () => owner.end() };
      this.#programs.thread(simulated);
    });
    return outside;
  }
}

class ThreadOwner extends Owner {
  end: () => void = () => {};
}

export const CONFIG = "/sim/lab/channels.ini";

function timersOf(owner: Owner, scheduler: Scheduler): object {
  const after = (ms: number | undefined, run: () => void) => scheduler.after(owner, Math.max(1, ms ?? 1) * MS, run);
  const clear = (wait: Wait | undefined) => wait?.cancel();
  const pause = (start: (run: () => void) => Wait, value: unknown, signal: AbortSignal | undefined) =>
    new Promise((resolve, reject) => {
      const aborted = () =>
        Object.assign(new Error("The operation was aborted"), { name: "AbortError", code: "ABORT_ERR" });
      if (signal?.aborted) {
        reject(aborted());
        return;
      }
      const wait = start(() => {
        signal?.removeEventListener("abort", abort);
        resolve(value);
      });
      const abort = () => {
        wait.cancel();
        reject(aborted());
      };
      signal?.addEventListener("abort", abort);
    });
  const soon = (run: () => void) => scheduler.after(owner, 1000, run);
  return {
    setTimeout: (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => after(ms, () => run(...args)),
    setInterval: (run: () => void, ms: number) =>
      scheduler.after(owner, Math.max(1, ms) * MS, run, Math.max(1, ms) * MS),
    setImmediate: (run: (...args: unknown[]) => void, ...args: unknown[]) => soon(() => run(...args)),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
    timers: {
      setTimeout: (ms: number, value?: unknown, options: { signal?: AbortSignal } = {}) =>
        pause((run) => after(ms, run), value, options.signal),
      setImmediate: (value?: unknown, options: { signal?: AbortSignal } = {}) => pause(soon, value, options.signal),
    },
  };
}
