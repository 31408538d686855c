/** The state of the page in its address: view, range, filter, cursors, panel, layout, so that a link shows the same. */

import { signal } from "@preact/signals";

const VIEWS = ["overview", "panels", "alarms", "runs", "serial-port"] as const;

export type PageView = (typeof VIEWS)[number];

/** The address is not updated for every pixel of a drag. */
const REST_MS = 200;

export class PageAddress {
  readonly #query = signal(new URLSearchParams(location.search));
  readonly #complete: (query: URLSearchParams) => void;
  #due: ReturnType<typeof setTimeout> | undefined;

  /** @param complete adds further parts before the address is written */
  constructor(complete: (query: URLSearchParams) => void) {
    this.#complete = complete;
  }

  get query(): URLSearchParams {
    return this.#query.value;
  }

  /** The page was opened through a read-only link. */
  get isReadOnly(): boolean {
    return this.query.has("view") || this.isKiosk;
  }

  /** For wall screens: shows only the content. */
  get isKiosk(): boolean {
    return this.query.has("kiosk");
  }

  /** Undefined if the address names no view. */
  get view(): PageView | undefined {
    const named = VIEWS.find((one) => one === this.query.get("show"));
    return named ?? (["layout", "panel"].some((name) => this.query.has(name)) ? "panels" : undefined);
  }

  get(name: string): string | null {
    return this.query.get(name);
  }

  /** Undefined or empty removes it. */
  set(name: string, value: string | undefined): void {
    const query = new URLSearchParams(this.#query.peek());
    if (value === undefined || value === "") query.delete(name);
    else query.set(name, value);
    this.#query.value = query;
    this.write();
  }

  write(): void {
    clearTimeout(this.#due);
    this.#due = setTimeout(() => this.writeNow(), REST_MS);
  }

  /** For another view: the Back button returns from it at once. */
  writeNow(): void {
    clearTimeout(this.#due);
    const before = placeIn(new URLSearchParams(location.search));
    const query = new URLSearchParams(this.#query.peek());
    this.#complete(query);
    const address = `?${query}`.replace(/^\?$/, location.pathname);
    // The browser's Back button undoes a zoom, and returns to the previous view.
    if (placeIn(query) === before) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
  }

  /** The browser went back or forward: reads the address. */
  follow(): void {
    clearTimeout(this.#due);
    this.#query.value = new URLSearchParams(location.search);
  }
}

/** The part of the address that makes a new entry in the browser's history. */
function placeIn(query: URLSearchParams): string {
  return ["show", "layout", "device", "alarm", "range", "from", "to"].map((name) => query.get(name)).join();
}
