/** Packets of MQTT 3.1.1 and 5 against mqtt-packet, the codec of MQTT.js. */

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { generate, type Packet, parser } from "mqtt-packet";
import { PacketStream, type RawPacket } from "../../../runtime/parts/broker/packet-stream.ts";
import * as packets from "../../../runtime/parts/broker/packets.ts";
import { anyText } from "../../support/any-text.ts";
import { rounds } from "../../support/long.ts";

type Version = 4 | 5;

function parsed(bytes: Buffer, version: Version | undefined): packets.ClientPacket {
  const raw: RawPacket[] = [];
  assert.equal(new PacketStream(1_000_000).take(bytes, raw), true);
  assert.equal(raw.length, 1);
  return packets.parsePacket(raw[0]!.first, raw[0]!.body, version);
}

/** As MQTT.js reads it. */
function read(bytes: Buffer, version: Version): Packet {
  const found: Packet[] = [];
  const reader = parser({ protocolVersion: version });
  reader.on("packet", (packet) => found.push(packet));
  reader.on("error", (error) => assert.fail(String(error)));
  reader.parse(bytes);
  assert.equal(found.length, 1);
  return found[0]!;
}

const text = anyText({ maxLength: 20 }).filter((value) => !value.includes("\0"));
const topic = text.filter((value) => value !== "" && !/[+#]/.test(value));
const bytes = fc.uint8Array({ maxLength: 300 }).map((value) => Buffer.from(value));
const id = fc.integer({ min: 1, max: 65_535 });
const qos = fc.constantFrom(0, 1, 2);
const four = fc.integer({ min: 0, max: 0xffffffff });
const user = fc.uniqueArray(
  fc.tuple(
    // MQTT.js has them as an object, which puts numbers first.
    text.filter((name) => !["", "__proto__"].includes(name) && !/^\d+$/.test(name)),
    text,
  ),
  {
    minLength: 1,
    maxLength: 4,
    selector: ([name]) => name,
  },
);
const message = fc.record(
  {
    payloadFormatIndicator: fc.boolean(),
    messageExpiryInterval: four,
    contentType: text,
    responseTopic: topic,
    correlationData: bytes,
    user,
  },
  { requiredKeys: [] },
);

/** With the names that mqtt-packet has. */
function theirs({ user: pairs, ...rest }: Record<string, unknown> & { user?: [string, string][] }) {
  return pairs === undefined ? rest : { ...rest, userProperties: Object.fromEntries(pairs) };
}

/** With ours. */
function ours(properties: typeof message extends fc.Arbitrary<infer P> ? P : never): packets.Properties {
  const { payloadFormatIndicator, messageExpiryInterval, user: pairs, ...rest } = properties;
  return {
    ...rest,
    ...(payloadFormatIndicator !== undefined && { payloadFormat: payloadFormatIndicator ? 1 : 0 }),
    ...(messageExpiryInterval !== undefined && { messageExpiry: messageExpiryInterval }),
    ...(pairs !== undefined && pairs.length > 0 && { user: pairs }),
  };
}

fc.configureGlobal({ seed: 11, numRuns: rounds(200, 20_000) });

test("PUBLISH is read as MQTT.js writes it, and written as MQTT.js reads it", () => {
  const property = fc.property(
    fc.constantFrom<Version>(4, 5),
    fc.record({ topic, payload: bytes, qos, retain: fc.boolean(), dup: fc.boolean() }),
    id,
    message,
    (version, { topic, payload, qos, retain, dup }, messageId, properties) => {
      const flags = { qos: qos as packets.Qos, retain, dup: dup && qos > 0 };
      const given = version === 5 ? theirs(properties) : {};
      const sent = { cmd: "publish", topic, payload, ...flags, messageId, properties: given } as const;
      const packet = parsed(generate(sent as Packet, { protocolVersion: version }), version);
      const expected = version === 5 ? ours(properties) : {};
      const values = { topic, payload, ...flags, id: qos === 0 ? 0 : messageId };
      assert.deepEqual(packet, { type: "publish", ...values, properties: expected });
      const head = packets.publishHead(version, { ...values, properties: expected });
      const back = read(Buffer.concat([head, payload]), version);
      assert.ok(back.cmd === "publish", `${back.cmd}`);
      assert.deepEqual(
        [back.topic, back.payload, back.qos, back.retain, back.dup],
        [topic, payload, qos, retain, flags.dup],
      );
      if (qos > 0) assert.equal(back.messageId, messageId);
      const { userProperties, ...rest } = back.properties ?? {};
      const { userProperties: wanted, ...others } = given as Record<string, unknown>;
      assert.deepEqual(rest, others);
      assert.deepEqual({ ...userProperties }, { ...(wanted as object | undefined) });
    },
  );
  fc.assert(property);
});

test("CONNECT is read as MQTT.js writes it", () => {
  const will = fc.option(fc.record({ topic, payload: bytes, qos, retain: fc.boolean(), properties: message }), {
    nil: undefined,
  });
  const property = fc.property(
    fc.constantFrom<Version>(4, 5),
    fc.record({ clientId: text.filter((value) => value !== ""), clean: fc.boolean(), keepalive: fc.nat(65_535) }),
    will,
    fc.option(fc.tuple(text, bytes), { nil: undefined }),
    (version, rest, left, login) => {
      const given = left && { ...left, properties: version === 5 ? theirs(left.properties) : undefined };
      const named = login && { username: login[0], password: login[1] };
      const sent = { cmd: "connect", protocolId: "MQTT", protocolVersion: version, ...rest, will: given, ...named };
      const packet = parsed(generate(sent as Packet), undefined);
      assert.ok(packet.type === "connect", `${packet.type}`);
      const { clientId, clean, keepAliveS, username, password } = packet;
      assert.deepEqual({ clientId, clean, keepalive: keepAliveS }, { ...rest });
      assert.deepEqual([username, password], login ?? [undefined, undefined]);
      assert.deepEqual(packet.will, left && { ...left, properties: version === 5 ? ours(left.properties) : {} });
    },
  );
  fc.assert(property);
});

function assertAck(
  cmd: "puback" | "pubrec" | "pubrel" | "pubcomp",
  version: Version,
  messageId: number,
  { reason, why }: { readonly reason: number; readonly why: string | undefined },
): void {
  const ack = { cmd, messageId, reasonCode: reason } as Packet;
  assert.deepEqual(parsed(generate(ack, { protocolVersion: version }), version), { type: cmd, id: messageId, reason });
  const back = read(packets.ack(cmd, version, messageId, reason, why), version);
  const { properties } = back as { properties?: { reasonString?: string } };
  assert.deepEqual([back.cmd, back.messageId, properties?.reasonString], [cmd, messageId, why]);
}

test("SUBSCRIBE, UNSUBSCRIBE and acknowledgements are read as MQTT.js writes them", () => {
  const filters = fc.array(fc.tuple(text, qos, fc.boolean(), fc.boolean(), fc.constantFrom(0, 1, 2)), {
    minLength: 1,
    maxLength: 5,
  });
  const property = fc.property(
    fc.constantFrom<Version>(4, 5),
    id,
    filters,
    fc.integer({ min: 1, max: 268_435_455 }),
    (version, messageId, all, number) => {
      const options = { protocolVersion: version };
      const subscriptions = all.map(([topic, qos, nl, rap, rh]) => ({ topic, qos, nl, rap, rh }));
      const asked = {
        cmd: "subscribe",
        messageId,
        subscriptions,
        properties: version === 5 ? { subscriptionIdentifier: number } : {},
      };
      assert.deepEqual(parsed(generate(asked as Packet, options), version), {
        type: "subscribe",
        id: messageId,
        subscriptionId: version === 5 ? number : undefined,
        filters: all.map(([filter, qos, noLocal, asPublished, retainHandling]) =>
          version === 5
            ? { filter, qos, noLocal, asPublished, retainHandling }
            : { filter, qos, noLocal: false, asPublished: false, retainHandling: 0 },
        ),
      });
      const names = all.map(([filter]) => filter);
      const left = { cmd: "unsubscribe", messageId, unsubscriptions: names } as const;
      assert.deepEqual(parsed(generate(left, options), version), {
        type: "unsubscribe",
        id: messageId,
        filters: names,
      });
      for (const cmd of ["puback", "pubrec", "pubrel", "pubcomp"] as const) {
        const isRefused = version === 5 && (cmd === "puback" || cmd === "pubrec");
        assertAck(cmd, version, messageId, isRefused ? { reason: 0x97, why: "why" } : { reason: 0, why: undefined });
      }
      const granted = all.map(([, qos]) => qos);
      const suback = read(packets.suback(version, messageId, granted), version);
      assert.deepEqual(
        [suback.cmd, suback.messageId, (suback as { granted: unknown }).granted],
        ["suback", messageId, granted],
      );
      const unsuback = read(
        packets.unsuback(
          version,
          messageId,
          granted.map(() => 0x11),
        ),
        version,
      );
      assert.deepEqual([unsuback.cmd, unsuback.messageId], ["unsuback", messageId]);
    },
  );
  fc.assert(property);
});

test("MQTT.js reads CONNACK and DISCONNECT", () => {
  const properties = {
    sessionExpiry: 60,
    receiveMaximum: 100,
    maximumPacketSize: 70_000,
    assignedClientId: "a",
    topicAliasMaximum: 32,
  };
  const accepted = read(packets.connack(5, { sessionPresent: true, code: 0, properties }), 5);
  const { cmd, sessionPresent, reasonCode, properties: told } = accepted as Packet & Record<string, unknown>;
  assert.deepEqual([cmd, sessionPresent, reasonCode], ["connack", true, 0]);
  assert.deepEqual(told, {
    sessionExpiryInterval: 60,
    receiveMaximum: 100,
    maximumPacketSize: 70_000,
    assignedClientIdentifier: "a",
    topicAliasMaximum: 32,
  });
  const last = read(packets.disconnect(0x8b, "the service stops"), 5) as Packet & Record<string, unknown>;
  assert.deepEqual(
    [last.cmd, last["reasonCode"], last["properties"]],
    ["disconnect", 0x8b, { reasonString: "the service stops" }],
  );
});

const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");

const MALFORMED: readonly [name: string, packet: string, reason: number][] = [
  ["QoS 3", "36 05 0001 61 0001", 0x81],
  ["packet identifier 0", "32 06 0001 61 0000 00", 0x82],
  ["a topic that is no UTF-8", "30 04 0001 ff 00", 0x81],
  ["a topic with U+0000", "30 04 0001 00 00", 0x81],
  ["a topic that ends behind its packet", "30 04 0009 61 00", 0x81],
  ["properties that end behind their packet", "30 04 0001 61 05", 0x81],
  ["a property twice", "30 08 0001 61 04 01 00 01 00", 0x82],
  ["a property of another packet", "30 09 0001 61 05 11 00000001", 0x81],
  ["a property that nobody knows", "30 06 0001 61 02 7f 00", 0x81],
  ["a property that is 0 or 1, and 2", "30 06 0001 61 02 01 02", 0x82],
  ["SUBSCRIBE without a filter", "82 03 0001 00", 0x81],
  ["SUBSCRIBE with reserved bits", "82 07 0001 00 0001 61 40", 0x81],
  ["SUBSCRIBE with reserved flags", "80 07 0001 00 0001 61 00", 0x81],
  ["a subscription identifier of 0", "82 09 0001 02 0b 00 0001 61 00", 0x82],
  ["UNSUBSCRIBE without a filter", "a2 03 0001 00", 0x81],
  ["AUTH", "f0 00", 0x82],
  ["a packet that only the broker sends", "20 03 00 00 00", 0x82],
  ["PINGREQ with something in it", "c0 01 00", 0x81],
];

test("packets that no client may send give a reason [MQTT 5, 4.13]", () => {
  for (const [name, packet, reason] of MALFORMED)
    assert.throws(
      () => parsed(hex(packet), 5),
      (error) => error instanceof packets.PacketError && error.reason === reason,
      name,
    );
  assert.throws(() => parsed(hex("c0 00"), undefined), /CONNECT/);
});

test("any bytes are a packet or a PacketError", () => {
  const property = fc.property(
    fc.nat(255),
    bytes,
    fc.constantFrom<Version | undefined>(undefined, 4, 5),
    (first, body, version) => {
      try {
        packets.parsePacket(first, body, version);
      } catch (error) {
        assert.ok(error instanceof packets.PacketError, String(error));
      }
    },
  );
  fc.assert(property, { numRuns: rounds(2000, 500_000) });
});
