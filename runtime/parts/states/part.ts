/** The state of every device in one short answer (`/read/state`), for the page and other programs. */

import { join } from "node:path";
import { isAnnotations } from "../../model/address.ts";
import type { Message } from "../../model/message.ts";
import type { PartKind } from "../part-kind.ts";
import { DeviceStates } from "./device-states.ts";

/** A fleet's newest rows are read before anybody looks. Fewer devices need no preparation, more take memory. */
const FLEET = { least: 1000, most: 20_000 };

export const STATES: PartKind = {
  name: "states",
  open() {
    const states = new DeviceStates();
    let isFed = false;
    let received = 0;
    let annotations = 0;
    let last: Message | undefined;
    return {
      async ingest({ events, decoding, directory, log }) {
        isFed = true;
        const { DeviceAddresses } = await import("./device-addresses.ts");
        const addresses = await DeviceAddresses.open(join(directory, "addresses.json"), states, (sentence) =>
          log.warn({ event: "addresses" }, sentence),
        );
        events.on("point", (point, message) => {
          if (message !== last) received += 1;
          last = message;
          if (isAnnotations(point.measurement)) annotations += 1;
          else states.see(point, message.receivedNs, () => decoding.now.of(message).addressOf(message));
        });
        events.on("refused", ({ address, code, receivedNs }) => states.refuse(address, code, receivedNs));
        return { name: "addresses", close: () => addresses.close() };
      },
      async view({ routes, reading, provided, callers, events, log }) {
        const [{ StatesReader }, { statesApi }] = await Promise.all([
          import("./read-states.ts"),
          import("./states-api.ts"),
        ]);
        const counts = () => ({ received, annotations });
        const reader = new StatesReader({ states, reading, provided, counts, isFed: () => isFed });
        events.on("visited", () => reader.expect(Date.now()));
        events.on("columns", () => reader.changed());
        events.on("reloaded", () => reader.changed());
        events.on("removed", () => reader.removed());
        routes.route("/", statesApi({ reader, log, ...callers }));
        return {
          name: "states",
          // The store reads in its own thread, while the rest of the service starts.
          start: () => {
            if (states.size >= FLEET.least && states.size <= FLEET.most) reader.expect(Date.now());
          },
        };
      },
    };
  },
};
