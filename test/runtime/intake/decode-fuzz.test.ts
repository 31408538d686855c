/** Any input gives points that can be stored, or rejections; never an exception. */

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { TelemetryError } from "../../../runtime/model/error-signal.ts";
import type { Message } from "../../../runtime/model/message.ts";
import { buildSignal } from "../../../runtime/signals/rejection-signals.ts";
import { decodeDeviceMessage, kindsOf } from "../../support/device-messages.ts";

const name = fc.oneof(
  fc.constantFrom("time", "Time", "timestamp", "title", "tags", "uplink_message", "decoded_payload", "rx_metadata"),
  fc.constantFrom("settings", "deviceInfo", "rxInfo", "object", "end_device_ids", "__proto__", "constructor", ""),
  fc.string({ maxLength: 5 }),
);
const leaf = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -0, 1e308, "2026-01-31T12:00:00Z", "1700000000123456789", "12.5", "\u0000"),
  fc.double({ noNaN: true }),
  fc.string({ maxLength: 8 }),
);
const tree = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(name, tie("value"), { maxKeys: 5 }),
  ),
})).value;
const payload = fc.oneof(
  tree.map((value) => Buffer.from(JSON.stringify(value) ?? "")),
  tree.map((value) => Buffer.from((JSON.stringify(value) ?? "").slice(0, -1))),
  fc.string({ unit: fc.constantFrom(...'#,;"\n\r 12a=&%{}[]:'), maxLength: 60 }).map((text) => Buffer.from(text)),
  fc.string({ unit: fc.constantFrom(...',;"\n 1a'), maxLength: 60 }).map((text) => Buffer.from(`## time,a\n${text}`)),
  fc.uint8Array({ maxLength: 60 }),
);
const message = fc.record({
  source: fc.constantFrom("http" as const, "mqtt" as const),
  address: fc.oneof(
    fc.constantFrom("r/n/g/d/data", "r/n/g/d/event", "r/channel/n-g-d/data", "r/device/x/event"),
    fc.constantFrom("r/n/g/d/data.json", "r/n/g/d/event.json", "r/n/g/d/data/t", "r/device/x/data.json"),
    fc.string({ unit: fc.constantFrom(..."r/-.+#$ü", "channel", "data", ".json"), maxLength: 30 }),
  ),
  sender: fc.constant(""),
  contentType: fc.constantFrom("application/json", "application/x-www-form-urlencoded", "text/csv", "", "x/y"),
  receivedNs: fc.constant(1_769_860_800_000_000_000n),
  payload,
});

function checkPoints(sent: Message): void {
  const { points, rejections } = decodeDeviceMessage(sent, { realms: [] });
  for (const point of points) {
    assert.equal(point.columns.length, point.values.length);
    assert.equal(new Set(point.columns.map((column) => column.name)).size, point.columns.length);
    for (const [index, column] of point.columns.entries()) {
      assert.notEqual(column.name, "time");
      assert.equal(column.type === "float" ? "number" : column.type, typeof point.values[index]);
      if (column.type === "float") assert.ok(Number.isFinite(point.values[index]), `${point.values[index]} is stored`);
    }
  }
  for (const rejection of rejections) {
    assert.ok(rejection.error instanceof TelemetryError, `${rejection.error}`);
    const signal = buildSignal(rejection.error, sent, kindsOf().of(sent), rejection.shown);
    for (const text of Object.values(signal)) assert.doesNotMatch(text, /\p{Cc}/u);
  }
}

test("any message is decoded or rejected, and a replay gives the same result", () => {
  const property = fc.property(message, (sent) => {
    checkPoints(sent);
    assert.deepEqual(decodeDeviceMessage(sent, { realms: [] }), decodeDeviceMessage(sent, { realms: [] }));
  });
  fc.assert(property, { seed: 6, numRuns: 5000 });
});

test("a rejected row that is sent again alone is rejected for the same reason", () => {
  const property = fc.property(message, (sent) => {
    for (const { error, message: row } of decodeDeviceMessage(sent, { realms: [] }).rejections) {
      const again = decodeDeviceMessage(row, { realms: [] });
      assert.deepEqual(again.points, []);
      assert.deepEqual(
        again.rejections.map((rejection) => rejection.error.code),
        [error.code],
      );
    }
  });
  fc.assert(property, { seed: 6, numRuns: 3000 });
});
