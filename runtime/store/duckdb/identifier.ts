/**
 * Names as SQL identifiers. A name can be any text (keys of JSON objects are), but DuckDB ignores the case of
 * identifiers, has no empty one, and ends them at a NUL. So each name gets a unique identifier among its siblings: the
 * name itself if it is free, else with the suffix `_2`, `_3` …. The catalogue tables of the schema `structline` record
 * them.
 */

/** The schema of our own tables. */
export const SCHEMA = "structline";

/** In databases of all versions, shared tables are named `shelf_<number>`, and the column with this number `shelf`. */
export const SHARED_TABLE = "shelf";

/** A quoted identifier. */
export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** A quoted string, for trusted or escaped text: statements with several parts take no parameters. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Identifiers of one scope: the schemas of a database, the tables of a schema, the columns of a table. */
export class IdentifierScope {
  readonly #taken: Set<string>;
  readonly #isTakenToo: (folded: string) => boolean;

  /** @param isTakenToo whether an identifier in lower case is used without having been taken here */
  constructor(reserved: readonly string[], isTakenToo: (folded: string) => boolean = () => false) {
    this.#taken = new Set(reserved.map(folded));
    this.#isTakenToo = isTakenToo;
  }

  /** Marks an existing identifier of the database as used. */
  take(identifier: string): void {
    this.#taken.add(folded(identifier));
  }

  release(identifier: string): void {
    this.#taken.delete(folded(identifier));
  }

  /** A free identifier for the name; does not reserve it. */
  propose(name: string): string {
    const base = storable(name);
    let candidate = base;
    for (let number = 2; this.#has(folded(candidate)); number++) candidate = `${base}_${number}`;
    return candidate;
  }

  #has(identifier: string): boolean {
    return this.#taken.has(identifier) || this.#isTakenToo(identifier);
  }
}

/** Whether no other name that is spelled with other cases could be meant. */
export function isFolded(identifier: string): boolean {
  return folded(identifier) === identifier;
}

// Folds more than DuckDB (which folds only ASCII), so names that differ here also differ there.
function folded(identifier: string): string {
  return identifier.toLowerCase();
}

function storable(name: string): string {
  return name === "" ? "_" : name.replaceAll(UNSTORABLE, "_");
}

// NUL ends a C string, and a lone surrogate has no UTF-8.
const UNSTORABLE = /\0|\p{Surrogate}/gu;

/**
 * The name as stored in the catalogue: characters that cannot be stored, and `%` itself, become `%` and four
 * hexadecimal digits.
 */
export function escapeName(name: string): string {
  return name.replaceAll(/[%\0]|\p{Surrogate}/gu, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export function unescapeName(escaped: string): string {
  return escaped.replaceAll(/%([0-9a-f]{4})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
