/** What nodes say of each other. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Msg, NatsConnection } from "@nats-io/transport-node";
import { ZONE_VERSION } from "../../../runtime/model/time-zone.ts";
import { Members } from "../../../runtime/parts/cluster/members.ts";
import type { ClusterNames } from "../../../runtime/parts/cluster/names.ts";

const SELF = { node: "a", role: "all", version: "1", url: "", state: "ok", waiting: 0, deadLetters: 0 } as const;

test("a node with other time zones is named, until it has these", async () => {
  const said: string[] = [];
  let hear: (message: Msg) => void = () => {};
  const connection = {
    isClosed: () => false,
    publish: (_: string, text: string) => said.push(text),
    subscribe: (_: string, { callback }: { callback: (error: null, message: Msg) => void }) => {
      hear = (message) => callback(null, message);
    },
    flush: async () => {},
  };
  const members = new Members(connection as unknown as NatsConnection, { members: "m" } as ClusterNames, () => SELF);
  const tell = (zones: object) => {
    const text = JSON.stringify({ ...JSON.parse(said[0]!), node: "b", host: "box-b", zones: undefined, ...zones });
    hear({ data: Buffer.from(text) } as unknown as Msg);
  };
  assert.equal(members.otherZones, undefined);
  tell({ zones: "2025c" });
  assert.equal(
    members.otherZones,
    `the node at box-b has time zones 2025c, this one ${ZONE_VERSION}: update the older one`,
  );
  tell({});
  assert.equal(members.otherZones, undefined, "an older program does not say it");
  tell({ zones: ZONE_VERSION });
  assert.equal(members.otherZones, undefined);
  assert.equal(members.list().length, 2);
  await members.leave();
});
