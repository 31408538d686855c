/** `channel-message users list|add|token|revoke|remove`: manages the users file named by `[auth] users_file`. */

import type { Action } from "../../cli/action.ts";

export const users: Action = {
  name: "users",
  after: "delete",
  channel: false,
  summary: "List, add or remove the service's users, make or revoke their tokens",
  example: "channel-message users add ida --read lab,mqttkit-1 --write mqttkit-1",
  args: {
    verb: { type: "positional", required: true, description: "list, add, token, revoke or remove" },
    name: { type: "positional", required: false, description: "User; revoke: the token's id, as list prints it" },
    read: { type: "string", description: "add: realms to read, separated by commas; * for all", valueHint: "realms" },
    write: { type: "string", description: "add: realms to write, separated by commas; * for all", valueHint: "realms" },
    command: {
      type: "string",
      description: "add: channels or devices to command, as lab/rig or lab/rig:set_point; * for all",
      valueHint: "places",
    },
    admin: { type: "boolean", description: "add: has all rights, including rejected messages" },
    "no-password": { type: "boolean", description: "add: no password; the user has only tokens" },
    json: { type: "boolean", description: "list: print JSON" },
  },
  async run(context) {
    // Loaded here: the validator of the file takes longer to load than any other action takes to run.
    const { changeUsers } = await import("./users-verbs.ts");
    await changeUsers(context, context.positionals);
  },
};
