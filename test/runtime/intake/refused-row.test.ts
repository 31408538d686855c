import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeDeviceMessage } from "../../../runtime/intake/decode-device-message.ts";
import { refusedRow } from "../../../runtime/intake/refused-row.ts";
import { TelemetryError } from "../../../runtime/telemetry/error-signal.ts";
import type { Message } from "../../../runtime/telemetry/message.ts";

const CONFLICT = new TelemetryError("400: …", { name: "DuckDBClientError", stage: "storing", code: "type-conflict" });

test("a plain value that the store refuses is kept and named as it came", () => {
  const message: Message = {
    source: "mqtt",
    address: "r/n/g/d/data/t",
    sender: "",
    contentType: "",
    receivedNs: 1000n,
    payload: Buffer.from("warm"),
  };
  const [point] = decodeDeviceMessage(message, { realms: [] }).points;
  assert.ok(point !== undefined);
  const rejection = refusedRow({ ...point, origin: { message, id: "1" } }, CONFLICT);
  assert.deepEqual(rejection, { error: CONFLICT, message });
});
