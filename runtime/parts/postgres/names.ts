/** Names for PostgreSQL: at most 63 bytes, and not reserved. The registry (`registry.ts`) maps them back. */

import { createHash } from "node:crypto";

/** [PostgreSQL 15, 4.1.1: NAMEDATALEN] */
const MOST_BYTES = 63;

/** Existing schemas and columns. */
const TAKEN = new Set([
  ...["information_schema", "structline"],
  ...["time", "time_ns", "_more", "_series", "tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"],
]);

/** The name itself if possible, else its beginning with a hash. */
export function ownName(name: string): string {
  const isPlain = name !== "" && Buffer.byteLength(name) <= MOST_BYTES && !TAKEN.has(name) && !/^pg_/i.test(name);
  // A name that looks like a generated one could collide with it.
  return isPlain && !/_[0-9a-f]{16}$/.test(name) ? name : hashedName(name);
}

export function hashedName(name: string): string {
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 16);
  return `${name.replaceAll(/[^A-Za-z0-9_]/g, "_").slice(0, 40)}_${hash}`;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function text(value: string): string {
  // Backslashes are literal only with standard_conforming_strings, the default since 9.1; E'' means the same
  // everywhere.
  return `E'${value.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
