/** `channel-message <channel> adopt`: writes `messages =` for a vendor's header, through the generator's program. */

import type { Action } from "../action.ts";
import { CommandError } from "../command-error.ts";

/** The built generator, beside this program. */
const GENERATOR = "./generator/cli.js";

export const adopt: Action = {
  name: "adopt",
  channel: true,
  summary:
    "Write 'messages =' into channels.ini for a header that does not say which structs are messages, and make its codecs",
  example: "channel-message car adopt",
  args: {},
  async run({ channel, settings }) {
    const { name } = channel();
    process.argv.splice(2, process.argv.length, "--adopt", name, "--config", settings().file);
    await import(new URL(GENERATOR, import.meta.url).href);
    if (process.exitCode !== 0) throw new CommandError(`no codecs were made for channel '${name}'`);
  },
};
