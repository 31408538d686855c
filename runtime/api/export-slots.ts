/** Bounds how many exports run at once: each holds a page of rows, and its queries take turns with everybody's. */

export const MOST_EXPORTS = 8;
export const MOST_EXPORTS_OF_A_CLIENT = 4;

export class ExportSlots {
  readonly #running = new Map<string, number>();
  #all = 0;

  /** Gives the slot back when called; a word instead says who has too many. */
  take(client: string): (() => void) | "client" | "all" {
    const own = this.#running.get(client) ?? 0;
    if (own >= MOST_EXPORTS_OF_A_CLIENT) return "client";
    if (this.#all >= MOST_EXPORTS) return "all";
    this.#running.set(client, own + 1);
    this.#all++;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#all--;
      const left = (this.#running.get(client) ?? 1) - 1;
      if (left === 0) this.#running.delete(client);
      else this.#running.set(client, left);
    };
  }
}
