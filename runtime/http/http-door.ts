/** The HTTP listener as a part of `/health`, which is put together before it listens. */

import type { Observable, PartStatus } from "../telemetry/part-status.ts";

export class HttpDoor implements Observable {
  /** Undefined while it does not listen. */
  url: string | undefined;

  status(): PartStatus {
    return { state: this.url === undefined ? "down" : "ok", detail: this.url ?? "not listening" };
  }
}
