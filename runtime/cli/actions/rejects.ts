/**
 * `channel-message rejects list|show|retry|drop`: manages messages that the service could not store and keeps for a
 * decision.
 */

import type { RejectDetails, RejectList, RetryOutcome } from "../../api/rejects-api.ts";
import { escapeControls } from "../../telemetry/escape-controls.ts";
import type { Action, ActionContext } from "../action.ts";
import { CommandError, UsageError } from "../command-error.ts";
import { pairs, table } from "../format/table.ts";
import { count } from "../number-options.ts";
import { type ServiceClient, serviceClient, TOKEN } from "../service-client.ts";

type Verb = (context: ActionContext, client: ServiceClient, ids: readonly number[]) => Promise<void>;

const VERBS: Readonly<Record<string, Verb>> = { list, show, retry, drop };

export const rejects: Action = {
  name: "rejects",
  channel: false,
  summary: "List, show, retry or drop messages that the running service could not store",
  example: "channel-message rejects list --address rig",
  args: {
    verb: { type: "positional", required: true, description: "list, show, retry or drop" },
    id: { type: "positional", required: false, description: "Numbers of rejected messages, as list prints them" },
    all: { type: "boolean", description: "retry, drop: all messages that match the filters" },
    address: { type: "string", description: "Only those of this channel or address", valueHint: "address" },
    code: { type: "string", description: "Only those with this reason, such as unknown-id", valueHint: "reason" },
    limit: { type: "string", description: "list: maximum number, newest first (100)", valueHint: "n" },
    token: TOKEN,
    json: { type: "boolean", description: "Print JSON" },
  },
  async run(context) {
    const [name = "", ...rest] = context.positionals;
    const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
    if (verb === undefined) throw new UsageError(`rejects takes ${Object.keys(VERBS).join(", ")}`);
    const client = serviceClient(context.settings(), context.args);
    await verb(context, client, rest.map(messageNumber));
  },
};

function messageNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(`'${text}' is not the number of a rejected message`);
  return Number(text);
}

async function list(context: ActionContext, client: ServiceClient): Promise<void> {
  const query = new URLSearchParams({
    limit: `${count(context.args["limit"], "limit", {}) ?? 100}`,
    ...filters(context),
  });
  const { rejects: found, missing } = await client.get<RejectList>(`/rejects?${query}`);
  if (missing !== undefined) context.warn(escapeControls(missing));
  if (context.args["json"] === true) {
    for (const reject of found) context.print(JSON.stringify(reject));
    return;
  }
  if (found.length === 0) {
    context.print("No rejected messages.");
    return;
  }
  const columns = [
    { title: "id", align: "right" as const },
    ...["time", "source", "address", "reason"].map((title) => ({ title })),
    { title: "bytes", align: "right" as const },
    { title: "message" },
  ];
  const rows = found.map(({ id, time, source, address, code, bytes, message }) =>
    [`${id}`, time, source, address, code, `${bytes}`, message].map(escapeControls),
  );
  for (const line of table(columns, rows)) context.print(line);
}

async function show(context: ActionContext, client: ServiceClient, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) throw new UsageError("rejects show takes the number of a message");
  for (const id of ids) {
    const reject = await client.get<RejectDetails>(`/rejects/${id}`);
    if (context.args["json"] === true) {
      context.print(JSON.stringify(reject));
      continue;
    }
    const { explanation, ...facts } = reject;
    const rows = Object.entries(facts).map(([key, value]) => [key, escapeControls(String(value))] as const);
    for (const line of pairs(rows)) context.print(line);
    for (const line of explanation?.split("\n") ?? []) context.print(`  ${escapeControls(line)}`);
  }
}

async function retry(context: ActionContext, client: ServiceClient, ids: readonly number[]): Promise<void> {
  const { stored, failed } = await client.post<RetryOutcome>("/rejects/retry", selection(context, ids));
  if (context.args["json"] === true) context.print(JSON.stringify({ stored, failed }));
  else context.print(`${stored} accepted, ${failed.length} still rejected`);
  for (const { id, reason } of failed) context.warn(`${id}: ${escapeControls(reason)}`);
  if (failed.length > 0) throw new CommandError(`${failed.length} messages are still rejected`);
}

async function drop(context: ActionContext, client: ServiceClient, ids: readonly number[]): Promise<void> {
  const { dropped } = await client.post<{ dropped: number }>("/rejects/drop", selection(context, ids));
  context.print(context.args["json"] === true ? JSON.stringify({ dropped }) : `${dropped} dropped`);
}

function selection(context: ActionContext, ids: readonly number[]): object {
  const all = context.args["all"] === true;
  if (all === ids.length > 0) throw new UsageError("name messages by number, or use --all");
  return all ? { all, ...filters(context) } : { ids };
}

function filters({ args }: ActionContext): Record<string, string> {
  const { address, code } = args;
  return { ...(typeof address === "string" && { address }), ...(typeof code === "string" && { code }) };
}
