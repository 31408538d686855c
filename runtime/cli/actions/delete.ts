/** `channel-message delete`: deletes all stored rows of a measurement, and its statistics by the minute. */

import { escapeControls } from "../../lib/escape-controls.ts";
import type { Action } from "../action.ts";
import { UsageError } from "../command-error.ts";
import { TOKEN } from "../service-client.ts";

export const deleteMeasurement: Action = {
  name: "delete",
  channel: false,
  summary: "Delete all rows of a measurement from the running service's store",
  example: "channel-message delete mqttkit_1_testdrive area_42_node_1_sensors --apply",
  args: {
    database: { type: "positional", required: true, description: "Database of the measurement" },
    measurement: {
      type: "positional",
      required: true,
      description: "Its name, as the page and /read/measurements show it",
    },
    apply: { type: "boolean", description: "Delete it; without it the command only counts the rows" },
    token: TOKEN,
  },
  async run({ positionals, client, args, print }) {
    const [database, measurement, ...more] = positionals;
    if (database === undefined || measurement === undefined || more.length > 0)
      throw new UsageError("delete takes a database and a measurement");
    const api = client();
    const query = new URLSearchParams({ database, measurement });
    const name = `${escapeControls(database)} ${escapeControls(measurement)}`;
    if (args["apply"] !== true) {
      const { rows = 0 } = await api.get<{ rows?: number }>(`/read/statistics?${query}&from=0&rows=yes`);
      print(`${name}: ${rows} rows`);
      print("Nothing was deleted; --apply deletes them");
      return;
    }
    query.set("confirm", measurement);
    await api.delete(`/measurements?${query}`);
    print(`${name} was deleted`);
  },
};
