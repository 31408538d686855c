/**
 * `channel-message <channel> command [<name> field=value …]`: sends a command through the service, or lists commands
 * and boards.
 */

import { randomUUID } from "node:crypto";
import type { Action, ActionContext } from "../../cli/action.ts";
import { CommandError, UsageError } from "../../cli/command-error.ts";
import { type ServiceClient, TOKEN } from "../../cli/service-client.ts";
import { escapeControls } from "../../lib/escape-controls.ts";
import type { CommandEntry, Overview } from "../../model/command.ts";
import type { CommandDescription, CommandedPlace, CommandField } from "../../model/command-form.ts";

type PlaceCommands = Omit<CommandedPlace, "place"> & Pick<Overview, "history">;

const SHOWN = 20;

export const command: Action = {
  name: "command",
  channel: true,
  after: "receive",
  summary: "Send a command to a board through the service; without a name, list commands, boards and sent commands",
  example: "channel-message rig command set_point target=21.5 --to 10.0.0.7 --wait",
  args: {
    name: { type: "positional", required: false, description: "Name of the command: its struct's without struct_" },
    fields: { type: "positional", required: false, description: "field=value by stored names, in stored units" },
    to: { type: "string", description: "Board: its address, or what the list prints", valueHint: "address" },
    device: {
      type: "string",
      description: "A device of a realm with 'binary' instead of a board of the channel",
      valueHint: "realm/network/gateway/node",
    },
    wait: {
      type: "boolean",
      description: "Wait for its end; the exit code is 1 unless it was acknowledged or needs none",
    },
    confirm: { type: "boolean", description: "Required for dangerous commands and for values outside the usual range" },
    within: { type: "string", description: "Maximum time that it may wait for its device", valueHint: "seconds" },
    key: { type: "string", description: "Repetitions with the same key are sent only once", valueHint: "text" },
    token: TOKEN,
    json: { type: "boolean", description: "Print JSON" },
  },
  async run(context) {
    const client = context.client();
    const { device } = context.args;
    const place = typeof device === "string" ? device : `lab/${context.channel().name}`;
    const path = `/api/${place.split("/").map(encodeURIComponent).join("/")}/command`;
    const [name, ...fields] = context.positionals;
    if (name === undefined) await list(context, client, path);
    else await send(context, client, path, { name, fields });
  },
};

async function send(
  context: ActionContext,
  client: ServiceClient,
  path: string,
  { name, fields }: { readonly name: string; readonly fields: readonly string[] },
): Promise<void> {
  const { to, within, wait, confirm, key } = context.args;
  const seconds = within === undefined ? undefined : Number(within);
  if (seconds !== undefined && !(seconds > 0)) throw new UsageError(`--within: '${within}' is not a number of seconds`);
  const order = {
    command: name,
    // The service knows the fields and parses the texts.
    fields: Object.fromEntries(fields.map(assignment)),
    ...(typeof to === "string" && { to }),
    ...(confirm === true && { confirm }),
    ...(seconds !== undefined && { within: seconds }),
    wait: wait === true,
  };
  // If the answer is lost, the same line with the same key does not send the command twice.
  const headers = { "Idempotency-Key": typeof key === "string" ? key : randomUUID() };
  const entry = await client.post<CommandEntry>(path, order, headers);
  context.tell(entry, lineOf(entry));
  const isGood =
    wait !== true || entry.state === "acknowledged" || (entry.state === "sent" && entry.ended !== undefined);
  if (!isGood) throw new CommandError(`${entry.command} ended as '${entry.state}'`);
}

function assignment(text: string): [string, string] {
  const at = text.indexOf("=");
  if (at < 1) throw new CommandError(`'${text}' is not of the form field=value`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function lineOf({ id, command: name, to, hex, state, reason }: CommandEntry): string {
  const why = reason === undefined ? "" : `: ${reason}`;
  return escapeControls(`${id}  ${name} 0x${hex} to ${to}  ${state}${why}`);
}

async function list(context: ActionContext, client: ServiceClient, path: string): Promise<void> {
  const answer = await client.get<PlaceCommands>(path);
  if (context.isJson) {
    context.print(JSON.stringify(answer));
    return;
  }
  const { commands, peers, history } = answer;
  if (commands.length === 0)
    context.print("There is no command that you may send: no struct has @command, or you lack the permission.");
  for (const one of commands) context.print(escapeControls(usageOf(one)));
  context.print("");
  context.print(peers.length === 0 ? "No board has sent anything since the service started." : "Boards:");
  for (const { to, seen } of peers.slice(0, SHOWN)) context.print(escapeControls(`  ${to}  ${seen}`));
  if (history.length === 0) return;
  context.print("");
  context.list(history.slice(0, SHOWN), {
    columns: ["time", "id", "command", "to", "by", "state", "reason"],
    row: ({ queued, id, command: name, to, by, state, reason = "" }) => [queued, `${id}`, name, to, by, state, reason],
  });
}

function usageOf({ command: name, fields, confirm, interlock }: CommandDescription): string {
  const words = [name, ...fields.map(fieldText), ...(confirm ? ["--confirm"] : [])];
  return `${words.join(" ")}${interlock === undefined ? "" : `   while ${interlock}`}`;
}

function fieldText({ name, ctype, unit, states, range, initial }: CommandField): string {
  const values = states === undefined ? ctype : Object.values(states).join("|");
  const limits = range === undefined ? "" : ` ${range.min ?? ""}..${range.max ?? ""}`;
  const text = `${name}=<${values}${limits}${unit === undefined ? "" : ` ${unit}`}>`;
  return initial === undefined ? text : `[${text}]`;
}
