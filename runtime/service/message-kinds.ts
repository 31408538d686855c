/** All sources, and all kinds of messages in the log of a service. */

import { Addressing } from "../intake/addressing.ts";
import type { DecodingEpoch } from "../intake/decoding-epoch.ts";
import type { MessageKinds } from "../intake/message-kind.ts";
import { PARTS } from "../parts/parts.ts";
import { messageKinds, SOURCES } from "../sources/registry.ts";
import type { NameObserver, SourceType } from "../sources/source.ts";

const OF_PARTS = PARTS.flatMap(({ sources }) => sources ?? []);

/** In starting order; if two routes match, the earlier one applies. */
export const ALL_SOURCES: readonly SourceType[] = [...OF_PARTS, ...SOURCES];

/** Endpoints of channels that parts have. */
export const ENDPOINT_KINDS = PARTS.flatMap(({ endpoints }) => endpoints ?? []);

const ADDRESSING = new Addressing({
  forms: PARTS.flatMap(({ forms }) => forms ?? []),
  networks: PARTS.flatMap(({ network }) => network ?? []),
  topics: PARTS.flatMap(({ topics }) => topics ?? []),
});

/** Those of the sources, and those that parts of the service itself produce. */
export function kindsOf(epoch: DecodingEpoch, observer?: NameObserver): MessageKinds {
  const others = PARTS.flatMap(({ messages }) => messages?.(epoch) ?? []);
  return messageKinds(epoch, { observer, moreTypes: OF_PARTS, others, addressing: ADDRESSING });
}
