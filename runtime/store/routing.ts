/** Assigns databases to outputs: the first output whose patterns match the name, else the one without patterns. */

import { takesOf } from "../config/name-patterns.ts";
import type { Handover, OutputNames, OutputSpan } from "../journal/cursor-file.ts";
import type { Cursor } from "../model/message-log.ts";
import type { Store } from "../model/store.ts";

/** Maximum number of cached names, since strangers can invent them. */
const MOST_KNOWN = 10_000;

/** The output for all databases that no other output takes. */
export const MAIN_OUTPUT = "store";

/** A configured store and its database patterns. */
export interface StoreOutput extends OutputNames {
  readonly store: Store;
}

export class Routing {
  readonly #outputs: readonly { readonly name: string; readonly takes: (database: string) => boolean }[];
  readonly #known = new Map<string, string>();

  constructor(outputs: readonly OutputNames[]) {
    this.#outputs = outputs.flatMap(({ name, databases }) => (databases ? [{ name, takes: takesOf(databases) }] : []));
  }

  /** The output's name. */
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

/** Records which outputs stored databases before the assignment changed. */
export class FormerOutputs {
  readonly #former: readonly { readonly routing: Routing; readonly spans: Map<string, OutputSpan> }[];
  readonly #isNew: boolean;

  constructor({ former, isNew }: Handover) {
    this.#isNew = isNew;
    this.#former = former.map((outputs) => {
      return { routing: new Routing(outputs), spans: new Map(outputs.map((span) => [span.name, span])) };
    });
  }

  /** The output's own database stores its position, which has precedence over the saved one. */
  opened(name: string, cursor: Cursor): void {
    const spans = this.#former.at(-1)?.spans;
    const span = spans?.get(name);
    if (span !== undefined && (this.#isNew || cursor < span.cursor)) spans!.set(name, { ...span, cursor });
  }

  /** Whether a former output has stored this message for the database. */
  had(database: string, cursor: Cursor): boolean {
    return this.#former.some(({ routing, spans }) => {
      const span = spans.get(routing.of(database));
      return span !== undefined && cursor > span.after && cursor <= span.cursor;
    });
  }
}
