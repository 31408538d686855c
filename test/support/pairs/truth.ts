/** Messages sent to a service with a changing configuration, the answers to their senders, and the rows to expect. */

/** Settings that determine rows: realm acme's zone, the divisor of a frame's value, and the realms. */
export interface Epoch {
  readonly zone: keyof typeof ZONES;
  readonly divisor: 10 | 100;
  /** There is a realm beta. */
  readonly beta: boolean;
}

/** Hours ahead of UTC; none of them has a summer time. */
export const ZONES = { UTC: 0, "Asia/Tokyo": 9, "America/Phoenix": -7 } as const;

export type Kind = "timed" | "received" | "csv" | "beta" | "mqtt" | "frame" | "odd" | "bad" | "revoked";

/** Database and measurement of each kind that is stored; other kinds must not be stored. */
export const PLACES: Readonly<Partial<Record<Kind, { readonly database: string; readonly measurement: string }>>> = {
  timed: { database: "acme_plant", measurement: "hall_press_sensors" },
  received: { database: "acme_plant", measurement: "hall_gauge_sensors" },
  csv: { database: "acme_plant", measurement: "hall_csv_sensors" },
  beta: { database: "beta_plant", measurement: "hall_press_sensors" },
  mqtt: { database: "acme_plant", measurement: "hall_valve_sensors" },
  frame: { database: "lab_rig", measurement: "01_count" },
};

export const CSV_ROWS = 3;

export interface Sent {
  readonly kind: Kind;
  readonly n: number;
  /** Epochs that were in force while the message was on its way. */
  readonly epochs: Set<Epoch>;
  readonly sentMs: number;
  answeredMs: number;
  /** `unknown`: no answer, or one that asks for a repetition. */
  answer: "acknowledged" | "refused" | "unknown" | "under way";
}

export interface StoredRow {
  readonly n: number;
  readonly timeNs: bigint;
  readonly v: number | undefined;
}

/** Maximum distance of a receipt time from sending and answer, ms. */
const NEAR_MS = 500;
const DAY_MS = 1_769_904_000_000;

/** No two zones put two rows at one time: they differ by whole hours. */
const localMs = (n: number): number => DAY_MS + n * 60_000 + (n % 997);

export function localText(n: number): string {
  return new Date(localMs(n)).toISOString().slice(0, 23);
}

export class Truth {
  epoch: Epoch = { zone: "UTC", divisor: 10, beta: true };
  readonly sent: Sent[] = [];
  readonly #underWay = new Set<Sent>();
  #coming: Epoch | undefined;
  #next = 1;

  begin(kind: Kind): Sent {
    const epochs = new Set(this.epochs);
    const sentMs = Date.now();
    const sent: Sent = { kind, n: this.#next, epochs, sentMs, answeredMs: sentMs, answer: "under way" };
    this.#next += CSV_ROWS;
    this.sent.push(sent);
    this.#underWay.add(sent);
    return sent;
  }

  end(sent: Sent, answer: Sent["answer"]): void {
    sent.answer = answer;
    sent.answeredMs = Date.now();
    this.#underWay.delete(sent);
  }

  get underWay(): number {
    return this.#underWay.size;
  }

  /** From now on either may be in force, until it is `settled`. */
  changing(epoch: Epoch): void {
    this.#coming = epoch;
    for (const sent of this.#underWay) sent.epochs.add(epoch);
  }

  settled(): void {
    this.epoch = this.#coming ?? this.epoch;
    this.#coming = undefined;
  }

  /** In force, or about to be. */
  get epochs(): readonly Epoch[] {
    return this.#coming === undefined ? [this.epoch] : [this.epoch, this.#coming];
  }

  /** Stored frames were decoded again with one of these. Frames stored before must now have its values. */
  replayed(before: ReadonlySet<Sent>, epochs: readonly Epoch[]): void {
    for (const sent of this.sent) {
      if (sent.kind !== "frame") continue;
      if (before.has(sent)) sent.epochs.clear();
      for (const epoch of epochs) sent.epochs.add(epoch);
    }
  }

  /** Problems, one sentence each. */
  compare(stored: ReadonlyMap<Kind, readonly StoredRow[]>): string[] {
    return [...stored].flatMap(([kind, rows]) => this.#compareKind(kind, rows));
  }

  #compareKind(kind: Kind, rows: readonly StoredRow[]): string[] {
    const problems: string[] = [];
    const byNumber = new Map<number, StoredRow[]>();
    for (const row of rows) byNumber.set(row.n, [...(byNumber.get(row.n) ?? []), row]);
    for (const sent of this.sent.filter((each) => each.kind === kind)) {
      for (let row = 0; row < (kind === "csv" ? CSV_ROWS : 1); row++) {
        problems.push(...compareRow(sent, sent.n + row, byNumber.get(sent.n + row) ?? []));
        byNumber.delete(sent.n + row);
      }
    }
    for (const n of byNumber.keys()) problems.push(`made up: ${kind} ${n} is stored, and nobody sent it so`);
    return problems;
  }
}

function compareRow(sent: Sent, n: number, found: readonly StoredRow[]): string[] {
  const name = `${sent.kind} ${n} (${sent.answer})`;
  if (found.length > 1) return [`doubled: ${name} is stored ${found.length} times`];
  const [row] = found;
  if (row === undefined) return sent.answer === "acknowledged" ? [`lost: ${name} is not stored`] : [];
  if (sent.answer === "refused") return [`kept: ${name} is stored`];
  return [...sent.epochs].some((epoch) => isRight(sent, n, row, epoch))
    ? []
    : [`wrong: ${name} is stored at ${new Date(Number(row.timeNs / 1_000_000n)).toISOString()} with v = ${row.v}`];
}

function isRight({ kind, sentMs, answeredMs }: Sent, n: number, { timeNs, v }: StoredRow, epoch: Epoch): boolean {
  const ms = Number(timeNs / 1_000_000n);
  if (kind === "received" || kind === "frame") {
    const isNear = ms > sentMs - NEAR_MS && ms < answeredMs + NEAR_MS;
    return isNear && (kind === "received" || v === (n % 1000) / epoch.divisor);
  }
  if (kind === "beta" && !epoch.beta) return false;
  // A publication that is repeated after a restart must give the same row in any zone, so its time has a zone.
  const hours = kind === "beta" || kind === "mqtt" ? 0 : ZONES[epoch.zone];
  return timeNs === BigInt(localMs(n) - hours * 3_600_000) * 1_000_000n;
}
