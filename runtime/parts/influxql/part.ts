/** `/query`: InfluxQL over any store, for Grafana and clients of InfluxDB. */

import type { PartKind } from "../part-kind.ts";

export const INFLUXQL_QUERY: PartKind = {
  name: "influxql",
  open: () => ({
    async view({ routes, store, callers }) {
      const { influxqlApi } = await import("./influxql-api.ts");
      routes.route("/", influxqlApi({ store, ...callers }));
      return undefined;
    },
  }),
};
