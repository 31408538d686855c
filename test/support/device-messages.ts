/** Kinds of messages without a service around them. */

import type { RealmSettings } from "../../runtime/config/settings.ts";
import type { Decoded } from "../../runtime/intake/intake.ts";
import type { MessageKinds } from "../../runtime/intake/message-kind.ts";
import { messageKinds } from "../../runtime/sources/registry.ts";
import type { Message } from "../../runtime/telemetry/message.ts";

export function kindsOf(realms: readonly RealmSettings[] = []): MessageKinds {
  return messageKinds({ realms, channels: { decoder: () => undefined } });
}

export function decodeDeviceMessage(message: Message, { realms }: { realms: readonly RealmSettings[] }): Decoded {
  return kindsOf(realms).of(message).decode(message);
}
