/**
 * Downlinks for devices whose uplinks a network server posts. The Things Stack's posts contain the address and the key for
 * pushing downlinks: since the sender of the post chooses both, only servers named in the configuration are contacted.
 * ChirpStack's contain the device's EUI; address and token of its REST API are in the configuration.
 * [https://www.thethingsindustries.com/docs/integrations/webhooks/scheduling-downlinks/; chirpstack-rest-api]
 */

import { OwnedMap } from "../../lib/owned-map.ts";
import { NotSent, type ReplyPath } from "../../model/command.ts";
import type { PostedReplies } from "../../model/device-network.ts";
import { chirpstackEui, downlinkOf, queueItemOf, takesPush } from "./network-servers.ts";

interface Push {
  readonly url: string;
  readonly key: string;
}

const PUSH_HEADER = "x-downlink-push";
const KEY = "x-downlink-apikey";
const MOST_KNOWN = 10_000;
const ANSWER_MS = 9000;

export class WebhookDownlinks implements PostedReplies {
  readonly header = PUSH_HEADER;
  readonly #origins: ReadonlySet<string>;
  /** By place; in memory only. */
  readonly #known = new OwnedMap<Push>(MOST_KNOWN);

  readonly #chirpstack: Push | undefined;

  /**
   * @param servers permitted addresses of The Things Stack; empty: none
   * @param chirpstack ChirpStack's REST API, with the token as password
   */
  constructor(servers: readonly string[], chirpstack?: string) {
    this.#origins = new Set(servers.map((server) => new URL(server).origin));
    if (chirpstack === undefined) return;
    const { origin, pathname, password } = new URL(chirpstack);
    this.#chirpstack = { url: `${origin}${pathname.replace(/\/$/, "")}`, key: decodeURIComponent(password) };
  }

  learn(place: string, header: (name: string) => string | undefined): void {
    const url = header(PUSH_HEADER);
    if (url === undefined || this.#origins.size === 0) return;
    const key = header(KEY);
    this.#known.delete(place);
    if (key === undefined || !this.#mayAsk(url)) return;
    this.#known.set(place.split("/", 1)[0]!, place, { url, key });
  }

  reaches(to: string): boolean {
    if (chirpstackEui(to) !== undefined) return this.#chirpstack !== undefined;
    return this.#origins.size > 0 && takesPush(to);
  }

  async send(...[place, to, frame, sending]: Parameters<ReplyPath["send"]>): Promise<void> {
    const eui = chirpstackEui(to);
    if (eui !== undefined && this.#chirpstack !== undefined) {
      const { url, key } = this.#chirpstack;
      const answer = await post({ url: `${url}/api/devices/${eui}/queue`, key }, queueItemOf(frame, sending));
      const item: unknown = await answer.json().catch(() => undefined);
      if (typeof item === "object" && item !== null && "id" in item && typeof item.id === "string")
        sending.onReference?.(item.id);
      return;
    }
    const push = this.#known.get(place);
    if (push === undefined)
      throw new NotSent("its webhook has no downlink API key, or its server is not in [http] downlinks");
    const answer = await post(push, downlinkOf(to, frame, sending).body);
    await answer.body?.cancel();
  }

  #mayAsk(text: string): boolean {
    if (!URL.canParse(text)) return false;
    const { origin, pathname, username } = new URL(text);
    return this.#origins.has(origin) && username === "" && pathname.endsWith("/down/push");
  }
}

/** @throws NotSent if the server did not take it; Error if that is unknown */
async function post({ url, key }: Push, body: object): Promise<Response> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
    // A redirect could lead to a server that the configuration does not name.
    redirect: "manual",
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((error: Error) => {
    throw isRefusedConnection(error) ? new NotSent("the network server does not answer") : error;
  });
  if (answer.ok) return answer;
  await answer.body?.cancel();
  const problem = `the network server answered ${answer.status}`;
  throw answer.status >= 500 ? new Error(problem) : new NotSent(problem);
}

function isRefusedConnection({ cause }: Error): boolean {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return code === "ECONNREFUSED" || code === "ENOTFOUND";
}
