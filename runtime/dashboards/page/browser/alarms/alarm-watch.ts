/**
 * The service's alarms, the actions on them, and notifications of new ones if the user enabled them. Their number is that
 * of the service, which also knows devices that are not listed.
 */

import { signal, untracked } from "@preact/signals";
import type { AlarmEntry, AlarmPlace, Mute, OwnAlarms } from "../../../../model/alarms.ts";
import { AnswerError, get, send } from "../data/api.ts";
import { Query } from "../data/query.ts";
import { feedKey } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import { continued, type KnownAlarms, updated } from "./alarm-list.ts";

/** While alarms are visible, or have just changed. */
const EVERY_MS = 3000;
const SELDOM_MS = 15_000;
/** The service may report an alarm a little later than the page. */
const SETTLING_MS = 10_000;
const MOST_NOTIFIED = 3;
const KEY = "alarms";

type Counts = Readonly<Record<AlarmEntry["level"], number>>;

export class AlarmWatch {
  /** What is known; `none`: no reachable process has alarms. */
  readonly #query = new Query<KnownAlarms | "none">();
  /** Why the last act failed; empty otherwise. */
  readonly problem = signal("");
  /** New alarms since the page was opened, for users who cannot see the list. */
  readonly announced = signal("");
  readonly #listed: () => (Counts & { readonly unknown: number }) | undefined;
  /** The page of the history that is read next. */
  #after: number | undefined;
  /** ID of the newest alarm shown as a notification; undefined before the first answer. */
  #notified: number | undefined;
  /** How many parts of the page list them. */
  #viewers = 0;
  /** Numbers of listed devices beyond their limits, and since when. */
  #beyond = { text: "", sinceMs: 0 };

  /** @param listed numbers of listed devices beyond their limits, and of those of which nothing is known */
  constructor(listed: () => (Counts & { readonly unknown: number }) | undefined) {
    this.#listed = listed;
  }

  /** Undefined before the first answer, and if no reachable process has alarms. */
  get list(): KnownAlarms | undefined {
    const known = this.#query.answer;
    return known === "none" ? undefined : known;
  }

  /** Whether the service has answered. */
  get isKnown(): boolean {
    return this.#query.answer !== undefined || this.#query.failure?.name === "AnswerError";
  }

  /** Active alarms that are not muted. */
  get unmuted(): readonly AlarmEntry[] {
    return this.list === undefined ? [] : unmutedOf(this.list);
  }

  /**
   * Counts by level, without muted alarms. Without an answer from the service: the listed devices that are beyond their
   * limits. Undefined: not known yet.
   */
  get counts(): Counts | undefined {
    if (this.list === undefined) {
      const counts = this.#listed();
      return counts !== undefined && (counts.unknown === 0 || counts.alarm + counts.warn > 0) ? counts : undefined;
    }
    const alarm = this.unmuted.filter(({ level }) => level === "alarm").length;
    return { alarm, warn: this.unmuted.length - alarm };
  }

  /** Call this about once a second: reads alarms soon after a value here went beyond its limits or back. */
  keep(): void {
    const { alarm = 0, warn = 0 } = this.#listed() ?? {};
    const beyond = `${alarm} ${warn}`;
    const now = performance.now();
    if (beyond !== this.#beyond.text) this.#beyond = { text: beyond, sinceMs: now };
    if (document.hidden && !isNotifying()) return;
    const isSoon = this.#viewers > 0 || isNotifying() || now - this.#beyond.sinceMs < SETTLING_MS;
    this.#keep(isSoon ? EVERY_MS : SELDOM_MS);
  }

  /** They are listed, until the returned function is called. */
  readonly watch = (): (() => void) => {
    this.#viewers += 1;
    this.#keep(EVERY_MS);
    return () => {
      this.#viewers -= 1;
    };
  };

  #keep(everyMs: number): void {
    this.#query.keep(KEY, () => this.#read(), { everyMs });
  }

  acknowledge({ id }: AlarmEntry, note: string): void {
    void this.#send("acknowledge", { id, note });
  }

  /** @param minutes undefined: until it clears; 0: ends the mute */
  mute({ database, measurement, column }: AlarmPlace, minutes: number | undefined): void {
    void this.#send("mute", { database, measurement, column, ...(minutes !== undefined && { minutes }) });
  }

  muteOf(place: AlarmPlace): Mute | undefined {
    return this.list?.muted.find((mute) => keyOf(mute) === keyOf(place));
  }

  async #send(what: string, body: object): Promise<void> {
    try {
      await send("POST", `alarms/${what}`, body);
      this.problem.value = "";
    } catch (error) {
      this.problem.value = error instanceof AnswerError ? error.message : say("service does not answer");
    }
    await this.#query.renew(KEY, () => this.#read());
  }

  /** Adds the next page of the history. */
  more(): void {
    const isFailing = this.#query.failure !== undefined;
    if (this.#after !== undefined || this.list?.next === undefined || isFailing) return;
    this.#after = this.list.next;
    void this.#query.renew(KEY, () => this.#read());
  }

  /** What has changed since the last answer, or the next page of the history. */
  async #read(): Promise<KnownAlarms | "none"> {
    const known = untracked(() => this.list);
    const after = this.#after;
    this.#after = undefined;
    const since = known?.change;
    const query = after !== undefined ? { after: String(after) } : since !== undefined ? { since } : {};
    const answer = await get<OwnAlarms>("alarms", query);
    if (!answer.isHere) return "none";
    const list = after === undefined || known === undefined ? updated(known, answer) : continued(known, answer);
    this.#notify(unmutedOf(list));
    return list;
  }

  /** Shows those raised since the page was opened. */
  #notify(active: readonly AlarmEntry[]): void {
    const known = this.#notified;
    const raised = known === undefined ? [] : active.filter(({ id }) => id > known);
    if (raised.length > 0) this.announced.value = announcementOf(raised);
    if (isNotifying()) {
      for (const { message, id } of raised.slice(0, MOST_NOTIFIED))
        new Notification("structline", { body: message, tag: `alarm ${id}` });
    }
    this.#notified = Math.max(0, known ?? 0, ...active.map(({ id }) => id));
  }
}

function unmutedOf({ active, muted }: KnownAlarms): readonly AlarmEntry[] {
  const keys = new Set(muted.map(keyOf));
  return active.filter((entry) => !keys.has(keyOf(entry)));
}

function announcementOf(raised: readonly AlarmEntry[]): string {
  const sentences = raised
    .slice(0, MOST_NOTIFIED)
    .map(({ level, message }) => (level === "alarm" ? say("Alarm: {0}", message) : say("Warning: {0}", message)));
  const more = raised.length - sentences.length;
  return [...sentences, ...(more > 0 ? [say("and {0} more", more)] : [])].join(". ");
}

function keyOf(place: AlarmPlace): string {
  return `${feedKey(place)} ${place.column}`;
}

function isNotifying(): boolean {
  return typeof Notification !== "undefined" && Notification.permission === "granted";
}
