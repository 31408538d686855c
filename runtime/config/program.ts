/** Version and commit of this program. */

import { readFileSync } from "node:fs";
import packageJson from "../../package.json" with { type: "json" };

export const VERSION = packageJson.version;

/** The output of `git describe --always --dirty`; undefined if it is unknown, as when the sources run directly. */
export const COMMIT = builtFrom();

/** `structline 0.1.0 (1a2b3c4d5e6f)` */
export function programText(name: string): string {
  return `${name} ${VERSION}${COMMIT === undefined ? "" : ` (${COMMIT})`}`;
}

// In a file beside the program, so that a new commit with the same sources needs no new build.
function builtFrom(): string | undefined {
  for (const path of ["build.json", "../build.json"]) {
    try {
      const { commit } = JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")) as { commit?: string };
      return commit;
    } catch {}
  }
  return undefined;
}
