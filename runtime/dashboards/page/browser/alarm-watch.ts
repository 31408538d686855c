/** Reads alarms when they are needed, counts them, and shows new ones as notifications if the user enabled them. */

import { AlarmList, type Counts } from "./alarm-list.ts";
import type { DeviceBoard } from "./device-board.ts";

/** The service may report an alarm a little later than the page. */
const SETTLING_MS = 10_000;
const MOST_NOTIFIED = 3;

export class AlarmWatch {
  readonly list = new AlarmList(() => this.#listChanged());
  readonly #board: DeviceBoard;
  readonly #isListed: () => boolean;
  readonly #onChange: () => void;
  /** ID of the newest alarm shown as a notification; undefined before the first answer. */
  #notified: number | undefined;
  /** Numbers of listed devices beyond their limits, and since when. */
  #beyond = { text: "", sinceMs: 0 };

  /** @param isListed whether the board's devices are known */
  constructor(board: DeviceBoard, isListed: () => boolean, onChange: () => void) {
    this.#board = board;
    this.#isListed = isListed;
    this.#onChange = onChange;
  }

  /** Without an answer from the service: the listed devices that are beyond their limits. Undefined: not known yet. */
  get counts(): Counts | undefined {
    const { counts } = this.#board;
    const isKnown = this.#isListed() && (counts.unknown === 0 || counts.alarm + counts.warn > 0);
    return this.list.counts ?? (isKnown ? counts : undefined);
  }

  /** Call this about once a second: reads alarms soon after a value here went beyond its limits or back. */
  keep(): void {
    const { alarm, warn } = this.#board.counts;
    const beyond = `${alarm} ${warn}`;
    const now = performance.now();
    if (beyond !== this.#beyond.text) this.#beyond = { text: beyond, sinceMs: now };
    if (document.hidden && !isNotifying()) return;
    this.list.keep(isNotifying() || now - this.#beyond.sinceMs < SETTLING_MS ? "often" : "seldom");
  }

  /** Those raised since the page was opened. */
  #listChanged(): void {
    const active = this.list.unmuted;
    const known = this.#notified;
    if (isNotifying() && known !== undefined) {
      for (const { message, id } of active.filter(({ id }) => id > known).slice(0, MOST_NOTIFIED))
        new Notification("structline", { body: message, tag: `alarm ${id}` });
    }
    this.#notified = Math.max(0, known ?? 0, ...active.map(({ id }) => id));
    this.#onChange();
  }
}

function isNotifying(): boolean {
  return typeof Notification !== "undefined" && Notification.permission === "granted";
}
