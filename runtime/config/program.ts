/** Which program this is: its version, and the commit that it was built from. */

import { readFileSync } from "node:fs";
import packageJson from "../../package.json" with { type: "json" };

export const VERSION = packageJson.version;

/** As `git describe --always --dirty` says it; undefined where that is not known, as when the sources themselves run. */
export const COMMIT = builtFrom();

/** `structline 0.1.0 (1a2b3c4d5e6f)` */
export function programText(name: string): string {
  return `${name} ${VERSION}${COMMIT === undefined ? "" : ` (${COMMIT})`}`;
}

// Beside the program, and not within it: the same sources need not be built again for another commit.
function builtFrom(): string | undefined {
  for (const place of ["build.json", "../build.json"]) {
    try {
      const { commit } = JSON.parse(readFileSync(new URL(place, import.meta.url), "utf8")) as { commit?: string };
      return commit;
    } catch {}
  }
  return undefined;
}
