/**
 * Names as SQL identifiers. Any text can be a name (keys of JSON objects are), but DuckDB compares identifiers without regard
 * to case, knows no empty one, and ends them at a NUL. So each name gets an identifier of its own among its siblings: the name
 * itself where that is free, else with `_2`, `_3` … behind it. The catalogue tables of the schema `structline` say which.
 */

/** The schema of our own tables. */
export const SCHEMA = "structline";

/** A quoted identifier. */
export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** A quoted string; for text that is ours or was made storable, as statements with several parts take no parameters. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Identifiers of one scope: the schemas of a database, the tables of a schema, the columns of a table. */
export class IdentifierScope {
  readonly #taken: Set<string>;

  constructor(reserved: readonly string[]) {
    this.#taken = new Set(reserved.map(folded));
  }

  /** An identifier that stands in the database already. */
  take(identifier: string): void {
    this.#taken.add(folded(identifier));
  }

  release(identifier: string): void {
    this.#taken.delete(folded(identifier));
  }

  /** A free identifier for the name; not yet taken. */
  propose(name: string): string {
    const base = storable(name);
    let candidate = base;
    for (let number = 2; this.#taken.has(folded(candidate)); number++) candidate = `${base}_${number}`;
    return candidate;
  }
}

// Folds more than DuckDB does (it folds ASCII only), so two that differ here differ there.
function folded(identifier: string): string {
  return identifier.toLowerCase();
}

function storable(name: string): string {
  return name === "" ? "_" : name.replaceAll(UNSTORABLE, "_");
}

// NUL ends a C string, and half a surrogate pair has no UTF-8.
const UNSTORABLE = /\0|\p{Surrogate}/gu;

/** The name as the catalogue keeps it: what cannot be stored, and `%` itself, as `%` and four hexadecimal digits. */
export function escapeName(name: string): string {
  return name.replaceAll(/[%\0]|\p{Surrogate}/gu, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export function unescapeName(escaped: string): string {
  return escaped.replaceAll(/%([0-9a-f]{4})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
