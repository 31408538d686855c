/** Plays recordings of networks, CAN buses and streams: `sources = file:capture.pcap`, and standard input. */

import type { PartKind } from "../part-kind.ts";

export const CAPTURES: PartKind = {
  name: "captures",
  endpoints: [
    {
      kinds: ["file", "stdin"],
      async make() {
        const { RecordingEndpoint } = await import("./recording-endpoint.ts");
        return (endpoint, { udpPort }, context) =>
          new RecordingEndpoint(endpoint.kind === "file" ? endpoint.path : undefined, udpPort || undefined, context);
      },
    },
  ],
};
