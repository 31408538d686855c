/** The parts with a section of their own, by their names in `Settings`. A new source or sink with keys adds a line. */

import { AUTH } from "../auth/keys.ts";
import { WAMP } from "../bus/keys.ts";
import { GRAFANA } from "../dashboards/grafana/keys.ts";
import { JOURNAL } from "../journal/keys.ts";
import { PUBLISH } from "../publish/keys.ts";
import { ALARMS } from "../signals/keys.ts";
import { HTTP } from "../sources/http/keys.ts";
import { MQTT } from "../sources/mqtt/keys.ts";
import { LOG } from "../telemetry/log-keys.ts";

export const PARTS = {
  http: HTTP,
  mqtt: MQTT,
  publish: PUBLISH,
  wamp: WAMP,
  grafana: GRAFANA,
  alarms: ALARMS,
  journal: JOURNAL,
  auth: AUTH,
  log: LOG,
} as const;

/** What the parts read. */
export type PartSettings = { readonly [Name in keyof typeof PARTS]: ReturnType<(typeof PARTS)[Name]["read"]> };
