/** `channel-message archive`: writes stored data to files that other programs can read, now and in the future. */

import type { Action, ActionContext } from "../../cli/action.ts";
import { CommandError, UsageError } from "../../cli/command-error.ts";
import { ProgressBar } from "../../cli/progress-bar.ts";
import { listedMeasurements, type ServiceClient, TOKEN } from "../../cli/service-client.ts";
import { didYouMean } from "../../lib/nearest.ts";
import type { MeasurementDescription } from "../../model/measurement.ts";

export const archive: Action = {
  name: "archive",
  after: "cluster",
  channel: false,
  summary: "Write what is stored to Parquet files by day, or to an MCAP file with the frames and their headers",
  example: "channel-message archive --parquet archive --from=-7d",
  args: {
    parquet: {
      type: "string",
      description:
        "Folder for database=…/measurement=…/day=…/data.parquet; a second run writes only missing or changed files",
      valueHint: "folder",
    },
    partition: { type: "string", description: "Period of a Parquet file: day (UTC)", valueHint: "day" },
    mcap: {
      type: "string",
      description:
        "File for Foxglove and similar programs: rows as JSON with their schema, frames with their header's text",
      valueHint: "file",
    },
    database: { type: "string", description: "Only of this database", valueHint: "name" },
    measurement: { type: "string", description: "Only this measurement", valueHint: "name" },
    from: {
      type: "string",
      description: "Rows from this time on: ISO 8601, or --from=-7d before now; Parquet: whole days",
      valueHint: "time",
    },
    to: { type: "string", description: "Rows before this time", valueHint: "time" },
    token: TOKEN,
  },
  async run(context) {
    const { args, positionals } = context;
    const { parquet, mcap } = args;
    if (positionals.length > 0) throw new UsageError(`archive takes options only, not '${positionals[0]}'`);
    if (parquet === undefined && mcap === undefined)
      throw new UsageError("archive needs --parquet <folder> or --mcap <file>");
    if (args["partition"] !== undefined && args["partition"] !== "day") {
      throw new UsageError(`--partition is 'day', not '${args["partition"]}'`);
    }
    const client = context.client();
    const bar = new ProgressBar({ unit: "rows" });
    const order = { client, measurements: await chosen(context, client), range: context.texts("from", "to"), bar };
    if (typeof parquet === "string") {
      const { archiveParquet } = await import("./parquet-archive.ts");
      context.print(await archiveParquet(order, parquet));
    }
    if (typeof mcap === "string") {
      const { archiveMcap } = await import("./mcap-archive.ts");
      context.print(await archiveMcap(order, mcap, context.settings().channels));
    }
  },
};

async function chosen({ args }: ActionContext, client: ServiceClient): Promise<MeasurementDescription[]> {
  let found: MeasurementDescription[] = [];
  for await (const one of listedMeasurements(client)) if (one.stored) found.push(one);
  for (const key of ["database", "measurement"] as const) {
    const wanted = args[key];
    if (typeof wanted !== "string") continue;
    const names = new Set(found.map((one) => one[key]));
    if (!names.has(wanted))
      throw new CommandError(`there is no ${key} '${wanted}' with rows${didYouMean(wanted, names)}`);
    found = found.filter((one) => one[key] === wanted);
  }
  return found;
}
