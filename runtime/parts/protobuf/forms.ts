/** Topics of devices that send Protobuf: `<address>/data.pb`. */

import { addressOf, deviceLengths, realmOf } from "../../model/address.ts";
import type { AddressForms } from "../../model/address-forms.ts";

export const PROTOBUF_READING = "protobuf";
const ENDING = "data.pb";

export const PROTOBUF_FORMS: AddressForms = {
  dialects: [],
  parse(text, realms, over) {
    if (over !== "topics" || !text.endsWith(`/${ENDING}`)) return undefined;
    const parts = text.split("/").slice(0, -1);
    if (!deviceLengths(parts, realmOf(realms, parts[0] ?? "")).includes(parts.length)) return undefined;
    return addressOf(text, parts, { kind: "data", reading: PROTOBUF_READING }, realms);
  },
  // What is in the log was read on arrival.
  read: (reading, body) => (reading === PROTOBUF_READING ? body : undefined),
  topicEndings: () => [ENDING],
  query: () => undefined,
  bodies: () => ({}),
  manners: () => ({}),
};
