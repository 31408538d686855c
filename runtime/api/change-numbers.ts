/** Numbers of changes in answers: the next request asks with one only for what has changed since (`since=`). */

import { createHash, randomBytes } from "node:crypto";
import { query } from "../http/parameters.ts";

const LONGEST = 100;

export const SINCE = query("since", "`change` of an earlier answer: only what has changed", "3f0c2a9b1d44.120", {
  type: "string",
  maxLength: LONGEST,
});

export class ChangeNumbers {
  /** Numbers of another process, or from before `renew`, mean nothing. */
  #run = newRun();

  renew(): void {
    this.#run = newRun();
  }

  /** @param rights of `rightsOf`: to whom more is shown than before, all is */
  written(change: number, rights: string): string {
    return `${this.#run}${rights}.${change}`;
  }

  /** Undefined: all has to be told. */
  read(since: string | null | undefined, rights: string): number | undefined {
    const [run, number = ""] = since?.split(".") ?? [];
    return run === `${this.#run}${rights}` && /^\d+$/.test(number) ? Number(number) : undefined;
  }
}

/** Changes with the databases that may be read; empty if all may. */
export function rightsOf(databases: ReadonlySet<string>, mayRead: (database: string) => boolean): string {
  const shown = [...databases].filter(mayRead);
  return shown.length === databases.size
    ? ""
    : createHash("sha256").update(shown.join("\0")).digest("hex").slice(0, 12);
}

function newRun(): string {
  return randomBytes(6).toString("hex");
}
