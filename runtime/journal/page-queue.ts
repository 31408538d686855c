/** Pages on their way to disk: one is filled while the others are written. [hot path] */

import type { Message } from "../telemetry/message.ts";
import type { JournalPosition } from "./journal.ts";
import { Page, pageSizeFor } from "./page.ts";

const SPARE_PAGES = 4;

export class PageQueue {
  readonly #pageBytes: number;
  readonly #spare: Page[] = [];
  /** Oldest first; the last one is filled. */
  #pages: Page[] = [];
  #bytes = 0;
  /** Of the newest message. */
  #epoch = 0;

  constructor(pageBytes: number) {
    this.#pageBytes = pageBytes;
  }

  get isEmpty(): boolean {
    return this.#pages.length === 0;
  }

  /** Number of bytes that are not durable, including those being written. */
  get bytes(): number {
    return this.#bytes;
  }

  add(message: Message, position: JournalPosition, epoch: number): void {
    let page = this.#pages[this.#pages.length - 1];
    this.#epoch = epoch;
    if (page === undefined || !page.takes(message, epoch)) {
      page = this.#pageOf(pageSizeFor(message, this.#pageBytes));
      this.#begin(page, position);
    }
    const before = page.used;
    page.add(message, epoch);
    this.#bytes += page.used - before;
  }

  /** Adds a page without records, unless one is open already; `next` is the position of the next message. */
  mark(next: JournalPosition): void {
    if (this.isEmpty) this.#begin(this.#pageOf(this.#pageBytes), next);
  }

  /** Takes all pages for writing; `returnWritten` or `putBack` must follow. */
  takeAll(): Page[] {
    const pages = this.#pages;
    this.#pages = [];
    return pages;
  }

  returnWritten(pages: readonly Page[]): void {
    for (const page of pages) {
      this.#bytes -= page.used;
      if (page.bytes.length === this.#pageBytes && this.#spare.length < SPARE_PAGES) this.#spare.push(page);
    }
  }

  /** Puts pages that could not be written before the newer ones. */
  putBack(pages: readonly Page[]): void {
    this.#pages = [...pages, ...this.#pages];
  }

  #begin(page: Page, position: JournalPosition): void {
    page.reset(position, this.#epoch);
    this.#pages.push(page);
    this.#bytes += page.used;
  }

  #pageOf(size: number): Page {
    return (size === this.#pageBytes ? this.#spare.pop() : undefined) ?? new Page(size);
  }
}
