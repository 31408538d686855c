/** The embedded broker over an intake in memory. */

import type { TestContext } from "node:test";
import type { MqttAccess } from "../../runtime/sources/mqtt/access.ts";
import { MqttSource } from "../../runtime/sources/mqtt/mqtt-source.ts";
import { decodingWith } from "./device-messages.ts";
import { MemoryIntake } from "./memory-intake.ts";

/** Payloads have at most 10,000 bytes; sessions last a day. */
export async function openBroker(context: TestContext, access?: MqttAccess) {
  const intake = new MemoryIntake();
  const settings = {
    url: undefined,
    listen: { host: "127.0.0.1", port: 0 },
    username: undefined,
    password: undefined,
    clientId: "",
    ca: undefined,
    tls: undefined,
    sessionExpiryMs: 86_400_000,
    takesOrders: true,
  };
  const source = new MqttSource({
    intake: intake.core,
    settings,
    decoding: decodingWith(),
    clock: intake.clock,
    maxPayloadBytes: 10_000,
    ...(access === undefined ? {} : { access }),
  });
  await source.start();
  context.after(() => source.close());
  return { intake, source, port: source.port ?? 0 };
}
