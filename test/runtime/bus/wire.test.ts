/** Serialisations and subscriptions compared with a simple implementation, and hostile frames. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { decode } from "@msgpack/msgpack";
import fc from "fast-check";
import { parse } from "lossless-json";
import { SERIALIZERS } from "../../../runtime/bus/serializers.ts";
import { Subscriptions } from "../../../runtime/bus/subscriptions.ts";
import { readClientMessage } from "../../../runtime/bus/wamp-protocol.ts";
import { stringifyExact } from "../../../runtime/lib/exact-json.ts";
import { anyText } from "../../support/any-text.ts";

const RUNS = { seed: 11, numRuns: 500 };

/** Values of records, except those that the two serialisations write differently (NaN, -0, floats that look like large integers). */
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    anyText(),
    fc.boolean(),
    fc.constant(null),
    fc.integer(),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((number) => (Object.is(number, -0) ? 0 : number))
      .filter((number) => !Number.isInteger(number) || Number.isSafeInteger(number)),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }).filter((integer) => !Number.isSafeInteger(Number(integer))),
    fc.array(tie("value")),
    fc.dictionary(
      fc.string().filter((key) => key !== "__proto__"),
      tie("value"),
      { noNullPrototype: true },
    ),
  ),
})).value;

test("a record written as JSON keeps every digit of its integers", () => {
  fc.assert(
    fc.property(value, (record) => {
      const read = parse(stringifyExact(record), undefined, {
        parseNumber: (digits) =>
          /^-?\d+$/.test(digits) && !Number.isSafeInteger(Number(digits)) ? BigInt(digits) : Number(digits),
      });
      assert.deepEqual(JSON.stringify(read, plain), JSON.stringify(record, plain));
    }),
    RUNS,
  );
});

test("a double is never written as an integer of many digits", () => {
  const [mean, most] = [9_223_372_036_839_272_000, Number.MAX_SAFE_INTEGER];
  const written = stringifyExact({ mean, negative: [-1e17], least: 2n ** 63n, most, huge: 1e300, date: new Date(0) });
  assert.equal(
    written,
    '{"mean":9.223372036839272e+18,"negative":[-1e+17],"least":9223372036854775808,"most":9007199254740991,"huge":1e+300,"date":"1970-01-01T00:00:00.000Z"}',
  );
  assert.equal(JSON.parse(written).mean, mean);
});

for (const serializer of SERIALIZERS) {
  test(`${serializer.subprotocol}: a separately written payload gives the same message as one written whole`, () => {
    const head = [36, 1, 9007199254740991, { topic: "lab.rig" }];
    fc.assert(
      fc.property(
        fc.array(value),
        fc.dictionary(
          fc.string().filter((key) => key !== "__proto__"),
          value,
        ),
        (args, kwargs) => {
          const apart = serializer.writeWithPayload(head, serializer.writePayload(args, kwargs));
          const whole = serializer.write([...head, args, kwargs]);
          assert.deepEqual(apart, whole);
        },
      ),
      RUNS,
    );
  });
}

/** As each serialization has them: bytes, an integer of 80 bits, one below -2^63, a time. [RFC 8949 3.4] */
const FROM_CLIENTS = {
  "wamp.2.json": Buffer.from(
    '["\\u0000AP8Q","\\u0000no base64",1208925819614629174706176,-9223372036854775809,{"toJSON":1}]',
  ),
  "wamp.2.msgpack": Buffer.from("9293c40300ff10d6ff5a4af6a5c4008101c40161", "hex"),
  "wamp.2.cbor": Buffer.from("854300ff10c24a00ffffffffffffffffff3bffffffffffffffffc11a514b67b0c06161", "hex"),
};
const RECEIVED = {
  "wamp.2.json": [Uint8Array.of(0, 255, 16), "\0no base64", 2 ** 80, -(2 ** 63), { toJSON: 1 }],
  "wamp.2.msgpack": [
    [Uint8Array.of(0, 255, 16), "2018-01-02T03:04:05.000Z", new Uint8Array()],
    { 1: Uint8Array.of(97) },
  ],
  "wamp.2.cbor": [Uint8Array.of(0, 255, 16), 2 ** 72, -(2 ** 64), 1363896240, "a"],
};

for (const from of SERIALIZERS) {
  test(`what a client writes in ${from.subprotocol} arrives alike in each serialization`, () => {
    const args = from.read(FROM_CLIENTS[from.subprotocol]) as unknown[];
    for (const to of SERIALIZERS) {
      const [, again, beside] = to.read(to.writeWithPayload([36], to.writePayload(args, { most: 2n ** 64n - 1n }))) as [
        number,
        unknown[],
        unknown,
      ];
      assert.deepEqual(comparable(again), comparable(RECEIVED[from.subprotocol]), to.subprotocol);
      assert.deepEqual(beside, { most: 2n ** 64n - 1n }, to.subprotocol);
    }
  });
}

function comparable(value: unknown): unknown {
  if (value instanceof Uint8Array) return { bytes: [...value] };
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, comparable(inner)]));
}

test("large IDs are MessagePack integers, not floats", () => {
  const msgpack = SERIALIZERS.find(({ subprotocol }) => subprotocol === "wamp.2.msgpack")!;
  const bytes = msgpack.write([2, 9007199254740991, {}]);
  assert.equal(bytes[2], 0xcf, "uint 64");
  assert.deepEqual(decode(bytes, { useBigInt64: true }), [2, 9007199254740991n, {}]);
});

// {"match": undefined} as wampy 8.0.2 writes it: the extension type 0 for what is absent.
test("an option that a client's MessagePack writes as absent has its default", () => {
  const msgpack = SERIALIZERS.find(({ subprotocol }) => subprotocol === "wamp.2.msgpack")!;
  const sent = Buffer.from("94200181a56d61746368d40000a3612e62", "hex");
  const message = readClientMessage(msgpack.read(sent));
  assert.deepEqual(message, { kind: "subscribe", request: 1, topic: "a.b", match: "exact" });
  assert.deepEqual(decode(msgpack.write([undefined])), [null]);
});

test("matching finds the same subscriptions as checking each of them", () => {
  const uri = fc
    .array(fc.constantFrom("a", "b", "ab", ""), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join("."));
  const match = fc.constantFrom("exact" as const, "prefix" as const, "wildcard" as const);
  const step = fc.record({ who: fc.nat(3), topic: uri, match, keep: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step), fc.array(uri), (steps, topics) => {
      const subscriptions = new Subscriptions<number>();
      const expected = new Map<string, (typeof steps)[number]>();
      for (const one of steps) {
        const { id } = subscriptions.add(one.who, one.topic, one.match);
        expected.set(JSON.stringify([one.who, one.topic, one.match]), one);
        if (one.keep) continue;
        assert.equal(subscriptions.remove(one.who, id), true);
        expected.delete(JSON.stringify([one.who, one.topic, one.match]));
      }
      for (const topic of topics) {
        const found = subscriptions
          .matching(topic)
          .flatMap((one) => [...one.subscribers].map((who) => [who, one.topic, one.match]));
        const wanted = [...expected.values()]
          .filter((one) => reaches(one, topic))
          .map((one) => [one.who, one.topic, one.match]);
        assert.deepEqual(found.map(String).sort(), wanted.map(String).sort());
      }
    }),
    RUNS,
  );
});

test("any client input is parsed without exceptions, with correct types", () => {
  const wild = fc.oneof(
    fc.anything(),
    fc.array(fc.anything()),
    fc
      .tuple(fc.constantFrom(1, 3, 5, 6, 16, 32, 34, 48, 49, 64, 66), fc.array(fc.anything(), { maxLength: 6 }))
      .map(([code, rest]) => [code, ...rest]),
  );
  fc.assert(
    fc.property(wild, (message) => {
      assert.equal(typeof readClientMessage(message).kind, "string");
    }),
    { seed: 13, numRuns: 5000 },
  );
});

test("corrupt frames are rejected with an exception and never hang", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      for (const serializer of SERIALIZERS) {
        try {
          readClientMessage(serializer.read(Buffer.from(bytes)));
        } catch (error) {
          assert.ok(error instanceof Error, `${error}`);
        }
      }
    }),
    { seed: 17, numRuns: 5000 },
  );
});

function plain(_key: string, one: unknown): unknown {
  return typeof one === "bigint" ? `${one}n` : one;
}

function reaches(one: { topic: string; match: string }, topic: string): boolean {
  if (one.match === "exact") return one.topic === topic;
  if (one.match === "prefix") return topic.indexOf(one.topic) === 0;
  const parts = topic.split(".");
  const pattern = one.topic.split(".");
  return parts.length === pattern.length && pattern.filter((part, i) => part !== "" && part !== parts[i]).length === 0;
}
