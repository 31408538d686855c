/** All attempts, by protocol. */

import type { Attempt } from "./attempt.ts";
import { HTTP_ATTEMPTS } from "./http-attempts.ts";
import { INPUT_ATTEMPTS } from "./input-attempts.ts";
import { MQTT_ATTEMPTS } from "./mqtt-attempts.ts";
import { NEIGHBOUR_ATTEMPTS } from "./neighbour-attempts.ts";
import { ODD_ATTEMPTS } from "./odd-attempts.ts";
import { PAGE_ATTEMPTS } from "./page-attempts.ts";
import { ROOM_ATTEMPTS } from "./room-attempts.ts";
import { WAMP_ATTEMPTS } from "./wamp-attempts.ts";
import { WIRE_ATTEMPTS } from "./wire-attempts.ts";

export const ATTEMPTS: readonly Attempt[] = [
  ...HTTP_ATTEMPTS,
  ...WIRE_ATTEMPTS,
  ...MQTT_ATTEMPTS,
  ...WAMP_ATTEMPTS,
  ...PAGE_ATTEMPTS,
  ...NEIGHBOUR_ATTEMPTS,
  ...ROOM_ATTEMPTS,
  ...ODD_ATTEMPTS,
  ...INPUT_ATTEMPTS,
];
