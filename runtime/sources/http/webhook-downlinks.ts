/**
 * Downlinks for devices whose uplinks The Things Stack posts: each post contains the address and the key for pushing
 * downlinks. Since the sender of the post chooses both, only servers named in the configuration are contacted.
 * [https://www.thethingsindustries.com/docs/integrations/webhooks/scheduling-downlinks/]
 */

import { NotSent, type WayBack } from "../../commands/command.ts";
import { downlinkOf, takesPush } from "../../commands/lorawan.ts";

interface Push {
  readonly url: string;
  readonly key: string;
}

export const PUSH_HEADER = "x-downlink-push";
const KEY = "x-downlink-apikey";
const MOST_KNOWN = 10_000;
const ANSWER_MS = 9000;

export class WebhookDownlinks implements WayBack {
  readonly #origins: ReadonlySet<string>;
  /** By place; in memory only. */
  readonly #known = new Map<string, Push>();

  /** @param servers permitted addresses; empty: none */
  constructor(servers: readonly string[]) {
    this.#origins = new Set(servers.map((server) => new URL(server).origin));
  }

  learn(place: string, header: (name: string) => string | undefined): void {
    const url = header(PUSH_HEADER);
    if (url === undefined || this.#origins.size === 0) return;
    const key = header(KEY);
    this.#known.delete(place);
    if (key === undefined || !this.#mayAsk(url)) return;
    if (this.#known.size >= MOST_KNOWN) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(place, { url, key });
  }

  reaches(to: string): boolean {
    return this.#origins.size > 0 && takesPush(to);
  }

  async send(...[place, to, frame, sending]: Parameters<WayBack["send"]>): Promise<void> {
    const push = this.#known.get(place);
    if (push === undefined)
      throw new NotSent("its webhook has no downlink API key, or its server is not in [http] downlinks");
    const { body } = downlinkOf(to, frame, sending);
    const answer = await fetch(push.url, {
      method: "POST",
      headers: { Authorization: `Bearer ${push.key}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      // A redirect could lead to a server that the configuration does not name.
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch((error: Error) => {
      throw isRefusedConnection(error) ? new NotSent("the network server does not answer") : error;
    });
    await answer.body?.cancel();
    if (answer.ok) return;
    const told = `the network server answered ${answer.status}`;
    throw answer.status >= 500 ? new Error(told) : new NotSent(told);
  }

  #mayAsk(text: string): boolean {
    if (!URL.canParse(text)) return false;
    const { origin, pathname, username } = new URL(text);
    return this.#origins.has(origin) && username === "" && pathname.endsWith("/down/push");
  }
}

function isRefusedConnection({ cause }: Error): boolean {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return code === "ECONNREFUSED" || code === "ENOTFOUND";
}
