/** `POST /reload`: reads the configuration again, as SIGHUP does where it exists. */

import type { Hono } from "hono";
import type { Callers } from "../http/caller.ts";
import { administrators } from "../http/permission.ts";
import { type Route, routed } from "../http/route.ts";
import { listOf, record, TEXT, TRUTH } from "../http/schema.ts";
import { JSON_TYPE } from "./common-parameters.ts";

/** What a reload did. */
export interface ReloadOutcome {
  readonly reloaded: boolean;
  /** One sentence, as in the log. */
  readonly message: string;
  /** A sentence for each changed key that waits for a restart. */
  readonly restarts: readonly string[];
}

export interface ReloadApiOptions extends Callers {
  readonly reload: () => Promise<ReloadOutcome>;
}

const ROUTES: readonly Route<ReloadApiOptions>[] = [
  {
    method: "post",
    path: "/reload",
    summary: "Reads the configuration again, and applies what can change while the service runs",
    answer: record({ reloaded: TRUTH, message: TEXT, restarts: listOf(TEXT) }),
    answers: [JSON_TYPE],
    errors: [400, 503],
    may: administrators("Only administrators may reload the configuration"),
    handle: async (context, { reload }) => {
      const outcome = await reload();
      return outcome.reloaded ? context.json(outcome) : context.text(outcome.message, 400);
    },
  },
];

export function reloadApi(parts: ReloadApiOptions): Hono {
  return routed(ROUTES, parts);
}
