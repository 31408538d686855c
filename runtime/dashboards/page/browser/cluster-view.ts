/** The nodes of a cluster and the backlog of its log; nothing outside a cluster. */

import type { ClusterNode, ClusterReport, PartitionLag } from "../../../model/cluster-report.ts";
import { fetchCluster } from "./api.ts";
import { element, table } from "./dom.ts";
import { formatAge, formatAgo, formatInteger } from "./format.ts";
import { say } from "./words.ts";

/** Maximum number of partitions shown, those with the oldest frames first. */
const SHOWN = 16;
const SECOND = 1000;

export class ClusterView {
  readonly root = element("section");
  #asking = false;

  /** Only one request at a time. */
  async refresh(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      this.#write(await fetchCluster());
    } catch (error) {
      this.root.replaceChildren(
        element("h3", {}, say("Nodes")),
        element("p", { class: "warning" }, (error as Error).message),
      );
    } finally {
      this.#asking = false;
    }
  }

  #write({ name, nodes, log }: ClusterReport): void {
    const oldest = Math.max(0, ...log.lag.map(({ oldestSeconds }) => oldestSeconds));
    const waits =
      log.frames === 0
        ? say("nothing waits")
        : say("{0} frames wait, the oldest for {1}", formatInteger(log.frames), age(oldest));
    const refused = log.refused === 0 ? "" : say("; {0} frames could not be read", formatInteger(log.refused));
    const about = say("Partitions: {0}, replicas: {1}; {2}{3}", log.partitions, log.replicas, waits, refused);
    this.root.replaceChildren(
      element("h3", {}, say("Nodes of {0}", name)),
      nodeTable(nodes),
      element("h3", {}, say("Log")),
      element("p", { class: log.frames === 0 ? "none" : "" }, about),
      ...(log.lag.length === 0 ? [] : [lagTable(log.lag)]),
    );
  }
}

function nodeTable(nodes: readonly ClusterNode[]): HTMLElement {
  const rows = nodes.map(({ node, number, role, state, host, url, version, waiting, silentSeconds }) => [
    element(
      "th",
      { scope: "row", "data-state": state, title: `${node}, ${version}` },
      element("span", { class: "dot", "aria-hidden": "true" }),
      " ",
      number === undefined ? node.slice(0, 8) : `${number}`,
    ),
    role,
    element(
      "td",
      { class: "state" },
      state === "away" ? say("away, last seen {0}", formatAgo(silentSeconds * SECOND)) : state,
    ),
    element("td", { title: host }, url.replace(/^https?:\/\//, "")),
    formatInteger(waiting),
  ]);
  return table([say("node"), say("role"), say("state"), say("address"), say("waiting")], rows, "nodes");
}

function lagTable(lag: readonly PartitionLag[]): HTMLElement {
  const shown = [...lag].sort((a, b) => b.oldestSeconds - a.oldestSeconds).slice(0, SHOWN);
  const rows = shown.map(({ partition, frames, oldestSeconds }) => [
    `${partition}`,
    formatInteger(frames),
    age(oldestSeconds),
  ]);
  const more = lag.length > SHOWN ? say(" ({0} of {1})", SHOWN, lag.length) : "";
  return table([`${say("partition")}${more}`, say("waiting frames"), say("the oldest for")], rows, "nodes");
}

function age(seconds: number): string {
  return formatAge(seconds * SECOND);
}
