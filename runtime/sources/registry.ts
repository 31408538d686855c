/** All sources. A new source needs a folder and a line here; its name is stored in logs and must never change. */

import type { DecodingEpoch } from "../intake/decoding-epoch.ts";
import { type MessageKind, MessageKinds } from "../intake/message-kind.ts";
import { frames } from "./frames/frames.ts";
import { http } from "./http/http.ts";
import { lines } from "./lines/lines.ts";
import { mqtt } from "./mqtt/mqtt.ts";
import type { NameObserver, SourceType } from "./source.ts";
import { udp } from "./udp/udp.ts";

/**
 * In starting order: UDP last, since lost datagrams are not repeated. Frames before HTTP: their route is below `/api/`.
 */
export const SOURCES: readonly SourceType[] = [frames, lines, http, mqtt, udp];

/** @param others kinds of messages that no source receives */
export function messageKinds(
  epoch: DecodingEpoch,
  observer?: NameObserver,
  types: readonly SourceType[] = SOURCES,
  others: readonly MessageKind[] = [],
): MessageKinds {
  return new MessageKinds(epoch, [...types.map((type) => type.messages(epoch, observer)), ...others]);
}
