/** Which output takes which database: the first whose patterns have its name, else the one without patterns. */

import { takesOf } from "../config/name-patterns.ts";
import type { Handover, OutputNames, OutputSpan } from "../journal/cursor-file.ts";
import type { Cursor } from "../journal/log.ts";
import type { Store } from "./store.ts";

/** Names that strangers make up must not fill the memory. */
const MOST_KNOWN = 10_000;

/** The one that takes what no other takes. */
export const MAIN_OUTPUT = "store";

/** A database of the configuration, and which of the lab's databases it takes. */
export interface OutputStore extends OutputNames {
  readonly store: Store;
}

export class Routing {
  readonly #outputs: readonly { readonly name: string; readonly takes: (database: string) => boolean }[];
  readonly #known = new Map<string, string>();

  constructor(outputs: readonly OutputNames[]) {
    this.#outputs = outputs.flatMap(({ name, databases }) => (databases ? [{ name, takes: takesOf(databases) }] : []));
  }

  /** Name of the output. */
  of(database: string): string {
    let name = this.#known.get(database);
    if (name === undefined) {
      name = this.#outputs.find(({ takes }) => takes(database))?.name ?? MAIN_OUTPUT;
      if (this.#known.size >= MOST_KNOWN) this.#known.clear();
      this.#known.set(database, name);
    }
    return name;
  }
}

/** What outputs took while databases were others' than today. */
export class FormerOutputs {
  readonly #former: readonly { readonly routing: Routing; readonly spans: Map<string, OutputSpan> }[];
  readonly #isNew: boolean;

  constructor({ former, isNew }: Handover) {
    this.#isNew = isNew;
    this.#former = former.map((outputs) => {
      return { routing: new Routing(outputs), spans: new Map(outputs.map((span) => [span.name, span])) };
    });
  }

  /** The database of this output keeps its position, and knows better than what was written down. */
  opened(name: string, cursor: Cursor): void {
    const spans = this.#former.at(-1)?.spans;
    const span = spans?.get(name);
    if (span !== undefined && (this.#isNew || cursor < span.cursor)) spans!.set(name, { ...span, cursor });
  }

  /** One of them had what the database got by this message. */
  had(database: string, cursor: Cursor): boolean {
    return this.#former.some(({ routing, spans }) => {
      const span = spans.get(routing.of(database));
      return span !== undefined && cursor > span.after && cursor <= span.cursor;
    });
  }
}
