/** `channel-message columns numbers`: makes a column of texts one of numbers. */

import { type Action, type ActionContext, verbOf } from "../../cli/action.ts";
import { UsageError } from "../../cli/command-error.ts";
import { type ServiceClient, TOKEN } from "../../cli/service-client.ts";
import { dictionary } from "../../lib/dictionary.ts";
import { escapeControls } from "../../lib/escape-controls.ts";
import type { ColumnChange } from "./columns-api.ts";

type Verb = (context: ActionContext, client: ServiceClient, given: readonly string[]) => Promise<void>;

const VERBS: Readonly<Record<string, Verb>> = dictionary({ numbers });

export const columns: Action = {
  name: "columns",
  channel: false,
  summary: "Make a column of texts one of numbers, if its texts are numbers",
  example: "channel-message columns numbers lab_house cellar_logger_sensors temp --apply",
  args: {
    verb: { type: "positional", required: true, description: "numbers" },
    database: { type: "positional", required: false, description: "Database" },
    measurement: { type: "positional", required: false, description: "Measurement" },
    column: { type: "positional", required: false, description: "Column" },
    apply: { type: "boolean", description: "Change the column; without it nothing is changed" },
    drop: { type: "boolean", description: "Delete the other texts" },
    decimal: { type: "string", description: "comma: 1,234 is one and a bit, not a thousand", valueHint: "comma" },
    token: TOKEN,
    json: { type: "boolean", description: "Print JSON" },
  },
  async run(context) {
    const [name, ...given] = context.positionals;
    await verbOf(VERBS, name, "columns")(context, context.client(), given);
  },
};

async function numbers(context: ActionContext, client: ServiceClient, given: readonly string[]): Promise<void> {
  const [database, measurement, column, ...more] = given;
  if (database === undefined || measurement === undefined || column === undefined || more.length > 0)
    throw new UsageError("columns numbers takes a database, a measurement and a column");
  const { apply, drop, decimal } = context.args;
  if (decimal !== undefined && decimal !== "comma") throw new UsageError("--decimal is 'comma'");
  const change = await client.post<ColumnChange>("/columns/numbers", {
    ...{ database, measurement, column },
    ...(apply === true && { apply: true }),
    ...(drop === true && { drop: true }),
    ...(decimal === "comma" && { decimal }),
  });
  if (context.isJson) {
    context.print(JSON.stringify(change));
    return;
  }
  const { isApplied, others, examples } = change;
  context.print(`${change.numbers} values ${isApplied ? "are numbers now" : "are numbers"}`);
  if (others > 0) {
    const shown = examples.map((text) => `'${escapeControls(text)}'`).join(", ");
    context.print(`${others} ${isApplied ? "were deleted" : "are none, and --drop would delete them"}: ${shown}`);
  }
  if (!isApplied) context.print("Nothing was changed; --apply changes the column");
}
