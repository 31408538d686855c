/** Subscriptions and permissions for downlinks. [D52] */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Credential, generationOf } from "../../../runtime/auth/credential.ts";
import { topicPermissions } from "../../../runtime/auth/mqtt-access.ts";
import { UserDirectory } from "../../../runtime/auth/user-directory.ts";
import { Addressing } from "../../../runtime/intake/addressing.ts";
import { NotSent } from "../../../runtime/model/command.ts";
import { LORAWAN_NETWORK } from "../../../runtime/parts/lorawan/network.ts";
import { downlinkOf, networkEvent } from "../../../runtime/parts/lorawan/network-servers.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { topicFilters } from "../../../runtime/sources/mqtt/topic-filters.ts";

const INI = `[lab]
channels =
[realm-field]
[map-things]
vendor = ttn
address = field/things/{1}/{2}
[map-chirp]
topic = application/7/device/+/event/up
dialect = json
address = field/chirp/seven/{1}
`;

const ADDRESSING = new Addressing({ networks: [LORAWAN_NETWORK] });

const realmsOf = (ini: string) => parseSettings(ini, { file: "/c.ini", shown: "c.ini", environment: {} }).realms;

test("downlink events are subscribed to only for applications whose devices take commands", () => {
  const news = ["v3/+/devices/+/down/ack", "v3/+/devices/+/down/failed", "application/7/device/+/event/ack"];
  const told = (ini: string) => topicFilters(realmsOf(ini), ADDRESSING).filter((filter) => news.includes(filter));
  assert.deepEqual(told(INI), []);
  const commanded = realmsOf(INI).map((realm) => ({ ...realm, binary: "rig" }));
  assert.deepEqual(
    topicFilters(commanded, ADDRESSING).filter((filter) => news.includes(filter)),
    news,
  );
});

test("clients need their device's realm permission to report downlink events, and cannot send downlinks past the service", () => {
  const users = new UserDirectory();
  users.replace([{ name: "ns", password: "hash", read: ["v3"], write: ["field", "v3"], admin: false, tokens: [] }]);
  const credential = new Credential(users, { user: "ns", by: "password", generation: generationOf("hash") });
  const { mayPublish } = topicPermissions(credential, {
    realms: () => realmsOf(INI),
    addressing: ADDRESSING,
    published: () => [],
  });
  const table = [
    "v3/a/devices/d/up",
    "v3/a/devices/d/down/ack",
    "v3/a/devices/d/down/push",
    "v3/a/devices/d/down/replace",
    "application/7/device/e/event/ack",
    "application/7/device/e/command/down",
    "application/8/device/e/event/ack",
  ].map((topic) => `${topic} ${mayPublish(topic)}`);
  assert.deepEqual(table, [
    "v3/a/devices/d/up true",
    "v3/a/devices/d/down/ack true",
    "v3/a/devices/d/down/push false",
    "v3/a/devices/d/down/replace false",
    "application/7/device/e/event/ack true",
    "application/7/device/e/command/down false",
    "application/8/device/e/event/ack false",
  ]);
});

test("without a port nothing is sent; events without a known command, or with invalid JSON, are ignored", () => {
  assert.throws(() => downlinkOf("ttn:a/d", Uint8Array.of(1), { id: 1, isConfirmed: false }), NotSent);
  const said = (body: string) => networkEvent("v3/a/devices/d/down/ack", Buffer.from(body));
  for (const body of [
    "",
    "null",
    "[]",
    "7",
    "{}",
    '{"downlink_ack":null}',
    '{"downlink_ack":{"correlation_ids":"structline:command:1"}}',
    '{"downlink_ack":{"correlation_ids":[{},"structline:command:x"]}}',
  ])
    assert.equal(said(body), undefined, body);
  assert.deepEqual(said('{"downlink_ack":{"correlation_ids":["as:1","structline:command:1700000000000"]}}'), {
    to: "ttn:a/d",
    id: 1_700_000_000_000,
    outcome: "acknowledged",
    reason: "",
  });
});
