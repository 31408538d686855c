/** SocketCAN: `sources = can:can0`. */

import type { PartKind } from "../part-kind.ts";

export const CAN: PartKind = {
  name: "can",
  endpoints: [{ kinds: ["can"], isTwoWay: true, make: async () => (await import("./can-bus.ts")).canEndpoint }],
};
