/** Serial ports: `sources = serial:/dev/ttyUSB0@115200`, and CAN adapters there, `slcan:/dev/ttyACM0@500k`. */

import type { PartKind } from "../part-kind.ts";

export const SERIAL: PartKind = {
  name: "serial",
  endpoints: [
    {
      kinds: ["serial", "slcan"],
      isTwoWay: true,
      make: async () => (await import("./serial-endpoint.ts")).serialEndpoint,
    },
  ],
};
