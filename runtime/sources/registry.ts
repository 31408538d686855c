/** All sources. A new one is a folder and a line here; its name stands in the log for ever. */

import { CommandMessages } from "../commands/command-messages.ts";
import type { DecodingEpoch } from "../intake/decoding-epoch.ts";
import { MessageKinds } from "../intake/message-kind.ts";
import { frames } from "./frames/frames.ts";
import { http } from "./http/http.ts";
import { lines } from "./lines/lines.ts";
import { mqtt } from "./mqtt/mqtt.ts";
import type { NameObserver, SourceType } from "./source.ts";
import { udp } from "./udp/udp.ts";

/** In the order of starting: UDP last, since nobody repeats a datagram. Frames before HTTP: their route is one of `/api/`. */
export const SOURCES: readonly SourceType[] = [frames, lines, http, mqtt, udp];

export function messageKinds(
  epoch: DecodingEpoch,
  observer?: NameObserver,
  types: readonly SourceType[] = SOURCES,
): MessageKinds {
  // States of commands are the service's own: no source brings them.
  return new MessageKinds(epoch, [...types.map((type) => type.messages(epoch, observer)), new CommandMessages(epoch)]);
}
