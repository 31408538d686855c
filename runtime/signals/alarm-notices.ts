/** Sends what is raised to a webhook and by e-mail: together with what comes within a few seconds, again where it failed. */

import type { AlarmEntry } from "../api/alarms.ts";
import type { AlarmSettings } from "../config/settings.ts";
import type { PartStatus } from "../telemetry/part-status.ts";

/** A thousand devices that fail at once are one message. */
const GATHER_MS = 5000;
const RETRY_MS = 30_000;
const ATTEMPTS = 5;
const TIMEOUT_MS = 10_000;
/** What waits at most; the oldest go first. */
const MOST_WAITING = 1000;
/** Sentences that one e-mail has. */
const MOST_TOLD = 100;

type Send = (entries: readonly AlarmEntry[]) => Promise<void>;

export class AlarmNotices {
  readonly #ways: readonly Way[];

  /**
   * @param onProblem is told the first failure after a success, and what is given up
   * @param gatherMs how long what comes is gathered, ms
   */
  constructor(settings: AlarmSettings, onProblem: (sentence: string) => void, gatherMs = GATHER_MS) {
    const { webhook, smtp } = settings;
    this.#ways = [
      ...webhook.map((url) => new Way((entries) => post(url, entries), onProblem, gatherMs)),
      ...(smtp === undefined ? [] : [new Way((entries) => mail(settings, smtp, entries), onProblem, gatherMs)]),
    ];
  }

  /** Never throws, never waits. */
  tell(entry: AlarmEntry): void {
    for (const way of this.#ways) way.tell(entry);
  }

  status(active: number): PartStatus {
    const failed = this.#ways.find(({ lastError }) => lastError !== undefined);
    const sum = (of: (way: Way) => number) => this.#ways.reduce((total, way) => total + of(way), 0);
    return {
      state: failed === undefined ? "ok" : "degraded",
      detail: failed === undefined ? `${active} active` : "alarms could not be sent",
      ...(failed?.lastError && { lastError: failed.lastError }),
      counts: {
        active,
        sent: sum((way) => way.sent),
        waiting: sum((way) => way.waiting),
        lost: sum((way) => way.lost),
      },
    };
  }

  /** What waits is tried once more. */
  async close(): Promise<void> {
    await Promise.all(this.#ways.map((way) => way.close()));
  }
}

class Way {
  sent = 0;
  lost = 0;
  lastError: PartStatus["lastError"];
  readonly #send: Send;
  readonly #onProblem: (sentence: string) => void;
  readonly #gatherMs: number;
  #waiting: AlarmEntry[] = [];
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(send: Send, onProblem: (sentence: string) => void, gatherMs: number) {
    this.#send = send;
    this.#onProblem = onProblem;
    this.#gatherMs = gatherMs;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  tell(entry: AlarmEntry): void {
    this.#waiting.push(entry);
    if (this.#waiting.length > MOST_WAITING) {
      this.#waiting.shift();
      this.lost += 1;
    }
    this.#later(this.#gatherMs);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#sending;
    if (this.#waiting.length > 0) await this.#try();
    clearTimeout(this.#timer);
  }

  #later(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#sending = this.#sending.then(() => this.#try());
    }, ms);
  }

  async #try(): Promise<void> {
    const entries = this.#waiting.splice(0);
    if (entries.length === 0) return;
    try {
      await this.#send(entries);
      this.sent += entries.length;
      this.#failures = 0;
      this.lastError = undefined;
    } catch (error) {
      const { message } = error as Error;
      if (this.lastError === undefined) this.#onProblem(`Alarms could not be sent and are tried again: ${message}`);
      this.lastError = { message, time: new Date().toISOString() };
      this.#failures += 1;
      if (this.#failures >= ATTEMPTS) {
        this.#onProblem(
          `${entries.length} alarms could not be sent in ${ATTEMPTS} attempts and are given up: ${message}`,
        );
        this.lost += entries.length;
        this.#failures = 0;
        return;
      }
      this.#waiting.unshift(...entries);
      this.#later(RETRY_MS);
    }
  }
}

async function post(url: string, alarms: readonly AlarmEntry[]): Promise<void> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ alarms }),
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the webhook answered ${answer.status}`);
}

async function mail({ email, from }: AlarmSettings, smtp: string, alarms: readonly AlarmEntry[]): Promise<void> {
  const { createTransport } = await import("nodemailer");
  const server = new URL(smtp);
  for (const name of ["connectionTimeout", "greetingTimeout", "socketTimeout"])
    server.searchParams.set(name, String(TIMEOUT_MS));
  const transport = createTransport(server.href);
  const [first] = alarms;
  const more = alarms.length - MOST_TOLD;
  const lines = alarms.slice(0, MOST_TOLD).map(({ time, level, message }) => `${time}  ${level}: ${message}`);
  try {
    await transport.sendMail({
      from: from ?? email[0],
      to: [...email],
      subject: plain(alarms.length === 1 ? first!.message : `${alarms.length} alarms, the first: ${first!.message}`),
      text: `${lines.join("\n")}${more > 0 ? `\nand ${more} more` : ""}\n`,
    });
  } finally {
    transport.close();
  }
}

/** Names come from devices: no line end reaches a header. */
function plain(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ").slice(0, 200);
}
