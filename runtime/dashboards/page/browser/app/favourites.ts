/** The user's favourite devices, stored in this browser. */

import type { MeasurementName } from "../text/measurement-name.ts";
import { keep, kept } from "./kept.ts";

const KEY = "structline.favourites";

export class Favourites {
  readonly keys: Set<string>;

  constructor() {
    this.keys = new Set(known());
  }

  /** The measurements of these devices. */
  get measurements(): readonly MeasurementName[] {
    return [...this.keys].map((key) => {
      const at = key.indexOf(" ");
      return { database: key.slice(0, at), measurement: key.slice(at + 1) };
    });
  }

  toggle(key: string): void {
    if (!this.keys.delete(key)) this.keys.add(key);
    keep(KEY, JSON.stringify([...this.keys]));
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
