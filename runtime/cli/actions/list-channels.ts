/** `channel-message list-channels` */

import type { Action } from "../action.ts";
import { UsageError } from "../command-error.ts";

export const listChannels: Action = {
  name: "list-channels",
  channel: false,
  summary: "Print the configured channel sections, one a line",
  example: "channel-message list-channels --config channels.ini",
  args: { json: { type: "boolean", description: "Print one JSON object" } },
  async run({ settings, print, isJson, positionals }) {
    if (positionals.length > 0) throw new UsageError("list-channels takes no arguments, only options");
    const names = settings().channels.map(({ name }) => `lab-${name}`);
    if (isJson) {
      print(JSON.stringify({ channels: names }));
      return;
    }
    print("Channel names:");
    for (const name of names) print(name);
  },
};
