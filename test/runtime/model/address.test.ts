import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  type Address,
  channelId,
  directId,
  parsePath,
  parseTopic,
  storedName,
} from "../../../runtime/model/address.ts";
import { errorTopics, udpErrorTopic } from "../../../runtime/model/error-topics.ts";
import { NameCollisions } from "../../../runtime/model/name-collisions.ts";
import type { RealmSettings } from "../../../runtime/model/realm-settings.ts";

const REALMS: readonly RealmSettings[] = [
  { name: "mqttkit-1", networks: [], timezone: "UTC" },
  { name: "hiveeyes", networks: ["my-net", "my-net-2", "acme"], timezone: "Europe/Berlin" },
];

/** Topic → where it is stored, and the channel. */
const TOPICS: readonly (readonly [string, string, string])[] = [
  [
    "mqttkit-1/testdrive/area-42/node-1/data.json",
    "mqttkit_1_testdrive/area_42_node_1_sensors",
    "/mqttkit-1/testdrive/area-42/node-1",
  ],
  [
    "mqttkit-1/testdrive/area-42/node-1/event.json",
    "mqttkit_1_testdrive/area_42_node_1_events",
    "/mqttkit-1/testdrive/area-42/node-1",
  ],
  [
    "mqttkit-1/testdrive/area-42/node-1/data/temperature",
    "mqttkit_1_testdrive/area_42_node_1_sensors",
    "/mqttkit-1/testdrive/area-42/node-1",
  ],
  [
    "mqttkit-1/channel/testdrive-area-42/data.json",
    "mqttkit_1_testdrive/area_42_sensors",
    "/mqttkit-1/testdrive/area/42",
  ],
  [
    "mqttkit-1/channel/testdrive-area-42-node-1/data.json",
    "mqttkit_1_testdrive/area_42_node_1_sensors",
    "/mqttkit-1/testdrive/area/42-node-1",
  ],
  ["mqttkit-1/channel/a-b/data.json", "mqttkit_1_default/a_b_sensors", "/mqttkit-1/default/a/b"],
  ["mqttkit-1/channel/a/data.json", "mqttkit_1_default/default_a_sensors", "/mqttkit-1/default/default/a"],
  ["mqttkit-1/channel/a-b-c--d/data.json", "mqttkit_1_a/b_c__d_sensors", "/mqttkit-1/a/b/c--d"],
  [
    "mqttkit-1/device/123e4567-e89b/data.json",
    "mqttkit_1_devices/default_123e4567_e89b_sensors",
    "/mqttkit-1/devices/default/123e4567-e89b",
  ],
  ["mqttkit-1/device/x/event.json", "mqttkit_1_devices/default_x_events", "/mqttkit-1/devices/default/x"],
  ["mqttkit-1/device/x/data/t", "mqttkit_1_devices/default_x_sensors", "/mqttkit-1/devices/default/x"],
  ["mqttkit-1/channel/x/data/data.json", "mqttkit_1_channel/x_data_sensors", "/mqttkit-1/channel/x/data"],
  ["hiveeyes/channel/my-net-gw-node/data.json", "hiveeyes_my_net/gw_node_sensors", "/hiveeyes/my-net/gw/node"],
  [
    "hiveeyes/channel/my-net-2-gw-node-7/data.json",
    "hiveeyes_my_net_2/gw_node_7_sensors",
    "/hiveeyes/my-net-2/gw/node-7",
  ],
  ["hiveeyes/channel/my-net-node/data.json", "hiveeyes_my_net/default_node_sensors", "/hiveeyes/my-net/default/node"],
  ["hiveeyes/channel/my-net/data.json", "hiveeyes_default/my_net_sensors", "/hiveeyes/default/my/net"],
  ["hiveeyes/channel/my-nets-gw-node/data.json", "hiveeyes_my/nets_gw_node_sensors", "/hiveeyes/my/nets/gw-node"],
  ["hiveeyes/channel/acme-gw-node/data.json", "hiveeyes_acme/gw_node_sensors", "/hiveeyes/acme/gw/node"],
  ["mqttkit-1/süd netz/a.b/ö/data.json", "mqttkit_1_süd_netz/a_b_ö_sensors", "/mqttkit-1/süd netz/a.b/ö"],
];

const NO_ADDRESSES: readonly (readonly [string, string, string | undefined])[] = [
  ["mqttkit-1/a/b/data.json", "unknown-address", "mqttkit-1/a/b"],
  ["mqttkit-1/a/b/c/d/data.json", "unknown-address", "mqttkit-1/a/b/c/d"],
  ["data.json", "unknown-address", undefined],
  ["mqttkit-1/a/b/c/status", "unknown-address", "mqttkit-1/a/b/c"],
  ["mqttkit-1/a/b/c/error.json", "unknown-address", "mqttkit-1/a/b/c"],
  ["mqttkit-1//b/c/data.json", "unknown-address", undefined],
  ["mqttkit-1/a/b/c/data/", "unknown-address", undefined],
  ["mqttkit-1/channel/-a-b/data.json", "unknown-address", "mqttkit-1/channel/-a-b"],
  ["mqttkit-1/channel/a-b-/data.json", "unknown-address", "mqttkit-1/channel/a-b-"],
  ["mqttkit-1/a\u0000/b/c/data.json", "unknown-address", undefined],
  [`mqttkit-1/${"a".repeat(256)}/b/c/data.json`, "unknown-address", undefined],
  ["$SYS/a/b/c/data.json", "unknown-address", undefined],
  ["other/a/b/c/data.json", "unknown-realm", "other/a/b/c"],
];

function addressAt(topic: string, realms: readonly RealmSettings[] = REALMS): Address {
  const { address, problem } = parseTopic(topic, realms);
  if (address === undefined) throw new Error(problem?.message);
  return address;
}

test("addresses and where they are stored [D25, D26, D28]", () => {
  const stored = TOPICS.map(([topic]) => {
    const address = addressAt(topic);
    return [topic, `${address.database}/${address.measurement}`, channelId(address)];
  });
  assert.deepEqual(stored, TOPICS);
});

test("invalid addresses, and where they can be signalled", () => {
  const problems = NO_ADDRESSES.map(([topic]) => {
    const { problem } = parseTopic(topic, REALMS);
    return [topic, problem?.code, problem?.arrived];
  });
  assert.deepEqual(problems, NO_ADDRESSES);
});

test("HTTP paths have the meaning of topics", () => {
  for (const [topic] of TOPICS.filter(([text]) => text.endsWith(".json"))) {
    assert.deepEqual(parsePath(topic.replace(/\.json$/, ""), REALMS), parseTopic(topic, REALMS));
  }
});

test("without configured realms, every realm is valid", () => {
  assert.equal(addressAt("any/a/b/c/data.json", []).realm, "any");
});

test("the error topic is the sender's address, for a direct one also the wide one [D27]", () => {
  const topics = (topic: string) => errorTopics(parseTopic(topic, REALMS));
  assert.deepEqual(topics("mqttkit-1/a/b/c/data.json"), ["mqttkit-1/a/b/c/error.json"]);
  assert.deepEqual(topics("mqttkit-1/a/b/c/data/t"), ["mqttkit-1/a/b/c/error.json"]);
  assert.deepEqual(topics("mqttkit-1/channel/a-b-c/event.json"), [
    "mqttkit-1/channel/a-b-c/error.json",
    "mqttkit-1/a/b/c/error.json",
  ]);
  assert.deepEqual(topics("mqttkit-1/device/x/data.json"), [
    "mqttkit-1/device/x/error.json",
    "mqttkit-1/devices/default/x/error.json",
  ]);
  assert.deepEqual(topics("mqttkit-1/a/b/data.json"), ["mqttkit-1/a/b/error.json"]);
  assert.deepEqual(topics("other/a/b/c/data.json"), ["other/a/b/c/error.json"]);
  assert.deepEqual(topics("nonsense"), []);
  assert.equal(udpErrorTopic("hg.data.rig"), "hg/data/rig/error.json");
});

const letters = fc.constantFrom(..."abcxyz019_.-ü ");
const part = fc
  .string({ unit: letters, minLength: 1, maxLength: 12 })
  .filter((text) => text !== "channel" && text !== "device");
const withoutHyphen = part.map((text) => text.replaceAll("-", "x"));

test("wide and direct form of a device store to the same place, if the network has no hyphen [D26]", () => {
  const gateways = part.filter((text) => !text.startsWith("-"));
  const property = fc.property(part, withoutHyphen, gateways, part, (realm, network, gateway, node) => {
    const wide = addressAt(`${realm}/${network}/${gateway}/${node}/data.json`, []);
    const direct = parseTopic(`${realm}/channel/${directId(wide)}/data.json`, []);
    if (direct.address === undefined) return assert.match(`${gateway}-${node}`, /^-|-$/);
    assert.equal(direct.address.database, wide.database);
    assert.equal(direct.address.measurement, wide.measurement);
  });
  fc.assert(property, { seed: 26, numRuns: 1000 });
});

test("a listed network may have hyphens [D26]", () => {
  const property = fc.property(
    fc.uniqueArray(part, { minLength: 1, maxLength: 5 }),
    part,
    part,
    (networks, gateway, node) => {
      const realms: RealmSettings[] = [
        { name: "r", networks: [...networks].sort((a, b) => b.length - a.length), timezone: "UTC" },
      ];
      for (const network of networks) {
        const wide = addressAt(`r/${network}/${gateway}/${node}/data.json`, realms);
        const longer = networks.some(
          (other) => other.length > network.length && directId(wide).startsWith(`${other}-`),
        );
        const direct = parseTopic(`r/channel/${directId(wide)}/data.json`, realms).address;
        if (longer || direct === undefined) continue;
        assert.equal(direct.network, network);
        assert.equal(direct.measurement, wide.measurement);
      }
    },
  );
  fc.assert(property, { seed: 26, numRuns: 500 });
});

test("two wide addresses with the same stored name give a warning, equivalent ones do not [D25]", () => {
  const names = fc.constantFrom("a", "a-b", "a_b", "b", "a.b", "b-c", "c");
  const property = fc.property(
    fc.tuple(names, names, names, names),
    fc.tuple(names, names, names, names),
    (one, other) => {
      const [first, second] = [one, other].map((parts) => addressAt(`${parts.join("/")}/data.json`, []));
      if (first === undefined || second === undefined) throw new Error("no address");
      const collisions = new NameCollisions();
      for (const address of [first, second, first]) collisions.note(address);
      const together = first.database === second.database && first.measurement === second.measurement;
      assert.equal(collisions.warnings().length > 0, together && one.join("/") !== other.join("/"));
    },
  );
  fc.assert(property, { seed: 25, numRuns: 3000 });
});

test("names that differ only in case give a warning that names both", () => {
  const collisions = new NameCollisions();
  for (const topic of ["r/n/g/d/data.json", "r/n/g/d/data.json", "R/n/g/other/data.json", "r/n/g/D/data.json"]) {
    collisions.note(addressAt(topic, []));
  }
  collisions.noteDatabase("r_N");
  collisions.noteDatabase("r_n");
  const end = "of the second has a number after its name: rename one of them";
  assert.deepEqual(collisions.warnings(), [
    `r_n and R_n differ by case only; the DuckDB schema ${end}`,
    `r_n/g_d_sensors and r_n/g_D_sensors differ by case only; the DuckDB table ${end}`,
    `r_n and r_N differ by case only; the DuckDB schema ${end}`,
  ]);
});

test("the direct form of a device is not a collision with its wide form", () => {
  const collisions = new NameCollisions();
  collisions.note(addressAt("r/channel/acme-area-42-node-1/data.json", []));
  collisions.note(addressAt("r/acme/area-42/node-1/data.json", []));
  collisions.note(addressAt("r/channel/acme-area-42-node-1/data.json", []));
  assert.deepEqual(collisions.warnings(), []);
  collisions.note(addressAt("r/acme/area/42-node-1/data.json", []));
  collisions.note(addressAt("r/channel/acme-area_42-node-1/data.json", []));
  assert.deepEqual(collisions.warnings(), [
    "/r/acme/area-42/node-1 and /r/acme/area/42-node-1 are both stored as r_acme/area_42_node_1_sensors: rename one of them",
    "/r/acme/area-42/node-1 and /r/acme/area_42/node-1 are both stored as r_acme/area_42_node_1_sensors: rename one of them",
  ]);
});

test("stored names contain no separators of paths or queries", () => {
  assert.equal(storedName("a/b.c-d e_f"), "a_b_c_d_e_f");
});

test("an event address of two parts refers to a network, or to a UDP channel without a realm's section", () => {
  const place = (topic: string, realms: readonly RealmSettings[] = REALMS) => {
    const { database, measurement } = addressAt(topic, realms);
    return `${database}/${measurement}`;
  };
  assert.equal(place("mqttkit-1/testdrive/event.json", []), "mqttkit_1_testdrive/network_events");
  assert.equal(place("lab/rig/event.json"), "lab_rig/network_events");
  assert.equal(channelId(addressAt("lab/rig/event.json")), "/lab/rig");
  assert.deepEqual(errorTopics(parseTopic("lab/rig/event.json", REALMS)), ["lab/rig/error.json"]);
  assert.equal(parseTopic("lab/rig/data.json", []).problem?.code, "unknown-address");
});
