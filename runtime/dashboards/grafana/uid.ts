/** Identifiers that Grafana takes: at most 40 characters of `[A-Za-z0-9_-]`, the same for the same name for ever. */

import { createHash } from "node:crypto";

const LONGEST = 40;

/** `dashboard` and `rig` → `structline-dashboard-rig`; a name that does not fit → a hash of it. */
export function uidOf(kind: "source" | "folder" | "dashboard", name: string): string {
  const plain = `structline-${kind}-${name}`;
  // A name of our own hashed form may not be mistaken for another one's hash.
  const hashed = /^[0-9a-f]{16}$/.test(name);
  if (!hashed && plain.length <= LONGEST && /^[A-Za-z0-9_-]+$/.test(name)) return plain;
  return `structline-${kind}-${createHash("sha256").update(name, "utf8").digest("hex").slice(0, 16)}`;
}
