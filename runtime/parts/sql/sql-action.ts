/** `channel-message sql`: runs one SELECT in the running service and prints the result. */

import type { Action } from "../../cli/action.ts";
import { UsageError } from "../../cli/command-error.ts";
import { TOKEN } from "../../cli/service-client.ts";

export const sql: Action = {
  name: "sql",
  channel: false,
  summary: "Run a SELECT over measurements; prints CSV or another format",
  example: `channel-message sql 'SELECT max(voltage) FROM lab_h2m."02_cap_r"' --from=-1d`,
  args: {
    select: { type: "positional", description: "The statement; - reads it from standard input", required: true },
    from: {
      type: "string",
      description: "Rows from this time on: ISO 8601, or --from=-15m before now",
      valueHint: "time",
    },
    to: { type: "string", description: "Rows before this time", valueHint: "time" },
    format: {
      type: "string",
      description: "csv, json, parquet or another format of exports (csv)",
      valueHint: "format",
    },
    tz: { type: "string", description: "Time zone of times, like Europe/Berlin (UTC)", valueHint: "zone" },
    token: TOKEN,
  },
  async run({ texts, positionals, client, output }) {
    const [statement, ...more] = positionals;
    if (statement === undefined) throw new UsageError("sql needs a SELECT statement");
    if (more.length > 0) throw new UsageError("sql takes one argument: put the statement between quotes");
    const query = new URLSearchParams({ format: "csv", ...texts("from", "to", "format", "tz") });
    output.flush();
    const text = statement === "-" ? await standardInput() : statement;
    for await (const piece of client().bytes(`/read/sql?${query}`, text)) {
      if (!process.stdout.write(piece)) await output.drained();
    }
  },
};

async function standardInput(): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}
