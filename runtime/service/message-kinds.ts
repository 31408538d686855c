/** All kinds of messages in the log of a service. */

import type { DecodingEpoch } from "../intake/decoding-epoch.ts";
import type { MessageKinds } from "../intake/message-kind.ts";
import { PARTS } from "../parts/parts.ts";
import { messageKinds } from "../sources/registry.ts";
import type { NameObserver } from "../sources/source.ts";

/** Those of the sources, and those that parts of the service itself produce. */
export function kindsOf(epoch: DecodingEpoch, observer?: NameObserver): MessageKinds {
  const own = PARTS.flatMap(({ messages }) => messages?.(epoch) ?? []);
  return messageKinds(epoch, observer, undefined, own);
}
