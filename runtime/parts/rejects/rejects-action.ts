/**
 * `channel-message rejects list|show|retry|drop`: manages messages that the service could not store and keeps for a
 * decision.
 */

import { type Action, type ActionContext, verbOf } from "../../cli/action.ts";
import { CommandError, UsageError } from "../../cli/command-error.ts";
import { pairs, right } from "../../cli/format/table.ts";
import { count } from "../../cli/number-options.ts";
import { type ServiceClient, TOKEN } from "../../cli/service-client.ts";
import { dictionary } from "../../lib/dictionary.ts";
import { escapeControls } from "../../lib/escape-controls.ts";
import type { RejectDetails, RejectList } from "../../model/reject-details.ts";
import type { RetryOutcome } from "./rejects-api.ts";

type Verb = (context: ActionContext, client: ServiceClient, ids: readonly number[]) => Promise<void>;

const VERBS: Readonly<Record<string, Verb>> = dictionary({ list, show, retry, drop });

export const rejects: Action = {
  name: "rejects",
  after: "find-check",
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
    const [name, ...rest] = context.positionals;
    await verbOf(VERBS, name, "rejects")(context, context.client(), rest.map(messageNumber));
  },
};

function messageNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(`'${text}' is not the number of a rejected message`);
  return Number(text);
}

async function list(context: ActionContext, client: ServiceClient): Promise<void> {
  const query = new URLSearchParams({
    limit: `${count(context.args["limit"], "limit", {}) ?? 100}`,
    ...context.texts("address", "code"),
  });
  const { rejects: found, missing } = await client.get<RejectList>(`/rejects?${query}`);
  if (missing !== undefined) context.warn(escapeControls(missing));
  context.list(found, {
    columns: [right("id"), "time", "source", "address", "reason", right("bytes"), "message"],
    row: ({ id, time, source, address, code, bytes, message }) => [
      `${id}`,
      time,
      source,
      address,
      code,
      `${bytes}`,
      message,
    ],
    none: "No rejected messages.",
  });
}

async function show(context: ActionContext, client: ServiceClient, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) throw new UsageError("rejects show takes the number of a message");
  for (const id of ids) {
    const reject = await client.get<RejectDetails>(`/rejects/${id}`);
    if (context.isJson) {
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
  context.tell({ stored, failed }, `${stored} accepted, ${failed.length} still rejected`);
  for (const { id, reason } of failed) context.warn(`${id}: ${escapeControls(reason)}`);
  if (failed.length > 0) throw new CommandError(`${failed.length} messages are still rejected`);
}

async function drop(context: ActionContext, client: ServiceClient, ids: readonly number[]): Promise<void> {
  const { dropped } = await client.post<{ dropped: number }>("/rejects/drop", selection(context, ids));
  context.tell({ dropped }, `${dropped} dropped`);
}

function selection(context: ActionContext, ids: readonly number[]): object {
  const all = context.args["all"] === true;
  if (all === ids.length > 0) throw new UsageError("name messages by number, or use --all");
  return all ? { all, ...context.texts("address", "code") } : { ids };
}
