/** Identifiers for Grafana: at most 40 characters of `[A-Za-z0-9_-]`, always the same for the same name. */

import { createHash } from "node:crypto";

const LONGEST = 40;

/** `dashboard` and `rig` → `structline-dashboard-rig`; an unsuitable name → its hash. */
export function uidOf(kind: "source" | "folder" | "dashboard", name: string): string {
  const plain = `structline-${kind}-${name}`;
  // A name in our hashed form could collide with another name's hash.
  const hashed = /^[0-9a-f]{16}$/.test(name);
  if (!hashed && plain.length <= LONGEST && /^[A-Za-z0-9_-]+$/.test(name)) return plain;
  return `structline-${kind}-${createHash("sha256").update(name, "utf8").digest("hex").slice(0, 16)}`;
}
