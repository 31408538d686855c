/** Commands to devices: orders, their states as events, and what other nodes of a cluster ask. */

import type { PartKind } from "../part-kind.ts";
import { CommandMessages } from "./command-messages.ts";
import { COMMAND_COUNTERS } from "./counters.ts";

export const COMMANDS_PART: PartKind = {
  name: "commands",
  counters: COMMAND_COUNTERS,
  topics: [
    { form: /\/command-state\.json$/, publishes: "service" },
    { form: /\/command\.bin$/, publishes: "service", forDevices: true },
    { form: /[^/]\/command\.json$/, publishes: "commanders" },
  ],
  messages: (epoch) => new CommandMessages(epoch),
  open: () => ({ exchange: async (exchange) => (await import("./commands.ts")).openCommands(exchange) }),
  actions: async () => [(await import("./command-action.ts")).command],
};
