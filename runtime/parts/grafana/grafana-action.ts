/**
 * `channel-message <channel> grafana`: prints the dashboard that the service would create in Grafana, for import by
 * hand.
 */

import type { Action } from "../../cli/action.ts";
import { UsageError } from "../../cli/command-error.ts";
import { columnsOf } from "../../codec/fields.ts";
import type { StructCodec } from "../../codec/struct-codec.ts";
import { framePlaces } from "../../frames/frame-columns.ts";
import type { FieldType } from "../../model/point.ts";

export const grafana: Action = {
  name: "grafana",
  channel: true,
  summary: "Print the channel's dashboard for Grafana as JSON, to import without a service",
  example: "channel-message h2m grafana > h2m.json",
  args: {
    datasource: {
      type: "string",
      description: "The uid of Grafana's data source for InfluxDB; by default, Grafana asks for one during the import",
      valueHint: "uid",
    },
  },
  async run(context) {
    if (context.positionals.length > 0) throw new UsageError("grafana takes no arguments, only options");
    const given: unknown = context.args["datasource"];
    const codecs = await context.codecs();
    const [{ Plans }, { merge }, { newDashboard }] = await Promise.all([
      import("./plans.ts"),
      import("./merge.ts"),
      import("./new-dashboard.ts"),
    ]);
    const channel = context.channel();
    const { name, wampTopic } = channel;
    const database = wampTopic.replaceAll(".", "_");
    const plans = new Plans(() => [{ name, database, structs: codecs.structs, frames: framePlaces(channel) }]);
    const uids = codecs.structs.flatMap((struct) =>
      plans.add({ database, measurement: struct.measurement, columns: typesOf(struct) }),
    );
    const plan = plans.plan(uids[0] ?? "");
    if (plan === undefined) throw new UsageError(`channel '${name}' has no numbers to draw`);
    const source = { type: "influxdb", uid: typeof given === "string" && given !== "" ? given : ASKED } as const;
    const dashboard = merge(newDashboard(plan, source), plan, source)?.dashboard;
    const inputs = source.uid === ASKED ? { __inputs: [INPUT] } : {};
    context.print(JSON.stringify({ ...inputs, ...dashboard }, null, 2));
  },
};

/**
 * Grafana's import asks for the values listed in `__inputs`. [Grafana, export a dashboard, "Export for sharing
 * externally"]
 */
const ASKED = `\${DS_INFLUXDB}`;
const INPUT = {
  name: "DS_INFLUXDB",
  label: "InfluxDB",
  description: "Contains the channel's database",
  type: "datasource",
  pluginId: "influxdb",
  pluginName: "InfluxDB",
};

function typesOf(struct: StructCodec): ReadonlyMap<string, FieldType> {
  return new Map(columnsOf(struct).map(({ name, kind }) => [name, kind]));
}
