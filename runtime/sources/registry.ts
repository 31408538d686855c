/** Our own sources; parts have others. A new source needs a folder and a line here; its name is stored in logs and must never change. */

import { type Addressing, OWN_ADDRESSING } from "../intake/addressing.ts";
import type { DecodingEpoch } from "../intake/decoding-epoch.ts";
import { type MessageKind, MessageKinds } from "../intake/message-kind.ts";
import { frames } from "./frames/frames.ts";
import { http } from "./http/http.ts";
import { mqtt } from "./mqtt/mqtt.ts";
import type { NameObserver, SourceType } from "./source.ts";
import { udp } from "./udp/udp.ts";

/**
 * In starting order: UDP last, since lost datagrams are not repeated. Frames before HTTP: their route is below `/api/`.
 */
export const SOURCES: readonly SourceType[] = [frames, http, mqtt, udp];

export interface KindsOptions {
  /** Called with each device's address on arrival. */
  readonly observer?: NameObserver | undefined;
  readonly types?: readonly SourceType[];
  /** Sources of parts. */
  readonly moreTypes?: readonly SourceType[];
  /** Kinds of messages that no source receives. */
  readonly others?: readonly MessageKind[];
  /** By default our own only. */
  readonly addressing?: Addressing;
}

export function messageKinds(epoch: DecodingEpoch, options: KindsOptions = {}): MessageKinds {
  const { observer, types = SOURCES, moreTypes = [], others = [], addressing = OWN_ADDRESSING } = options;
  const ofSources = [...moreTypes, ...types].map((type) => type.messages(epoch, addressing, observer));
  return new MessageKinds(epoch, [...ofSources, ...others], addressing);
}
