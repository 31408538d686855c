/** Devices that somebody marked, kept in this browser. No DOM. */

const KEY = "structline.favourites";

export class Favourites {
  readonly keys: Set<string>;

  constructor() {
    this.keys = new Set(read());
  }

  toggle(key: string): void {
    if (!this.keys.delete(key)) this.keys.add(key);
    try {
      localStorage.setItem(KEY, JSON.stringify([...this.keys]));
    } catch {
      // They hold until the page is closed.
    }
  }
}

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}
