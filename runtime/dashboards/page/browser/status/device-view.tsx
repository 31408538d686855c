/** Details of a channel's struct or a device: messages, rates, rejections with reasons, and bytes. */

import type { JSX } from "preact";
import type { ChannelHealth } from "../../../../api/health.ts";
import type { StructLayoutAnswer } from "../../../../api/struct-layout.ts";
import { fleet, nowMs, service } from "../app/page.ts";
import { fetchHealth, fetchRows, fetchStruct } from "../data/api.ts";
import type { StoredRow } from "../data/latest-values.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import {
  formatAgo,
  formatInteger,
  formatNumber,
  formatRate,
  formatTime,
  formatUtc,
  parseIsoMs,
} from "../text/format.ts";
import { say } from "../text/words.ts";
import { closeBeside } from "../ui/beside.ts";
import { SidePanel } from "../ui/side-panel.tsx";
import { Table } from "../ui/table.tsx";
import { useQuery } from "../ui/use-query.ts";
import { countsText } from "./counts-text.ts";
import { ErrorList, useErrors } from "./errors.tsx";

const ROWS = 20;
const EVERY_MS = 5000;

interface Details {
  readonly rows: readonly StoredRow[];
  readonly struct: StructLayoutAnswer | undefined;
  /** Undefined: nothing arrived since the start. */
  readonly health: ChannelHealth | undefined | "unread";
}

export function DeviceView({ feed }: { readonly feed: MeasurementFeed }): JSX.Element {
  const { description } = feed;
  const address = description.kind === "struct" ? description.group : (service.addressOf(description) ?? "");
  const errors = useErrors(service, address);
  const now = nowMs();
  const { answer: details, failure } = useQuery(address, () => read(feed, address), { everyMs: EVERY_MS });
  return (
    <SidePanel className="device" label={say("Details")} heading={feed.title} close={closeBeside}>
      {details === undefined && failure === undefined && <p class="none">{say("Reading…")}</p>}
      {failure !== undefined && <p class="problem">{failure.message}</p>}
      {details !== undefined && (
        <>
          <section>
            <h3>{say("Received messages")}</h3>
            <Facts feed={feed} health={details.health} address={address} nowMs={now} />
          </section>
          <NewestFrame {...details} nowMs={now} />
          <section>
            <h3>{say("Refused messages")}</h3>
            <ErrorList errors={errors} refused={fleet.refused.has(address)} nowMs={now} />
          </section>
          <section>
            <h3>{say("The newest {0} rows", details.rows.length)}</h3>
            <Rows rows={details.rows} nowMs={now} />
          </section>
        </>
      )}
    </SidePanel>
  );
}

async function read({ description }: MeasurementFeed, address: string): Promise<Details> {
  const [rows, struct, health] = await Promise.all([
    description.stored ? fetchRows(description, { limit: ROWS }) : [],
    description.kind === "struct" ? fetchStruct(description) : undefined,
    address === "" ? undefined : fetchHealth(undefined, { search: address }).catch(() => "unread" as const),
  ]);
  return {
    rows,
    struct,
    health: health === "unread" ? health : health?.channels.find(({ name }) => name === address),
  };
}

function Facts(props: {
  readonly feed: MeasurementFeed;
  readonly health: Details["health"];
  readonly address: string;
  readonly nowMs: number;
}): JSX.Element {
  const { feed, health, address, nowMs } = props;
  const { description, lastMs, latest, knownUntilMs } = feed;
  const usual = feed.expectedMs();
  const rate = latest.rate(nowMs);
  const facts: readonly (readonly [string, string])[] = [
    [say("Address"), address === "" ? say("not known since the start") : address],
    [say("Stored as"), `${description.database} / ${description.measurement}`],
    [
      say("Last row"),
      lastMs === undefined
        ? say(knownUntilMs !== undefined ? "none" : "Loading…")
        : `${formatUtc(lastMs)}, ${formatAgo(nowMs - lastMs)}`,
    ],
    [say("Rate now"), rate === undefined ? "–" : formatRate(rate)],
    [
      description.everyMs === undefined ? say("Usually every") : say("Every (header)"),
      usual === undefined ? "–" : `${formatNumber(usual / 1000)} s`,
    ],
    [say("Received since the start"), health === "unread" ? "–" : formatInteger(health?.received ?? 0)],
    [say("Refused since the start"), health === "unread" ? "–" : countsText(health?.rejected ?? {})],
    ...(health === undefined || health === "unread" ? [] : noticed(health)),
  ];
  return (
    <dl>
      {facts.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}

/** What was noticed about its messages, only where something was. */
function noticed(health: ChannelHealth): [string, string][] {
  const { unusedTime, unusedTimes = 0, unsetClock, unsetClocks = 0, replaced, senders } = health;
  const facts: [string, string][] = [];
  if (unusedTime !== undefined) {
    const hint = say('field "{0}" looks like a time: send it as "time", or name it in [realm-<name>] time', unusedTime);
    facts.push([say("Stored at the time of receipt"), say("{0} rows; {1}", formatInteger(unusedTimes), hint)]);
  }
  if (unsetClock !== undefined) {
    const count = formatInteger(unsetClocks);
    const last = say("{0} rows are stored at the time of receipt; the last time was {1}", count, unsetClock);
    facts.push([say("Its clock is not set"), last]);
  }
  if (replaced !== undefined) {
    const hint = say("if a field tells rows of one time apart, name it in [realm-<name>] series");
    const count = formatInteger(replaced);
    facts.push([say("Replaced values"), say("{0} by later rows of the same time; {1}", count, hint)]);
  }
  if (senders !== undefined) {
    const { missing, doubled, late, restarts, withoutTime } = senders;
    const counts = [
      say("{0} missing", missing),
      say("{0} doubled", doubled),
      say("{0} late", late),
      say("{0} restarts", restarts),
    ];
    facts.push([say("By sequence numbers"), counts.join(", ")]);
    if (withoutTime > 0) facts.push([say("Without their own time"), formatInteger(withoutTime)]);
  }
  return facts;
}

function NewestFrame({ rows, struct, nowMs }: Details & { readonly nowMs: number }): JSX.Element | null {
  const newest = rows.at(-1);
  const hex = newest?.["_hex_"];
  if (struct === undefined || newest === undefined || typeof hex !== "string") return null;
  return (
    <section>
      <h3>{say("The newest frame, {0}", formatTime(parseIsoMs(newest.time), nowMs))}</h3>
      <Bytes hex={hex} struct={struct} row={newest} />
    </section>
  );
}

type Field = StructLayoutAnswer["fields"][0];

/** Bytes in the colours of their fields; each field shows its position, type and value. */
function Bytes(props: {
  readonly hex: string;
  readonly struct: StructLayoutAnswer;
  readonly row: StoredRow;
}): JSX.Element {
  const {
    hex,
    struct: { fields, size },
    row,
  } = props;
  const count = hex.length / 2;
  const owner = (offset: number) =>
    fields.findIndex(({ byteOffset, bytes: width }) => offset >= byteOffset && offset < byteOffset + width);
  return (
    <div>
      <p class="bytes" aria-label={say("{0} bytes of {1}", count, size)}>
        {Array.from({ length: count }, (_none, offset) => {
          const index = owner(offset);
          const field = fields[index];
          const title =
            field === undefined ? say("byte {0}: padding", offset + 1) : say("byte {0}: {1}", offset + 1, field.path);
          return (
            <span key={offset} class="byte" data-colour={field === undefined ? undefined : index % 8} title={title}>
              {hex.slice(2 * offset, 2 * offset + 2)}
            </span>
          );
        })}
      </p>
      <Table titles={[say("bytes, field"), say("type"), say("rule"), say("stored")]}>
        <tbody>
          {fields.map((field, index) => {
            const text = storedText(row[field.column]);
            return (
              <tr key={field.path}>
                <th scope="row">
                  <span class="byte" data-colour={index % 8}>
                    {placeOf(field)}
                  </span>{" "}
                  {field.path}
                </th>
                <td>{field.ctype}</td>
                <td>{[field.expr, field.note].filter((text) => text !== undefined).join("; ")}</td>
                <td class="value">{text === "–" || field.unit === undefined ? text : `${text} ${field.unit}`}</td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}

/** `5`, `5–8`, `5.3, 2 bit`: counted from 1. */
function placeOf({ byteOffset, bytes, bits }: Field): string {
  if (bits !== undefined) return `${byteOffset + 1}.${bits.offset}, ${bits.width} bit`;
  return bytes === 1 ? String(byteOffset + 1) : `${byteOffset + 1}–${byteOffset + bytes}`;
}

/** All digits, as it is stored. */
function storedText(value: unknown): string {
  return value === undefined || value === null ? "–" : String(value);
}

function Rows({ rows, nowMs }: { readonly rows: readonly StoredRow[]; readonly nowMs: number }): JSX.Element {
  if (rows.length === 0) return <p class="none">{say("Nothing is stored yet.")}</p>;
  const names = Object.keys(rows.at(-1)!).filter((name) => name !== "time" && name !== "_hex_");
  const newestFirst = [...rows].reverse();
  return (
    <div class="rows" tabIndex={0} role="region" aria-label={say("Newest rows")}>
      <Table titles={[say("time"), say("after"), ...names]}>
        <tbody>
          {newestFirst.map((row, i) => {
            const before = newestFirst[i + 1];
            const seconds = before === undefined ? 0 : (parseIsoMs(row.time) - parseIsoMs(before.time)) / 1000;
            return (
              <tr key={row.time}>
                <th scope="row">{formatTime(parseIsoMs(row.time), nowMs)}</th>
                <td>{before === undefined ? "" : `+${seconds.toFixed(3)} s`}</td>
                {names.map((name) => (
                  <td key={name}>{storedText(row[name])}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}
