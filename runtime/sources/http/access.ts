/** Access control for data over HTTP. */

import type { OpenAct } from "../../model/open-act.ts";

export interface HttpAccess {
  /** Whether a request may write to a realm, and to the database of its address. Checked for each part of its data. */
  mayWrite(request: object, realm: string, database: string): "allowed" | "unauthenticated" | "forbidden";
  /** The user of a request's credential. */
  userOf(request: object): string | undefined;
  /** Ends the action when it is no longer allowed. Returns a function that stops watching. */
  follow(request: object, act: OpenAct): () => void;
}
