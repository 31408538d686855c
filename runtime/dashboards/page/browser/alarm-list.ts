/** Alarms as the service keeps them, read again while somebody looks at them; and what can be done with one. */

import type { AlarmEntry, AlarmPlace, OwnAlarms } from "../../../api/alarms.ts";

const EVERY_MS = 3000;

export class AlarmList {
  /** Undefined until they were read, and where no process near keeps them. */
  alarms: OwnAlarms | undefined;
  readonly #onChange: () => void;
  #readMs = Number.NEGATIVE_INFINITY;
  #isReading = false;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** What one may not do is not offered. */
  mayChange({ database }: Pick<AlarmPlace, "database">): boolean {
    return this.alarms?.mayChange.includes(database) === true;
  }

  /** To be called while somebody looks. */
  keep(): void {
    if (this.#isReading || performance.now() - this.#readMs < EVERY_MS) return;
    void this.#read();
  }

  /** @throws Error with the service's words */
  async acknowledge({ id }: AlarmEntry, note: string): Promise<void> {
    await this.#send("acknowledge", { id, note });
  }

  /** @param minutes undefined: until it clears; 0: not any more. @throws Error with the service's words */
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
      // That the service does not answer is said elsewhere; what is known stays.
    }
    this.#isReading = false;
    this.#readMs = performance.now();
    this.#onChange();
  }
}
