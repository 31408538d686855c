import assert from "node:assert/strict";
import { test } from "node:test";
import { connectAsync } from "mqtt";
import { CsvHeaders } from "../../../runtime/intake/csv-headers.ts";
import type { RealmSettings } from "../../../runtime/model/realm-settings.ts";
import { httpSource } from "../../../runtime/sources/http/http-source.ts";
import { decodingWith } from "../../support/device-messages.ts";
import { FAILURE_LIMIT, FAILURE_REALM, FAILURES, type Failure } from "../../support/failure-table.ts";
import { MemoryIntake } from "../../support/memory-intake.ts";
import { mqttSource } from "../../support/mqtt-source.ts";

const REALMS: readonly RealmSettings[] = [{ name: FAILURE_REALM, networks: [], timezone: "UTC" }];

function assertSignalled(intake: MemoryIntake, failure: Failure, message: string, transport: string): void {
  const signal = {
    message,
    type: failure.type,
    description: `Error processing ${transport} message "${failure.shown}" from topic "${failure.address}/${failure.kind}.json".`,
  };
  assert.deepEqual(
    intake.signals,
    failure.signalledAt.map((address) => ({ topic: `${address}/error.json`, signal })),
  );
  assert.deepEqual(intake.points, []);
  assert.equal(intake.deadLetters.length > 0, failure.kept);
}

for (const failure of FAILURES) {
  test(`HTTP: ${failure.name} [D20, D31]`, async () => {
    const intake = new MemoryIntake(REALMS);
    const store = { remember: async () => {}, remembered: async () => new Map<string, string>() };
    const csvHeaders = new CsvHeaders(store, intake.clock);
    const settings = { maxBodyBytes: FAILURE_LIMIT, corsOrigins: [] };
    const app = httpSource({
      intake: intake.core,
      settings,
      decoding: decodingWith(REALMS),
      csvHeaders,
      clock: intake.clock,
    });
    const { method = "POST", contentType, headers, status, text, message } = failure.http;
    const response = await app.request(`/api/${failure.address}/${failure.kind}`, {
      method,
      // As bytes, because a text would get a content type.
      body: Buffer.from(failure.body),
      headers: { ...(contentType === "" ? {} : { "Content-Type": contentType }), ...headers },
    });
    assert.deepEqual([response.status, await response.text()], [status, text]);
    assert.equal(response.headers.get("Content-Type"), "text/plain; charset=utf-8");
    assertSignalled(intake, failure, message, "HTTP");
  });
}

test("MQTT: the same failures [D31]", async (context) => {
  const intake = new MemoryIntake(REALMS);
  const source = mqttSource(intake, { realms: REALMS, maxPayloadBytes: FAILURE_LIMIT });
  await source.start();
  const client = await connectAsync(`mqtt://127.0.0.1:${source.port}`);
  for (const failure of FAILURES) {
    const { mqtt } = failure;
    if (mqtt === undefined) continue;
    await context.test(failure.name, async () => {
      intake.signals.length = 0;
      intake.deadLetters.length = 0;
      // An unreadable payload is acknowledged and kept as a dead letter.
      await client.publishAsync(`${failure.address}/${failure.kind}.json`, failure.body, { qos: 1 });
      assertSignalled(intake, failure, mqtt.message, "MQTT");
    });
  }
  await client.endAsync(true);
  await source.close();
});
