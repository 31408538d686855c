/** Pages on their way to disk: one is filled while the others are written. [hot path] */

import type { JournalPosition } from "../model/journal-entry.ts";
import type { Message } from "../model/message.ts";
import { Page, pageSizeFor } from "./page.ts";

const SPARE_PAGES = 4;

export class PageQueue {
  readonly #pageBytes: number;
  readonly #spare: Page[] = [];
  /** Oldest first; the last one is filled. */
  #pages: Page[] = [];
  /** Being written. */
  #taken: readonly Page[] = [];
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

  /** The newest page, also if it is being written. */
  get newest(): Page | undefined {
    return this.#pages.at(-1) ?? this.#taken.at(-1);
  }

  /** The page with this position, which waits to be written. */
  waiting(position: JournalPosition): Page | undefined {
    return this.#pages.findLast((page) => page.first <= position && position <= page.last);
  }

  /** The same for a page that is being written. */
  taken(position: JournalPosition): Page | undefined {
    return this.#taken.findLast((page) => page.first <= position && position <= page.last);
  }

  /** Takes all pages for writing; `returnWritten` or `putBack` must follow. */
  takeAll(): Page[] {
    const pages = this.#pages;
    this.#pages = [];
    this.#taken = pages;
    return pages;
  }

  returnWritten(pages: readonly Page[]): void {
    this.#taken = this.#taken.slice(pages.length);
    for (const page of pages) {
      page.succeed();
      this.#bytes -= page.used;
      if (page.bytes.length === this.#pageBytes && this.#spare.length < SPARE_PAGES) this.#spare.push(page);
    }
  }

  /** Puts pages that could not be written before the newer ones, which cannot become durable before them. */
  putBack(pages: readonly Page[], error: Error): void {
    this.#taken = [];
    this.#pages = [...pages, ...this.#pages];
    for (const page of this.#pages) this.fail(page, error);
  }

  /** Tells all who wait for the page. */
  fail(page: Page, error: Error): void {
    this.#bytes -= page.used;
    page.fail(error);
    this.#bytes += page.used;
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
