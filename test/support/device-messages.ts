/** Kinds of messages without a service around them. */

import type { Addressing } from "../../runtime/intake/addressing.ts";
import { type DecodingEpoch, epochOf } from "../../runtime/intake/decoding-epoch.ts";
import type { Decoded } from "../../runtime/intake/intake.ts";
import type { Decoding, MessageKinds } from "../../runtime/intake/message-kind.ts";
import type { Message } from "../../runtime/model/message.ts";
import type { DecodedRealm } from "../../runtime/model/realm-settings.ts";
import { messageKinds } from "../../runtime/sources/registry.ts";

/** Of realms without channels; rows without a time follow each other by a nanosecond. */
export function epochWith(realms: readonly DecodedRealm[] = [], dropFields: readonly string[] = []): DecodingEpoch {
  return { ...epochOf({ realms, channels: [], http: { dropFields } }, new Map()), receiptStepNs: 1 };
}

/** @param addressing by default our own */
export function decodingWith(
  realms: readonly DecodedRealm[] = [],
  dropFields: readonly string[] = [],
  addressing?: Addressing,
): Decoding {
  return { now: messageKinds(epochWith(realms, dropFields), addressing && { addressing }) };
}

export function kindsOf(realms: readonly DecodedRealm[] = [], addressing?: Addressing): MessageKinds {
  return decodingWith(realms, [], addressing).now;
}

export function decodeDeviceMessage(message: Message, { realms }: { realms: readonly DecodedRealm[] }): Decoded {
  return kindsOf(realms).of(message).decode(message);
}
