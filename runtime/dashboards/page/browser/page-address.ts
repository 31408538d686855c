/** What the address of the page holds: range, filter, cursors, panel, layout, so that a link shows the same. */

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
    return this.query.has("view");
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
      const before = spanIn(this.query);
      this.#complete(this.query);
      const address = `?${this.query}`.replace(/^\?$/, location.pathname);
      // The browser's own Back undoes a zoom.
      if (spanIn(this.query) === before) history.replaceState(null, "", address);
      else history.pushState(null, "", address);
    }, REST_MS);
  }

  /** The browser went back or forward to what the address says now. */
  follow(): void {
    clearTimeout(this.#due);
    this.query = new URLSearchParams(location.search);
  }
}

function spanIn(query: URLSearchParams): string {
  return ["range", "from", "to"].map((name) => query.get(name)).join();
}
