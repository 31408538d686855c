/** All kinds of messages in the log of a service. */

import { Addressing } from "../intake/addressing.ts";
import type { DecodingEpoch } from "../intake/decoding-epoch.ts";
import type { MessageKinds } from "../intake/message-kind.ts";
import { PARTS } from "../parts/parts.ts";
import { messageKinds } from "../sources/registry.ts";
import type { NameObserver } from "../sources/source.ts";

const ADDRESSING = new Addressing({
  forms: PARTS.flatMap(({ forms }) => forms ?? []),
  networks: PARTS.flatMap(({ network }) => network ?? []),
  topics: PARTS.flatMap(({ topics }) => topics ?? []),
});

/** Those of the sources, and those that parts of the service itself produce. */
export function kindsOf(epoch: DecodingEpoch, observer?: NameObserver): MessageKinds {
  const others = PARTS.flatMap(({ messages }) => messages?.(epoch) ?? []);
  return messageKinds(epoch, { observer, others, addressing: ADDRESSING });
}
