/** `channel-message list-channels` */

import type { Action } from "../action.ts";

export const listChannels: Action = {
  name: "list-channels",
  channel: false,
  summary: "Print the configured channel sections, one a line",
  example: "channel-message list-channels --config channels.ini",
  args: {},
  async run({ settings, print }) {
    print("Channel names:");
    for (const { name } of settings().channels) print(`lab-${name}`);
  },
};
