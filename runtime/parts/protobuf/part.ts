/** Bodies in Protobuf, by the `.proto` files that realms and vendors' topics name. */

import type { PartKind } from "../part-kind.ts";
import { PROTOBUF_FORMS } from "./forms.ts";
import { MAP_PROTO, PROTO, type ProtobufSettings, REALM_PROTO } from "./keys.ts";

export const PROTOBUF: PartKind<ProtobufSettings> = {
  name: "protobuf",
  keys: [REALM_PROTO, MAP_PROTO],
  settings: PROTO,
  forms: PROTOBUF_FORMS,
  open: (settings) => ({
    async exchange({ provided, decoding, events, log }) {
      const { openDefinitions, ProtobufBodies } = await import("./protobuf-bodies.ts");
      const bodies = new ProtobufBodies(settings(), await openDefinitions(settings()), () => decoding.now.epoch);
      events.on("reloaded", () => {
        const next = settings();
        openDefinitions(next).then(
          (known) => bodies.use(next, known),
          (error: Error) =>
            log.error(
              { event: "protobuf.reload", error: error.message },
              "the definitions of Protobuf bodies stay as they were",
            ),
        );
      });
      provided.bodyReaders = [...(provided.bodyReaders ?? []), bodies];
      return undefined;
    },
  }),
};
