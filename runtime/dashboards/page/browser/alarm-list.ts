/** The service's alarms and the actions on them. Their number is that of the service, which also knows devices that are not listed. */

import type { AlarmEntry, AlarmPlace, Mute, OwnAlarms } from "../../../api/alarms.ts";
import { AnswerError, send } from "./api.ts";
import { feedKey } from "./measurement-feed.ts";
import { say } from "./words.ts";

/** While alarms are visible, or have just changed. */
const EVERY_MS = 3000;
const SELDOM_MS = 15_000;

export type Counts = Readonly<Record<AlarmEntry["level"], number>>;

export class AlarmList {
  /** Undefined before the first answer, and if no reachable process has alarms. */
  alarms: OwnAlarms | undefined;
  /** Whether the service has answered. */
  isKnown = false;
  /** Why the last act failed; empty otherwise. */
  problem = "";
  readonly #onChange: () => void;
  #readMs = Number.NEGATIVE_INFINITY;
  #isReading = false;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Active alarms that are not muted. */
  get unmuted(): readonly AlarmEntry[] {
    const { active = [], muted = [] } = this.alarms ?? {};
    const keys = new Set(muted.map(keyOf));
    return active.filter((entry) => !keys.has(keyOf(entry)));
  }

  /** Counts by level, without muted alarms; undefined until `alarms` has been read. */
  get counts(): Counts | undefined {
    if (this.alarms === undefined) return undefined;
    const counts = { alarm: 0, warn: 0 };
    for (const { level } of this.unmuted) counts[level] += 1;
    return counts;
  }

  /** Call this regularly. */
  keep(need: "often" | "seldom"): void {
    const age = performance.now() - this.#readMs;
    if (!this.#isReading && age >= (need === "often" ? EVERY_MS : SELDOM_MS)) void this.#read();
  }

  acknowledge({ id }: AlarmEntry, note: string): void {
    void this.#send("acknowledge", { id, note });
  }

  /** @param minutes undefined: until it clears; 0: ends the mute */
  mute({ database, measurement, column }: AlarmPlace, minutes: number | undefined): void {
    void this.#send("mute", { database, measurement, column, ...(minutes !== undefined && { minutes }) });
  }

  muteOf(place: AlarmPlace): Mute | undefined {
    return this.alarms?.muted.find((mute) => keyOf(mute) === keyOf(place));
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

  async #read(): Promise<void> {
    this.#isReading = true;
    try {
      const answer = await fetch("alarms");
      const told = answer.ok ? ((await answer.json()) as OwnAlarms) : undefined;
      this.alarms = told?.isHere === true ? told : undefined;
      this.isKnown = true;
    } catch {
      // Another part of the page reports that the service does not answer; the known alarms stay.
    }
    this.#isReading = false;
    this.#readMs = performance.now();
    this.#onChange();
  }
}

function keyOf(place: AlarmPlace): string {
  return `${feedKey(place)} ${place.column}`;
}
