/** The status of all parts, and the reasons for missing data. */

import type { JSX } from "preact";
import type { ChannelHealth } from "../../../../api/health.ts";
import { fleet, nowMs, service } from "../app/page.ts";
import { storedState } from "../app/service-state.ts";
import type { Health } from "../data/api.ts";
import { Blocks } from "../shell/blocks.tsx";
import { formatAgo, formatInteger } from "../text/format.ts";
import { say } from "../text/words.ts";
import { closeBeside } from "../ui/beside.ts";
import { SidePanel } from "../ui/side-panel.tsx";
import { Table } from "../ui/table.tsx";
import { Cluster } from "./cluster.tsx";
import { countsText } from "./counts-text.ts";
import { ErrorList, useErrors } from "./errors.tsx";

const ROW_HEIGHT = 28;

/** @param about the errors of this channel or device come first */
export function StatusView({ about }: { readonly about: string | undefined }): JSX.Element {
  const { health } = service;
  const errors = useErrors(service, about);
  const { state, text } = storedState(service);
  const reasons = (
    <section>
      <h3>{about === undefined ? say("Recent errors") : say("Recent errors of {0}", about)}</h3>
      <ErrorList errors={errors} refused={about !== undefined && fleet.refused.has(about)} nowMs={nowMs()} />
    </section>
  );
  return (
    <SidePanel label={say("Status")} close={closeBeside}>
      <p class="all-stored" role="status" data-state={state}>
        <span class="dot" aria-hidden="true" />
        <span>{text}</span>
      </p>
      {about !== undefined && reasons}
      {health !== undefined && <Parts health={health} />}
      {health?.parts["node"] !== undefined && <Cluster />}
      {health !== undefined && (
        <section>
          <h3>{say("Channels since start")}</h3>
          <Channels channels={health.channels} nowMs={nowMs()} />
        </section>
      )}
      {about === undefined && reasons}
    </SidePanel>
  );
}

function Parts({ health }: { readonly health: Health }): JSX.Element {
  return (
    <section>
      <ul class="parts">
        {Object.entries(health.parts).map(([name, { state, detail, lastError }]) => (
          <li key={name} data-state={state}>
            <span class="dot" aria-hidden="true" />
            <strong>{name}</strong>
            <span>{state === "ok" ? detail : `${state}: ${detail}`}</span>
            {lastError !== undefined && state !== "ok" && <em>{lastError.message}</em>}
          </li>
        ))}
      </ul>
      {health.warnings.map((warning) => (
        <p key={warning} class="warning">
          {warning}
        </p>
      ))}
    </section>
  );
}

function Channels(props: { readonly channels: readonly ChannelHealth[]; readonly nowMs: number }): JSX.Element {
  const { channels, nowMs } = props;
  if (channels.length === 0) return <p class="none">{say("Nothing was received yet.")}</p>;
  return (
    <Table titles={["", say("received"), say("decoded"), say("rejected"), say("last seen")]}>
      <Blocks
        items={channels}
        keyOf={({ source, name }) => `${source} ${name}`}
        tag="tbody"
        height={ROW_HEIGHT}
        isTop
        render={({ source, name, received, decoded, rejected, lastSeen }) => (
          <tr key={`${source} ${name}`}>
            <th scope="row">{name}</th>
            <td>{formatInteger(received)}</td>
            <td>{formatInteger(decoded)}</td>
            <td class="reasons">{countsText(rejected)}</td>
            <td>{lastSeen === undefined ? say("never") : formatAgo(nowMs - Date.parse(lastSeen))}</td>
          </tr>
        )}
      />
    </Table>
  );
}
