/** The embedded broker over an intake in memory. */

import type { TestContext } from "node:test";
import type { MqttAccess } from "../../runtime/sources/mqtt/access.ts";
import { MemoryIntake } from "./memory-intake.ts";
import { mqttSource } from "./mqtt-source.ts";

/** Payloads have at most 10,000 bytes; sessions last a day. */
export async function openBroker(context: TestContext, access?: MqttAccess) {
  const intake = new MemoryIntake();
  const source = mqttSource(intake, access && { access });
  await source.start();
  context.after(() => source.close());
  return { intake, source, port: source.port ?? 0 };
}
