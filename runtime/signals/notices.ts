/** Notices for the configured receivers: webhooks and e-mail. Waiting notices are in a file beside the journal. */

import { readFile } from "node:fs/promises";
import { takesOf } from "../config/name-patterns.ts";
import type { Settings } from "../config/settings.ts";
import { replaceFile } from "../journal/replace-file.ts";
import { Bound, type TellBound } from "../telemetry/bounds.ts";
import { stringifyExact } from "../telemetry/exact-json.ts";
import { setAside } from "../telemetry/keep-aside.ts";
import type { PartStatus } from "../telemetry/part-status.ts";
import { mailNotices } from "./mail.ts";
import { GATHER_MS, type KeptQueue, type NoticeKind, NoticeQueue, RETRY_MS, type SendBatch } from "./notice-queue.ts";
import { postNotices } from "./webhook.ts";

export type NoticeSettings = Pick<Settings, "alarms" | "webhooks">;

export interface NoticesOptions {
  readonly onProblem: (sentence: string) => void;
  readonly tell?: TellBound;
  /** For tests. */
  readonly gatherMs?: number;
  readonly retryMs?: number;
}

interface Receiver {
  readonly queue: NoticeQueue;
  takes: (kind: NoticeKind, database: string) => boolean;
}

interface Wanted {
  readonly name: string;
  readonly takes: Receiver["takes"];
  readonly send: SendBatch;
}

const WRITE_AFTER_MS = 1000;
const MAIL = "the e-mail of [alarms]";

export class Notices {
  readonly #path: string;
  readonly #options: NoticesOptions;
  readonly #bound: Bound;
  readonly #receivers = new Map<string, Receiver>();
  #kept: ReadonlyMap<string, KeptQueue>;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  private constructor(path: string, kept: ReadonlyMap<string, KeptQueue>, options: NoticesOptions) {
    this.#path = path;
    this.#kept = kept;
    this.#options = options;
    this.#bound = new Bound("notices", options.tell);
  }

  /** Reports an unreadable file and starts a new one. */
  static async open(path: string, settings: NoticeSettings, options: NoticesOptions): Promise<Notices> {
    const kept = await readFile(path, "utf8")
      .then(keptIn)
      .catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") {
          const aside = await setAside(path).catch(() => path);
          options.onProblem(`Earlier notices cannot be read and are kept in ${aside}: ${error.message}`);
        }
        return new Map<string, KeptQueue>();
      });
    const notices = new Notices(path, kept, options);
    notices.configure(settings);
    return notices;
  }

  /** Waiting notices for a receiver that stays are sent with its new configuration. */
  configure(settings: NoticeSettings): void {
    const wanted = wantedOf(settings);
    for (const [name, { queue }] of this.#receivers) {
      if (wanted.some((one) => one.name === name)) continue;
      queue.drop();
      this.#receivers.delete(name);
    }
    for (const { name, takes, send } of wanted) {
      const known = this.#receivers.get(name);
      known?.queue.sendBy(send);
      if (known !== undefined) known.takes = takes;
      else this.#receivers.set(name, { takes, queue: this.#queue(name, send) });
    }
    this.#kept = new Map();
  }

  /** Never throws, never waits. */
  tell(kind: NoticeKind, database: string, make: () => object): void {
    const receivers = [...this.#receivers.values()].filter(({ takes }) => takes(kind, database));
    if (receivers.length === 0) return;
    const notice = { kind, toldMs: Date.now(), text: stringifyExact(make()) };
    for (const { queue } of receivers) queue.tell(notice);
  }

  /** @param active number of active alarms */
  status(active: number): PartStatus {
    const queues = Array.from(this.#receivers.values(), ({ queue }) => queue);
    const failed = queues.find(({ lastError }) => lastError !== undefined);
    const sum = (of: (queue: NoticeQueue) => number) => queues.reduce((total, queue) => total + of(queue), 0);
    return {
      state: failed === undefined ? "ok" : "degraded",
      detail: failed === undefined ? `${active} active` : "a webhook or an e-mail failed",
      ...(failed?.lastError && { lastError: failed.lastError }),
      counts: {
        active,
        sent: sum((queue) => queue.sent),
        waiting: sum((queue) => queue.waiting),
        lost: sum((queue) => queue.lost),
      },
      bounds: { notices: this.#bound.state },
    };
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#receivers.values(), ({ queue }) => queue.close()));
    if (this.#timer !== undefined) this.#write();
    await this.#writing;
  }

  #queue(name: string, send: SendBatch): NoticeQueue {
    const { onProblem, gatherMs = GATHER_MS, retryMs = RETRY_MS } = this.#options;
    const onChange = () => this.#writeSoon();
    return new NoticeQueue(
      name,
      send,
      { bound: this.#bound, onProblem, onChange, gatherMs, retryMs },
      this.#kept.get(name),
    );
  }

  #writeSoon(): void {
    this.#timer ??= setTimeout(() => this.#write(), WRITE_AFTER_MS);
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = [...this.#receivers].flatMap(([name, { queue }]) => (queue.kept ? [[name, queue.kept]] : []));
    const text = JSON.stringify(Object.fromEntries(waiting));
    this.#writing = this.#writing.then(() =>
      replaceFile(this.#path, text, 0o600).catch((error: Error) => {
        this.#options.onProblem(`Notices cannot be saved: ${error.message}`);
      }),
    );
  }
}

function wantedOf({ webhooks, alarms }: NoticeSettings): Wanted[] {
  const { smtp } = alarms;
  const mail: Wanted[] =
    smtp === undefined
      ? []
      : [{ name: MAIL, takes: (kind) => kind === "alarms", send: (batch) => mailNotices(alarms, smtp, batch) }];
  return [
    ...webhooks.map((webhook): Wanted => {
      const isOf = takesOf(webhook.databases);
      return {
        name: `[webhook-${webhook.name}]`,
        takes: (kind, database) => webhook.send.includes(kind) && isOf(database),
        send: (batch) => postNotices(webhook, batch),
      };
    }),
    ...mail,
  ];
}

/** @throws Error (one sentence) if the text is not in this program's format */
async function keptIn(text: string): Promise<ReadonlyMap<string, KeptQueue>> {
  const z = await import("zod");
  const notice = z.object({ kind: z.enum(["alarms", "events"]), toldMs: z.number(), text: z.string() });
  const batch = z.object({ id: z.string(), notices: z.array(notice) });
  const kept = z.record(z.string(), z.object({ batch: batch.exactOptional(), waiting: z.array(notice) }));
  const { data, error } = kept.safeParse(JSON.parse(text));
  if (data === undefined) throw new Error(`${error?.issues[0]?.path.join(".")}: ${error?.issues[0]?.message}`);
  return new Map(Object.entries(data));
}
