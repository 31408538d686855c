/** Commands go out on the way of a device's newest frame, which a reload may change. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Peers } from "../../../runtime/parts/commands/peers.ts";
import { makePoint } from "../../support/store-contract.ts";

test("the way of a device's commands is that of its newest frame", () => {
  const peers = new Peers();
  const note = (via: string | undefined, ms: number) => {
    const arrival = {
      place: "lab/orders",
      to: "udp://127.0.0.1:9",
      watched: new Map(),
      ...(via !== undefined && { via }),
    };
    peers.note(arrival, makePoint(1n, {}), ms);
    return peers.viaOf("lab/orders", arrival.to);
  };
  assert.equal(note("lab/first", 1000), "lab/first");
  assert.equal(note("lab/second", 2000), "lab/second");
  assert.equal(note("lab/first", 1500), "lab/second", "a frame that comes late");
  assert.equal(note(undefined, 3000), "lab/orders", "the channel's own");
});
