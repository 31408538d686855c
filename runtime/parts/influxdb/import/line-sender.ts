/** Sends lines to the service's `/write`, and repeats them while the service cannot keep them. */

import { setTimeout as sleep } from "node:timers/promises";
import { CommandError } from "../../../cli/command-error.ts";
import type { ServiceClient } from "../../../cli/service-client.ts";
import type { RowForm } from "./row-lines.ts";

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** Gives up after this time without an accepted batch, ms. */
const PATIENCE_MS = 300_000;
/** [LineWrites] */
const PARTIAL = /^partial write: .*dropped=(\d+)$/s;

export class LineSender {
  readonly #client: ServiceClient;
  readonly #path: string;
  readonly #onRefused: (sentence: string) => void;

  constructor(
    { client, into, tags }: RowForm & { readonly client: ServiceClient; readonly into: string },
    onRefused: (sentence: string) => void,
  ) {
    this.#client = client;
    this.#path = `/write?${new URLSearchParams({ db: into, precision: "ns", times: "any", ...(tags !== "series" && { tags: "columns" }) })}`;
    this.#onRefused = onRefused;
  }

  /** @returns number of refused lines. @throws CommandError */
  async send(body: Buffer): Promise<number> {
    if (body.length === 0) return 0;
    let pauseMs = FIRST_PAUSE_MS;
    for (const deadline = performance.now() + PATIENCE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const answer = await this.#client.tryPost(this.#path, body);
      if (answer.status === 204) return 0;
      const said = messageOf(answer.text);
      const dropped = answer.status === 400 ? PARTIAL.exec(said)?.[1] : undefined;
      if (dropped !== undefined) {
        this.#onRefused(said);
        return Number(dropped);
      }
      const mayHelp = answer.status === undefined || answer.status === 503 || answer.status === 429;
      if (!mayHelp || performance.now() > deadline)
        throw new CommandError(`the service does not accept the rows: ${said}; run the command again to continue here`);
      await sleep(pauseMs);
    }
  }
}

function messageOf(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === "string" ? error : text;
  } catch {
    return text;
  }
}
