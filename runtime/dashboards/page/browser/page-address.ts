/** What the address of the page holds: view, range, filter, cursors, panel, layout, so that a link shows the same. */

export type PageView = "overview" | "panels" | "alarms";

const VIEWS: readonly PageView[] = ["overview", "panels", "alarms"];

/** Addresses are not written for every pixel that something is dragged. */
const REST_MS = 200;

export class PageAddress {
  query = new URLSearchParams(location.search);
  readonly #complete: (query: URLSearchParams) => void;
  #due: ReturnType<typeof setTimeout> | undefined;

  /** @param complete adds what is known elsewhere, before it is written */
  constructor(complete: (query: URLSearchParams) => void) {
    this.#complete = complete;
  }

  /** Opened by a link that only shows. */
  get isReadOnly(): boolean {
    return this.query.has("view") || this.isKiosk;
  }

  /** For a screen on a wall: nothing but what is shown. */
  get isKiosk(): boolean {
    return this.query.has("kiosk");
  }

  /** Undefined where the address says nothing of it. */
  get view(): PageView | undefined {
    const named = VIEWS.find((one) => one === this.query.get("show"));
    return named ?? (["layout", "panel"].some((name) => this.query.has(name)) ? "panels" : undefined);
  }

  get(name: string): string | null {
    return this.query.get(name);
  }

  /** Undefined or nothing takes it out. */
  set(name: string, value: string | undefined): void {
    if (value === undefined || value === "") this.query.delete(name);
    else this.query.set(name, value);
    this.write();
  }

  write(): void {
    clearTimeout(this.#due);
    this.#due = setTimeout(() => {
      const before = placeIn(new URLSearchParams(location.search));
      this.#complete(this.query);
      const address = `?${this.query}`.replace(/^\?$/, location.pathname);
      // The browser's own Back undoes a zoom, and leads to the view before.
      if (placeIn(this.query) === before) history.replaceState(null, "", address);
      else history.pushState(null, "", address);
    }, REST_MS);
  }

  /** The browser went back or forward to what the address says now. */
  follow(): void {
    clearTimeout(this.#due);
    this.query = new URLSearchParams(location.search);
  }
}

/** Where somebody is, and what they see there. */
function placeIn(query: URLSearchParams): string {
  return ["show", "layout", "range", "from", "to"].map((name) => query.get(name)).join();
}
