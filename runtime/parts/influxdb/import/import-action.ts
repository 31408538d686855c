/** `channel-message import influxdb`: copies series of an InfluxDB to the running service's store. */

import type { Action, ActionContext } from "../../../cli/action.ts";
import { UsageError } from "../../../cli/command-error.ts";
import { TOKEN } from "../../../cli/service-client.ts";
import { storedName } from "../../../model/address.ts";
import { influxAt } from "../influx-kind.ts";

const TAGS = ["columns", "series", "drop"] as const;
const TYPES = ["devices", "keep"] as const;

export const importAction: Action = {
  name: "import",
  after: "archive",
  channel: false,
  summary: "Bring the series of a database of InfluxDB into the store of the running service",
  example: "channel-message import influxdb --from influxdb://localhost:8086 --database mqttkit_1_testdrive",
  args: {
    kind: { type: "positional", required: true, description: "influxdb" },
    from: {
      type: "string",
      description:
        "The server: influxdb://user:password@host:8086, influxdbs:// with TLS; with a token …?token=…&org=…",
      valueHint: "url",
    },
    database: { type: "string", description: "The database there (InfluxDB 2: the bucket)", valueHint: "name" },
    into: { type: "string", description: "The database here; by default the same name", valueHint: "name" },
    measurement: { type: "string", description: "Only this measurement", valueHint: "name" },
    tags: {
      type: "string",
      description:
        "columns (default): tags are columns of texts; series: each combination of tags is its own measurement; drop: without tags",
      valueHint: TAGS.join("|"),
    },
    types: {
      type: "string",
      description:
        "devices (default): numbers are stored like those of devices, which can then continue the series; keep: with InfluxDB's types",
      valueHint: TYPES.join("|"),
    },
    state: {
      type: "string",
      description: "File that records the progress; by default import-<database>.json",
      valueHint: "file",
    },
    token: TOKEN,
  },
  async run(context) {
    const { args, positionals } = context;
    const [kind, ...more] = positionals;
    if (kind !== "influxdb" || more.length > 0) throw new UsageError("import takes one argument: influxdb");
    const database: unknown = args["database"];
    if (typeof database !== "string" || database === "") throw new UsageError("import needs --database <name>");
    const into = storedName(typeof args["into"] === "string" ? String(args["into"]) : database);
    const { importInflux } = await import("./influx-import.ts");
    await importInflux({
      source: sourceOf(context),
      database,
      into,
      ...(typeof args["measurement"] === "string" && { measurement: args["measurement"] }),
      tags: oneOf(context, "tags", TAGS),
      types: oneOf(context, "types", TYPES),
      state: typeof args["state"] === "string" ? args["state"] : `import-${database.replace(/[^\w.-]/g, "_")}.json`,
      client: context.client(),
      print: context.print,
      warn: context.warn,
    });
  },
};

function sourceOf({ args }: ActionContext) {
  const text = args["from"];
  if (typeof text !== "string") throw new UsageError("import needs --from influxdb://host:8086");
  const settings = URL.canParse(text) ? influxAt(new URL(text)) : undefined;
  if (settings !== undefined) return settings;
  throw new UsageError("--from names no InfluxDB; write influxdb://host:8086");
}

function oneOf<Word extends string>({ args }: ActionContext, name: string, words: readonly [Word, ...Word[]]): Word {
  const given = args[name];
  if (given === undefined) return words[0];
  const found = words.find((word) => word === given);
  if (found === undefined) throw new UsageError(`--${name} is ${words.join(" or ")}, not '${given}'`);
  return found;
}
