/** The nodes of a cluster and the backlog of its log; nothing outside a cluster. */

import type { JSX } from "preact";
import type { ClusterNode, PartitionLag } from "../../../../model/cluster-report.ts";
import { fetchCluster } from "../data/api.ts";
import { formatAge, formatAgo, formatInteger } from "../text/format.ts";
import { say } from "../text/words.ts";
import { Table } from "../ui/table.tsx";
import { useQuery } from "../ui/use-query.ts";

/** Maximum number of partitions shown, those with the oldest frames first. */
const SHOWN = 16;
const SECOND = 1000;
const EVERY_MS = 5000;

export function Cluster(): JSX.Element | null {
  const { answer, failure } = useQuery("cluster", fetchCluster, { everyMs: EVERY_MS });
  const warning = failure === undefined ? null : <p class="warning">{failure.message}</p>;
  if (answer === undefined) return warning;
  const { name, nodes, log } = answer;
  const oldest = Math.max(0, ...log.lag.map(({ oldestSeconds }) => oldestSeconds));
  const waits =
    log.frames === 0
      ? say("nothing waits")
      : say("{0} frames wait, the oldest for {1}", formatInteger(log.frames), age(oldest));
  const refused = log.refused === 0 ? "" : say("; {0} frames could not be read", formatInteger(log.refused));
  return (
    <section>
      <h3>{say("Nodes of {0}", name)}</h3>
      {warning}
      <Nodes nodes={nodes} />
      <h3>{say("Log")}</h3>
      <p class={log.frames === 0 ? "none" : ""}>
        {say("Partitions: {0}, replicas: {1}; {2}{3}", log.partitions, log.replicas, waits, refused)}
      </p>
      {log.lag.length > 0 && <Lag lag={log.lag} />}
    </section>
  );
}

function Nodes({ nodes }: { readonly nodes: readonly ClusterNode[] }): JSX.Element {
  return (
    <Table className="nodes" titles={[say("node"), say("role"), say("state"), say("address"), say("waiting")]}>
      <tbody>
        {nodes.map(({ node, number, role, state, host, url, version, waiting, silentSeconds }) => (
          <tr key={node}>
            <th scope="row" data-state={state} title={`${node}, ${version}`}>
              <span class="dot" aria-hidden="true" /> {number ?? node.slice(0, 8)}
            </th>
            <td>{role}</td>
            <td class="state">
              {state === "away" ? say("away, last seen {0}", formatAgo(silentSeconds * SECOND)) : state}
            </td>
            <td title={host}>{url.replace(/^https?:\/\//, "")}</td>
            <td>{formatInteger(waiting)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Lag({ lag }: { readonly lag: readonly PartitionLag[] }): JSX.Element {
  const shown = [...lag].sort((a, b) => b.oldestSeconds - a.oldestSeconds).slice(0, SHOWN);
  const more = lag.length > SHOWN ? say(" ({0} of {1})", SHOWN, lag.length) : "";
  return (
    <Table className="nodes" titles={[`${say("partition")}${more}`, say("waiting frames"), say("the oldest for")]}>
      <tbody>
        {shown.map(({ partition, frames, oldestSeconds }) => (
          <tr key={partition}>
            <th scope="row">{partition}</th>
            <td>{formatInteger(frames)}</td>
            <td>{age(oldestSeconds)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function age(seconds: number): string {
  return formatAge(seconds * SECOND);
}
