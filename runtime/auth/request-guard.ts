/** Turns away requests that a web page of somebody else makes a browser send, before anybody asks who sent them. */

import { isIP } from "node:net";
import { hostname } from "node:os";
import type { HeaderOf } from "./request-credentials.ts";

export interface Refusal {
  readonly status: 403 | 421;
  /** One sentence. */
  readonly message: string;
}

export interface RequestGuardOptions {
  /** Origins whose pages may send, beside the listener's own; `*` for all. */
  readonly origins: readonly string[];
  /** Names that this service is called by; undefined where every name is good. */
  readonly hosts: readonly string[] | undefined;
}

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

export class RequestGuard {
  readonly #origins: readonly string[];
  readonly #hosts: ReadonlySet<string> | undefined;
  /** The last one that was good. */
  #knownHost = "";

  constructor({ origins, hosts }: RequestGuardOptions) {
    this.#origins = origins;
    this.#hosts = hosts && new Set([...hosts, "localhost", hostname()].map((name) => name.toLowerCase()));
  }

  refusal(method: string, header: HeaderOf): Refusal | undefined {
    const host = header("host") ?? "";
    if (!this.#isOwnName(host)) {
      const message = "This name is not one of the service's; add it to 'hosts' in [http]";
      return { status: 421, message };
    }
    if (SAFE_METHODS.includes(method) || this.#isOwnOrigin(header("origin"), host)) return undefined;
    return { status: 403, message: "Pages of other origins may not send here; see 'cors_origins' in [http]" };
  }

  // A page whose name is made to resolve to this address (DNS rebinding) still has its own name in Host.
  #isOwnName(host: string): boolean {
    if (this.#hosts === undefined || host === this.#knownHost || host === "") return true;
    const name = host
      .replace(/:\d*$/, "")
      .replace(/^\[(.*)\]$/, "$1")
      .replace(/\.$/, "")
      .toLowerCase();
    const isOwn = isIP(name) !== 0 || this.#hosts.has(name) || name.endsWith(".localhost");
    if (isOwn) this.#knownHost = host;
    return isOwn;
  }

  // Browsers tell the origin of every request that changes something, programs tell none. [Fetch 3.1]
  #isOwnOrigin(origin: string | undefined, host: string): boolean {
    if (origin === undefined || this.#origins.includes("*") || this.#origins.includes(origin)) return true;
    return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
  }
}
