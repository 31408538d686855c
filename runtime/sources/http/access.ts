/** Who may send data over HTTP. */

import type { OpenAct } from "../../telemetry/open-act.ts";

export interface HttpAccess {
  /** Whether a request may write to a realm, and to the database that its address stands for. Asked for each part of what it sends. */
  mayWrite(request: object, realm: string, database: string): "allowed" | "unauthenticated" | "forbidden";
  /** Whose credential a request has. */
  userOf(request: object): string | undefined;
  /** Ends the act when it is not allowed any more. Gives what stops watching. */
  follow(request: object, act: OpenAct): () => void;
}
