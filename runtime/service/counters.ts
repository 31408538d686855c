/** The tables of metrics of all rooms and parts. */

import { ACCESS_COUNTERS } from "../auth/counters.ts";
import { BUS_COUNTERS } from "../bus/counters.ts";
import { DEAD_LETTER_COUNTERS, JOURNAL_COUNTERS } from "../journal/counters.ts";
import type { Counters } from "../model/counters.ts";
import { PARTS } from "../parts/parts.ts";
import { SIGNAL_COUNTERS } from "../signals/counters.ts";
import { FRAME_COUNTERS } from "../sources/frames/counters.ts";
import { MQTT_COUNTERS } from "../sources/mqtt/counters.ts";
import { UDP_COUNTERS } from "../sources/udp/counters.ts";
import { WRITER_COUNTERS } from "../store/counters.ts";

export const COUNTERS: readonly Counters[] = [
  WRITER_COUNTERS,
  JOURNAL_COUNTERS,
  DEAD_LETTER_COUNTERS,
  BUS_COUNTERS,
  SIGNAL_COUNTERS,
  MQTT_COUNTERS,
  UDP_COUNTERS,
  FRAME_COUNTERS,
  ACCESS_COUNTERS,
  ...PARTS.flatMap(({ counters = [] }) => counters),
];

/** Those of nodes that share a log. */
export const NODE_COUNTERS: readonly Counters[] = PARTS.flatMap(({ shared }) => shared?.counters ?? []);
