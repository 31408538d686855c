/** The service's alarms, updated while they are visible, and the actions on them. */

import type { AlarmEntry, AlarmPlace, OwnAlarms } from "../../../api/alarms.ts";

const EVERY_MS = 3000;

export class AlarmList {
  /** Undefined before the first answer, and if no reachable process has alarms. */
  alarms: OwnAlarms | undefined;
  readonly #onChange: () => void;
  #readMs = Number.NEGATIVE_INFINITY;
  #isReading = false;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Actions without permission are not offered. */
  mayChange({ database }: Pick<AlarmPlace, "database">): boolean {
    return this.alarms?.mayChange.includes(database) === true;
  }

  /** Call this regularly while alarms are visible. */
  keep(): void {
    if (this.#isReading || performance.now() - this.#readMs < EVERY_MS) return;
    void this.#read();
  }

  /** @throws Error with the service's message */
  async acknowledge({ id }: AlarmEntry, note: string): Promise<void> {
    await this.#send("acknowledge", { id, note });
  }

  /** @param minutes undefined: until it clears; 0: ends the mute. @throws Error with the service's message */
  async mute({ database, measurement, column }: AlarmPlace, minutes: number | undefined): Promise<void> {
    await this.#send("mute", { database, measurement, column, ...(minutes !== undefined && { minutes }) });
  }

  async #send(what: string, body: object): Promise<void> {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`alarms/${what}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    await this.#read();
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    try {
      const answer = await fetch("alarms");
      const told = answer.ok ? ((await answer.json()) as OwnAlarms) : undefined;
      this.alarms = told?.isHere === true ? told : undefined;
    } catch {
      // Another part of the page reports that the service does not answer; the known alarms stay.
    }
    this.#isReading = false;
    this.#readMs = performance.now();
    this.#onChange();
  }
}
