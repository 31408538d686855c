/** The state of every device in one short answer (`/read/state`), for the page and other programs. */

import type { Message } from "../../model/message.ts";
import type { PartKind } from "../part-kind.ts";
import { DeviceStates } from "./device-states.ts";

export const STATES: PartKind = {
  name: "states",
  open() {
    const states = new DeviceStates();
    let isFed = false;
    let received = 0;
    let last: Message | undefined;
    return {
      async ingest({ events, decoding }) {
        isFed = true;
        events.on("point", (point, message) => {
          if (message !== last) received += 1;
          last = message;
          states.see(point, message.receivedNs, () => decoding.now.of(message).addressOf(message));
        });
        return undefined;
      },
      async view({ routes, reading, provided, callers, events, log }) {
        const [{ StatesReader }, { statesApi }] = await Promise.all([
          import("./read-states.ts"),
          import("./states-api.ts"),
        ]);
        const reader = new StatesReader({ states, reading, provided, received: () => received, isFed: () => isFed });
        events.on("columns", () => reader.changed());
        events.on("reloaded", () => reader.changed());
        events.on("removed", () => reader.removed());
        routes.route("/", statesApi({ reader, log, ...callers }));
        return undefined;
      },
    };
  },
};
