/** Notices for the configured receivers: webhooks and e-mail. Waiting notices are in a file beside the journal. */

import { takesOf } from "../../config/name-patterns.ts";
import { escapeControls } from "../../lib/escape-controls.ts";
import { stringifyExact } from "../../lib/exact-json.ts";
import { KeptFile } from "../../lib/kept-file.ts";
import type { AlarmEntry, AlarmReceiver } from "../../model/alarms.ts";
import { Bound, type TellBound } from "../../model/bounds.ts";
import type { PartStatus } from "../../model/part-status.ts";
import { ALARM_COUNTERS } from "./counters.ts";
import type { AlarmSettings } from "./keys.ts";
import {
  GATHER_MS,
  type KeptQueue,
  type NoticeBatch,
  type NoticeKind,
  NoticeQueue,
  RETRY_MS,
  type SendBatch,
} from "./notice-queue.ts";
import { postNotices } from "./webhook.ts";
import type { WebhookSettings } from "./webhook-keys.ts";

export interface NoticeSettings {
  readonly alarms: AlarmSettings;
  readonly webhooks: readonly WebhookSettings[];
}

export interface NoticesOptions {
  readonly onProblem: (sentence: string) => void;
  readonly tell?: TellBound;
  /** The realm of a database, whose room its notices take. */
  readonly realmOf?: (database: string) => string;
  /** For tests. */
  readonly gatherMs?: number;
  readonly retryMs?: number;
}

interface Receiver {
  readonly queue: NoticeQueue;
  takes: (kind: NoticeKind, database: string) => boolean;
  about: About | undefined;
}

/** Undefined: it gets no alarms. */
type About = Pick<AlarmReceiver, "kind" | "name" | "databases" | "addresses">;

interface Wanted {
  readonly name: string;
  readonly takes: Receiver["takes"];
  readonly send: SendBatch;
  readonly about: About | undefined;
}

/** As `KeptFile` reports it. */
const NAME = "notices";
/** Fraction of the limit. */
const FREED_AT_ONCE = 1 / 64;
const MAIL = "the e-mail of [alarms]";

export class Notices {
  readonly #file: KeptFile;
  readonly #options: NoticesOptions;
  readonly #bound: Bound;
  readonly #receivers = new Map<string, Receiver>();
  #kept: ReadonlyMap<string, KeptQueue>;

  private constructor(path: string, kept: ReadonlyMap<string, KeptQueue>, options: NoticesOptions) {
    this.#file = new KeptFile(path, NAME, () => this.#waiting, options.onProblem);
    this.#kept = kept;
    this.#options = options;
    this.#bound = new Bound("notices", options.tell);
  }

  /** Reports an unreadable file and starts a new one. */
  static async open(path: string, settings: NoticeSettings, options: NoticesOptions): Promise<Notices> {
    const kept = await KeptFile.read(path, NAME, keptSchema, options.onProblem);
    const notices = new Notices(path, new Map(Object.entries(kept ?? {})), options);
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
    for (const { name, takes, send, about } of wanted) {
      const known = this.#receivers.get(name);
      known?.queue.sendBy(send);
      if (known !== undefined) Object.assign(known, { takes, about });
      else this.#receivers.set(name, { takes, about, queue: this.#queue(name, send) });
    }
    this.#kept = new Map();
  }

  /** Never throws, never waits. */
  tell(kind: NoticeKind, database: string, make: () => object): void {
    const receivers = [...this.#receivers.values()].filter(({ takes }) => takes(kind, database));
    if (receivers.length === 0) return;
    const realm = this.#options.realmOf?.(database) ?? database;
    const notice = { kind, toldMs: Date.now(), text: stringifyExact(make()), realm };
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
      counts: ALARM_COUNTERS.of({
        active,
        sent: sum((queue) => queue.sent),
        waiting: sum((queue) => queue.waiting),
        lost: sum((queue) => queue.lost),
      }),
      bounds: { notices: this.#bound.state },
    };
  }

  /** Who gets alarms; receivers of events alone are left out. */
  get receivers(): readonly AlarmReceiver[] {
    return Array.from(this.#receivers.values(), ({ about, queue }) => {
      const { sent, waiting, lost, lastError } = queue;
      return about && { ...about, sent, waiting, lost, ...(lastError && { failed: lastError }) };
    }).filter((one) => one !== undefined);
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#receivers.values(), ({ queue }) => queue.close()));
    await this.#file.close();
  }

  #queue(name: string, send: SendBatch): NoticeQueue {
    const { onProblem, gatherMs = GATHER_MS, retryMs = RETRY_MS } = this.#options;
    const onChange = () => this.#file.changed();
    return new NoticeQueue(
      name,
      send,
      { bound: this.#bound, makeRoom: (bytes) => this.#makeRoom(bytes), onProblem, onChange, gatherMs, retryMs },
      this.#kept.get(name),
    );
  }

  /** At the queue and realm with most: some at once, since finding them takes time. */
  #makeRoom(bytes: number): void {
    const wanted = Math.max(bytes, this.#bound.all * FREED_AT_ONCE);
    const shares = Array.from(this.#receivers.values(), ({ queue }) =>
      Array.from(queue.heldByRealm(), ([realm, held]) => ({ queue, realm, held })),
    ).flat();
    const [largest] = shares.sort((a, b) => b.held - a.held);
    largest?.queue.giveUp(largest.realm, wanted);
  }

  get #waiting(): Readonly<Record<string, KeptQueue>> {
    const waiting = [...this.#receivers].flatMap(([name, { queue }]) => (queue.kept ? [[name, queue.kept]] : []));
    return Object.fromEntries(waiting);
  }
}

function wantedOf({ webhooks, alarms }: NoticeSettings): Wanted[] {
  const { smtp } = alarms;
  const mail: Wanted[] =
    smtp === undefined
      ? []
      : [
          {
            name: MAIL,
            takes: (kind) => kind === "alarms",
            send: (batch) => mailNotices(alarms, smtp, batch),
            about: { kind: "e-mail", databases: ["*"], addresses: alarms.email.length },
          },
        ];
  return [
    ...webhooks.map((webhook): Wanted => {
      const isOf = takesOf(webhook.databases);
      return {
        name: `[webhook-${webhook.name}]`,
        takes: (kind, database) => webhook.send.includes(kind) && isOf(database),
        send: (batch) => postNotices(webhook, batch),
        about: webhook.send.includes("alarms")
          ? { kind: "webhook", name: webhook.name, databases: webhook.databases }
          : undefined,
      };
    }),
    ...mail,
  ];
}

async function keptSchema() {
  const z = await import("zod");
  const kind = z.enum(["alarms", "events"]);
  const notice = z.object({ kind, toldMs: z.number(), text: z.string(), realm: z.string().exactOptional() });
  const batch = z.object({ id: z.string(), notices: z.array(notice) });
  return z.record(z.string(), z.object({ batch: batch.exactOptional(), waiting: z.array(notice) }));
}

/** Alarms as an e-mail. */
const TIMEOUT_MS = 10_000;
/** Maximum number of sentences in one e-mail. */
const MOST_TOLD = 100;

async function mailNotices({ email, from }: AlarmSettings, smtp: string, { notices }: NoticeBatch): Promise<void> {
  const { createTransport } = await import("nodemailer");
  const alarms = notices.map(({ text }) => JSON.parse(text) as AlarmEntry);
  const server = new URL(smtp);
  for (const name of ["connectionTimeout", "greetingTimeout", "socketTimeout"])
    server.searchParams.set(name, String(TIMEOUT_MS));
  const transport = createTransport(server.href);
  const [first] = alarms;
  const more = alarms.length - MOST_TOLD;
  const lines = alarms
    .slice(0, MOST_TOLD)
    .map(({ time, level, message }) => `${time}  ${level}: ${escapeControls(message)}`);
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

/** Names come from devices: they must not bring a line end into a header. */
function plain(text: string): string {
  return escapeControls(text.replace(/\p{Cc}+/gu, " ")).slice(0, 200);
}
