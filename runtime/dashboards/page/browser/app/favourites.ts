/** The user's favourite devices, stored in this browser. */

import { signal } from "@preact/signals";
import type { MeasurementName } from "../text/measurement-name.ts";
import { keep, kept } from "./kept.ts";

const KEY = "structline.favourites";

export class Favourites {
  readonly #keys = signal<ReadonlySet<string>>(new Set(known()));

  get keys(): ReadonlySet<string> {
    return this.#keys.value;
  }

  /** The measurements of these devices. */
  get measurements(): readonly MeasurementName[] {
    return [...this.keys].map((key) => {
      const at = key.indexOf(" ");
      return { database: key.slice(0, at), measurement: key.slice(at + 1) };
    });
  }

  toggle(key: string): void {
    const keys = new Set(this.keys);
    if (!keys.delete(key)) keys.add(key);
    this.#keys.value = keys;
    keep(KEY, JSON.stringify([...keys]));
  }
}

function known(): string[] {
  try {
    const read: unknown = JSON.parse(kept(KEY) ?? "[]");
    return Array.isArray(read) ? read.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}
