/** All kinds of messages in the log of a service. */

import { CommandMessages } from "../commands/command-messages.ts";
import type { DecodingEpoch } from "../intake/decoding-epoch.ts";
import type { MessageKinds } from "../intake/message-kind.ts";
import { messageKinds } from "../sources/registry.ts";
import type { NameObserver } from "../sources/source.ts";

/** Those of the sources, and states of commands, which only the service itself produces. */
export function kindsOf(epoch: DecodingEpoch, observer?: NameObserver): MessageKinds {
  return messageKinds(epoch, observer, undefined, [new CommandMessages(epoch)]);
}
