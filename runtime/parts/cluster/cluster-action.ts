/**
 * `channel-message cluster status|resend|retry-refused`: shows the nodes of a cluster and their log; sends messages of
 * a node's journal again.
 */

import { type Action, type ActionContext, verbOf } from "../../cli/action.ts";
import { CommandError, UsageError } from "../../cli/command-error.ts";
import { right } from "../../cli/format/table.ts";
import { type ServiceClient, TOKEN } from "../../cli/service-client.ts";
import { dictionary } from "../../lib/dictionary.ts";
import type { ClusterReport } from "../../model/cluster-report.ts";

type Verb = (context: ActionContext, client: ServiceClient) => Promise<void>;

const VERBS: Readonly<Record<string, Verb>> = dictionary({ status, resend, "retry-refused": retryRefused });

export const cluster: Action = {
  name: "cluster",
  after: "find-check",
  channel: false,
  summary:
    "Show the nodes of a cluster and the backlog of its log; send this node's messages, or frames that could not be read, again",
  example: "channel-message cluster resend --since 2026-01-31T12:00:00Z",
  args: {
    verb: { type: "positional", required: true, description: "status, resend or retry-refused" },
    since: {
      type: "string",
      description: "resend: messages received since then, as far as this node's journal has them",
      valueHint: "time",
    },
    token: TOKEN,
    json: { type: "boolean", description: "Print JSON" },
  },
  async run(context) {
    const [name, ...rest] = context.positionals;
    await verbOf(VERBS, rest.length > 0 ? undefined : name, "cluster")(context, context.client());
  },
};

async function status(context: ActionContext, client: ServiceClient): Promise<void> {
  const report = await client.get<ClusterReport>("/health?scope=cluster");
  if (context.isJson) {
    context.print(JSON.stringify(report));
    return;
  }
  const columns = [
    "node",
    "role",
    "state",
    "host",
    "address",
    "version",
    ...["waiting", "letters", "silent s"].map(right),
  ];
  context.list(report.nodes, {
    columns,
    row: (node) => [
      node.number === undefined ? node.node.slice(0, 8) : `${node.number}`,
      node.role,
      node.state,
      node.host,
      node.url,
      node.version,
      `${node.waiting}`,
      `${node.deadLetters}`,
      `${node.silentSeconds}`,
    ],
  });
  const { frames, bytes, replicas, partitions, lag, refused, deadLetters } = report.log;
  const oldest = Math.max(0, ...lag.map(({ oldestSeconds }) => oldestSeconds));
  context.print("");
  context.print(`log       ${frames} frames of ${bytes} bytes wait, ${replicas} replicas, ${partitions} partitions`);
  context.print(`lag       ${lag.length} partitions have frames that are not stored, the oldest for ${oldest} s`);
  context.print(`refused   ${refused} frames could not be read`);
  context.print(`rejects   ${deadLetters} dead letters of all nodes`);
  if (report.nodes.some(({ state }) => state === "away")) throw new CommandError("a node is away");
}

async function retryRefused(context: ActionContext, client: ServiceClient): Promise<void> {
  const answer = await client.post<{ retried: number }>("/cluster/retry-refused", {});
  context.tell(answer, `${answer.retried} frames were put back into the log`);
}

async function resend(context: ActionContext, client: ServiceClient): Promise<void> {
  const { since } = context.args;
  if (typeof since !== "string") throw new UsageError("cluster resend takes --since TIME");
  const answer = await client.post<{ resent: number }>("/cluster/resend", { since });
  context.tell(answer, `${answer.resent} messages were sent again`);
}
