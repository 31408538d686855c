/** The MQTT source over an intake in memory. */

import { SILENT } from "../../runtime/lib/log.ts";
import type { RealmSettings } from "../../runtime/model/realm-settings.ts";
import { brokerMaker } from "../../runtime/settings/own-broker.ts";
import type { MqttAccess } from "../../runtime/sources/mqtt/access.ts";
import type { MqttSettings } from "../../runtime/sources/mqtt/keys.ts";
import { MqttSource } from "../../runtime/sources/mqtt/mqtt-source.ts";
import type { Configuration } from "../../runtime/sources/source.ts";
import { decodingWith } from "./device-messages.ts";
import type { MemoryIntake } from "./memory-intake.ts";

interface MqttTest {
  readonly settings?: Partial<MqttSettings>;
  readonly realms?: readonly RealmSettings[];
  readonly maxPayloadBytes?: number;
  readonly channels?: readonly object[];
  readonly access?: MqttAccess;
}

const SETTINGS: MqttSettings = {
  url: undefined,
  username: undefined,
  password: undefined,
  clientId: "structline-test",
  ca: undefined,
  tls: undefined,
  takesOrders: true,
};

/** By default the broker inside the service, whose payloads have at most 10,000 bytes, and whose sessions last a day. */
export function mqttSource(
  { core, clock }: Pick<MemoryIntake, "core" | "clock">,
  { settings, realms, maxPayloadBytes = 10_000, channels = [], access }: MqttTest = {},
): MqttSource {
  const mqtt = { ...SETTINGS, ...settings };
  const settled = { mqtt, http: { maxBodyBytes: maxPayloadBytes }, channels };
  const configured = { settings: settled };
  return new MqttSource({
    intake: core,
    configuration: configured as unknown as Configuration,
    decoding: decodingWith(realms),
    clock,
    log: SILENT,
    broker: brokerMaker({ parts: { broker: { listen: { host: "127.0.0.1", port: 0 }, sessionExpiryMs: 86_400_000 } } }),
    ...(access && { access: { mqtt: access } as never }),
  });
}
