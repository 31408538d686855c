/** `channel-message <channel> adopt`: `messages =` for a vendor's header. The generator's work, in whose program it is. */

import type { Action } from "../action.ts";
import { CommandError } from "../command-error.ts";

/** Built, beside this program. */
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
    if (process.exitCode !== 0) throw new CommandError(`channel '${name}' has no codecs from this`);
  },
};
