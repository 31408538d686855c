/** `structline reload`: the running service reads its configuration again. */

import type { ReloadOutcome } from "../../api/reload-api.ts";
import type { Action } from "../action.ts";
import { TOKEN } from "../service-client.ts";

export const reload: Action = {
  name: "reload",
  channel: false,
  summary: "Let the running service read its configuration again",
  example: "channel-message reload",
  args: { token: TOKEN, json: { type: "boolean", description: "Print JSON" } },
  async run(context) {
    const outcome = await context.client().post<ReloadOutcome>("/reload", {});
    if (context.isJson) context.print(JSON.stringify(outcome, undefined, 2));
    else for (const line of [outcome.message, ...outcome.restarts]) context.print(line);
  },
};
