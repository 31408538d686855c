/** `channel-message times list|move|drop`: rows that were received while the system clock was wrong. */

import { type Action, type ActionContext, verbOf } from "../../cli/action.ts";
import { UsageError } from "../../cli/command-error.ts";
import { type ServiceClient, TOKEN } from "../../cli/service-client.ts";
import { dictionary } from "../../lib/dictionary.ts";
import { escapeControls } from "../../lib/escape-controls.ts";
import type { JumpSummary } from "./times-api.ts";

type Verb = (context: ActionContext, client: ServiceClient, id: string | undefined) => Promise<void>;

const VERBS: Readonly<Record<string, Verb>> = dictionary({ list, move, drop });

export const times: Action = {
  name: "times",
  channel: false,
  summary: "List jumps of the system clock and the rows before them, move those rows, or drop a jump from the list",
  example: "channel-message times move 1 --apply",
  args: {
    verb: { type: "positional", required: true, description: "list, move or drop" },
    id: { type: "positional", required: false, description: "Number of a jump, as list prints it" },
    apply: { type: "boolean", description: "move: change the rows; without it nothing is changed" },
    token: TOKEN,
    json: { type: "boolean", description: "list: print JSON" },
  },
  async run(context) {
    const [name, id] = context.positionals;
    await verbOf(VERBS, name, "times")(context, context.client(), id);
  },
};

async function list(context: ActionContext, client: ServiceClient): Promise<void> {
  const { jumps } = await client.get<{ jumps: readonly JumpSummary[] }>("/times");
  if (context.isJson) {
    for (const jump of jumps) context.print(JSON.stringify(jump));
    return;
  }
  if (jumps.length === 0) context.print("The system clock has not jumped.");
  for (const jump of jumps) print(context, jump);
}

async function move(context: ActionContext, client: ServiceClient, id: string | undefined): Promise<void> {
  const number = jumpNumber(id);
  if (context.args["apply"] === true) {
    const { moved } = await client.post<{ moved: number }>("/times/move", { id: number });
    context.print(`${moved} rows were moved`);
    return;
  }
  const { jumps } = await client.get<{ jumps: readonly JumpSummary[] }>("/times");
  const jump = jumps.find((one) => one.id === number);
  if (jump === undefined) throw new UsageError(`there is no jump ${number}`);
  print(context, jump);
  context.print("Nothing was changed; --apply moves the rows");
}

async function drop(context: ActionContext, client: ServiceClient, id: string | undefined): Promise<void> {
  const number = jumpNumber(id);
  await client.post("/times/drop", { id: number });
  context.print(`Jump ${number} is no longer listed; its rows are not changed`);
}

function jumpNumber(text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError("name a jump by the number that list prints");
  return Number(text);
}

function print(context: ActionContext, { id, from, to, by, isMoved, rows }: JumpSummary): void {
  context.print(`${id}  the clock was set by ${by} at ${to}; rows received from ${from} on may be at a wrong time`);
  if (isMoved) context.print("   they were moved");
  else if (rows === undefined) context.print("   this database cannot tell which rows those are");
  else if (rows.length === 0) context.print("   no rows");
  for (const { database, measurement, rows: count } of rows ?? []) {
    context.print(
      `   ${escapeControls(database)}  ${escapeControls(measurement)}  ${count} rows, to be moved by ${by}`,
    );
  }
}
