/**
 * The service's alarms, the actions on them, and notifications of new ones if the user enabled them. Their number is that
 * of the service, which also knows devices that are not listed.
 */

import type { AlarmEntry, AlarmPlace, Mute, OwnAlarms } from "../../../../model/alarms.ts";
import { AnswerError, get, send } from "../data/api.ts";
import type { DeviceBoard } from "../overview/device-board.ts";
import { feedKey } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import { continued, type KnownAlarms, updated } from "./alarm-list.ts";

/** While alarms are visible, or have just changed. */
const EVERY_MS = 3000;
const SELDOM_MS = 15_000;
/** The service may report an alarm a little later than the page. */
const SETTLING_MS = 10_000;
const MOST_NOTIFIED = 3;

type Counts = Readonly<Record<AlarmEntry["level"], number>>;

interface WatchedPage {
  readonly board: Pick<DeviceBoard, "counts">;
  /** Whether the board's devices are known. */
  readonly data: { readonly isListed: boolean };
  readonly shell: { refresh(): void };
}

export class AlarmWatch {
  /** Undefined before the first answer, and if no reachable process has alarms. */
  list: KnownAlarms | undefined;
  /** Whether the service has answered. */
  isKnown = false;
  /** Why the last act failed; empty otherwise. */
  problem = "";
  /** New alarms since the page was opened, for users who cannot see the list. */
  announced = "";
  readonly #page: WatchedPage;
  #readMs = Number.NEGATIVE_INFINITY;
  #isReading = false;
  /** ID of the newest alarm shown as a notification; undefined before the first answer. */
  #notified: number | undefined;
  /** Numbers of listed devices beyond their limits, and since when. */
  #beyond = { text: "", sinceMs: 0 };

  constructor(page: WatchedPage) {
    this.#page = page;
  }

  /** Active alarms that are not muted. */
  get unmuted(): readonly AlarmEntry[] {
    const { active = [], muted = [] } = this.list ?? {};
    const keys = new Set(muted.map(keyOf));
    return active.filter((entry) => !keys.has(keyOf(entry)));
  }

  /**
   * Counts by level, without muted alarms. Without an answer from the service: the listed devices that are beyond their
   * limits. Undefined: not known yet.
   */
  get counts(): Counts | undefined {
    if (this.list === undefined) {
      const { board, data } = this.#page;
      const { counts } = board;
      return data.isListed && (counts.unknown === 0 || counts.alarm + counts.warn > 0) ? counts : undefined;
    }
    const alarm = this.unmuted.filter(({ level }) => level === "alarm").length;
    return { alarm, warn: this.unmuted.length - alarm };
  }

  /** Call this about once a second: reads alarms soon after a value here went beyond its limits or back. */
  keep(): void {
    const { alarm, warn } = this.#page.board.counts;
    const beyond = `${alarm} ${warn}`;
    const now = performance.now();
    if (beyond !== this.#beyond.text) this.#beyond = { text: beyond, sinceMs: now };
    if (document.hidden && !isNotifying()) return;
    this.keepWithin(isNotifying() || now - this.#beyond.sinceMs < SETTLING_MS ? EVERY_MS : SELDOM_MS);
  }

  /** Call this regularly while alarms are visible. */
  keepWithin(ms = EVERY_MS): void {
    if (!this.#isReading && performance.now() - this.#readMs >= ms) void this.#read();
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
      this.problem = "";
    } catch (error) {
      this.problem = error instanceof AnswerError ? error.message : say("service does not answer");
    }
    await this.#read();
  }

  /** Adds the next page of the history. */
  more(): void {
    if (this.list?.next !== undefined && !this.#isReading) void this.#read(this.list.next);
  }

  /** What has changed since the last answer, or the page behind `after`. */
  async #read(after?: number): Promise<void> {
    this.#isReading = true;
    const since = this.list?.change;
    try {
      const query = after !== undefined ? { after: String(after) } : since !== undefined ? { since } : {};
      const answer = await get<OwnAlarms>("alarms", query);
      if (!answer.isHere) this.list = undefined;
      else if (after === undefined || this.list === undefined) this.list = updated(this.list, answer);
      else this.list = continued(this.list, answer);
      this.isKnown = true;
    } catch (error) {
      // The known alarms stay, and another part of the page reports that the service does not answer.
      if ((error as Error).name === "AnswerError") this.isKnown = true;
    }
    this.#isReading = false;
    this.#readMs = performance.now();
    this.#notify();
    this.#page.shell.refresh();
  }

  /** Shows those raised since the page was opened. */
  #notify(): void {
    const active = this.unmuted;
    const known = this.#notified;
    const raised = known === undefined ? [] : active.filter(({ id }) => id > known);
    if (raised.length > 0) this.announced = announcementOf(raised);
    if (isNotifying()) {
      for (const { message, id } of raised.slice(0, MOST_NOTIFIED))
        new Notification("structline", { body: message, tag: `alarm ${id}` });
    }
    this.#notified = Math.max(0, known ?? 0, ...active.map(({ id }) => id));
  }
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
