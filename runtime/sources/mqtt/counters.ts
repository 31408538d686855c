/** Metrics of the MQTT source. */

import { counters } from "../../model/counters.ts";

export const MQTT_COUNTERS = counters("mqtt", {
  duplicates: ["mqtt_duplicates_total", "MQTT messages delivered twice and stored once"],
});
