/** Two runs over each other: a chart for each field, and the statistics of all their rows. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { mainColumn } from "../../../../model/main-column.ts";
import type { ColumnDescription } from "../../../../model/measurement.ts";
import type { ColumnStatistics } from "../../../../model/store.ts";
import { nowMs, theme } from "../app/page.ts";
import { fetchStatistics } from "../data/api.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import { NumberField } from "../settings/settings-fields.tsx";
import { useOwnSpan } from "../shell/own-span.tsx";
import { formatAs, formatInteger, type NumberFormat, unitIn } from "../text/format.ts";
import { feedKey } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import { Choice } from "../ui/fields.tsx";
import { Segments } from "../ui/segments.tsx";
import { ScrollTable } from "../ui/table.tsx";
import { useQuery } from "../ui/use-query.ts";
import { durationMs, type Run, windowOf } from "./run.ts";
import { type Layer, RunChart, toggled } from "./run-chart.tsx";
import { feedsOf } from "./run-devices.ts";

const POINTS = 1500;
/** Fields that are drawn before the user chooses others. */
const AT_FIRST = 4;
/** Statistics of a run that goes on are read again at this interval. */
const AGAIN_MS = 5000;
/** Its chart grows in steps, so that lines do not move with each second. */
const STEP_MS = 10_000;

type Statistics = Readonly<Record<string, ColumnStatistics>>;

export function Comparison(props: { readonly first: Run; readonly second: Run | undefined }): JSX.Element | null {
  const { first, second } = props;
  const [device, setDevice] = useState("");
  const [otherDevice, setOtherDevice] = useState("");
  const devices = feedsOf(first);
  const others = second === undefined ? [] : feedsOf(second);
  const feed = chosenOf(devices, device);
  const other = chosenOf(others, otherDevice) ?? others[0];
  if (feed === undefined) return <p class="none">{say("Nothing is stored of the devices of this run.")}</p>;
  // The same device, if both runs are of it.
  const same = otherDevice === "" ? others.find((one) => one === feed) : undefined;
  return (
    <>
      <div class="filters" hidden={devices.length < 2 && others.length < 2}>
        <DeviceChoice label={say("Device")} feeds={devices} chosen={feed} onChosen={setDevice} />
        {second !== undefined && other !== undefined && others.length > 1 && (
          <DeviceChoice label={say("Device of B")} feeds={others} chosen={same ?? other} onChosen={setOtherDevice} />
        )}
      </div>
      <Layers
        key={`${feedKey(feed.description)} ${feedKey((same ?? other ?? feed).description)}`}
        first={{ run: first, feed }}
        second={second && { run: second, feed: same ?? other ?? feed }}
      />
    </>
  );
}

function chosenOf(feeds: readonly MeasurementFeed[], key: string): MeasurementFeed | undefined {
  return feeds.find(({ description }) => feedKey(description) === key) ?? feeds[0];
}

function DeviceChoice(props: {
  readonly label: string;
  readonly feeds: readonly MeasurementFeed[];
  readonly chosen: MeasurementFeed;
  readonly onChosen: (key: string) => void;
}): JSX.Element {
  const { label, feeds, chosen, onChosen } = props;
  return (
    <Choice
      label={label}
      value={feedKey(chosen.description)}
      choices={feeds.map(({ description, title }) => [feedKey(description), title] as const)}
      onValue={onChosen}
    />
  );
}

interface Of {
  readonly run: Run;
  readonly feed: MeasurementFeed;
}

function Layers(props: { readonly first: Of; readonly second: Of | undefined }): JSX.Element {
  const { first, second } = props;
  const now = nowMs();
  const [shiftMs, setShift] = useState(0);
  const [pointerMs, setPointer] = useState<number>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const own = useOwnSpan(first.feed, windowOf(first.run, now), POINTS);
  // Hooks are called always: without a second run, the first one is read once for both.
  const beside = useOwnSpan((second ?? first).feed, windowOf((second ?? first).run, now), POINTS);
  const [statistics, othersOf] = [useStatistics(first), useStatistics(second)];
  const columns = comparable(first.feed, second?.feed);
  const shown = columns.filter(({ name }, i) => chosen?.has(name) ?? i < AT_FIRST);
  const layers: Layer[] = [
    { name: `A ${first.run.name}`, feed: own, startMs: first.run.timeMs },
    ...(second === undefined
      ? []
      : [{ name: `B ${second.run.name}`, feed: beside, startMs: second.run.timeMs - shiftMs }]),
  ];
  const longest = Math.max(
    durationMs(first.run, now),
    second === undefined ? 0 : durationMs(second.run, now) + shiftMs,
    1,
  );
  const isOpen = first.run.endMs === undefined || (second !== undefined && second.run.endMs === undefined);
  const lengthMs = isOpen ? Math.ceil(longest / STEP_MS) * STEP_MS : longest;
  return (
    <>
      <div class="filters">
        <Segments
          label={say("Fields")}
          choices={columns.map(({ name }) => [name, name] as const)}
          isChosen={(name) => shown.some((one) => one.name === name)}
          onChoice={(name) => setChosen(toggled(shown, name))}
        />
        {second !== undefined && (
          <NumberField
            label={say("B later by, s")}
            placeholder="0"
            value={shiftMs === 0 ? undefined : shiftMs / 1000}
            onValue={(value) => setShift((value ?? 0) * 1000)}
          />
        )}
      </div>
      <div class="run-charts">
        {shown.map((column) => (
          <RunChart
            key={column.name}
            column={column}
            layers={layers}
            lengthMs={lengthMs}
            theme={theme.value}
            pointerMs={pointerMs}
            onPointer={setPointer}
          />
        ))}
      </div>
      <StatisticsTable
        columns={columns}
        format={({ name, unit }) => own.format(name, unit)}
        first={statistics}
        second={second === undefined ? undefined : othersOf}
      />
    </>
  );
}

/** Numbers that both have, the main one first. */
function comparable(feed: MeasurementFeed, other: MeasurementFeed | undefined): ColumnDescription[] {
  const main = mainColumn(feed.description)?.name;
  const names = other && new Set(other.description.columns.map(({ name }) => name));
  return feed.description.columns
    .filter(({ name, type, role }) => type !== "string" && role === "value" && (names?.has(name) ?? true))
    .sort((a, b) => Number(b.name === main) - Number(a.name === main));
}

/** Statistics of all stored rows of the run; undefined before they are known. */
function useStatistics(of: Of | undefined): Statistics | undefined {
  const { feed, run } = of ?? {};
  const { timeMs = 0, endMs } = run ?? {};
  const key = feed && `${feedKey(feed.description)} ${timeMs} ${endMs}`;
  const ask = () => fetchStatistics(feed!.description, { fromMs: timeMs, toMs: endMs });
  return useQuery(key, ask, endMs === undefined ? { everyMs: AGAIN_MS } : {}).answer?.columns;
}

const FIGURES = ["min", "mean", "max", "deviation"] as const;

function StatisticsTable(props: {
  readonly columns: readonly ColumnDescription[];
  readonly format: (column: ColumnDescription) => NumberFormat;
  readonly first: Statistics | undefined;
  readonly second: Statistics | undefined;
}): JSX.Element {
  const { columns, format, first, second } = props;
  const headings = (run: string) => [`${run} ${say("rows")}`, ...FIGURES.map((one) => `${run} ${say(one)}`)];
  return (
    <ScrollTable
      label={say("Statistics of the runs")}
      className="run-statistics"
      titles={[say("field"), say("unit"), ...headings("A"), ...(second ? [...headings("B"), say("B − A, mean")] : [])]}
    >
      {columns.map((column) => {
        const own = format(column);
        const [a, b] = [first?.[column.name], second?.[column.name]];
        const both = a?.mean != null && b?.mean != null ? b.mean - a.mean : undefined;
        return (
          <tr key={column.name}>
            <th scope="row">{column.name}</th>
            <td>{unitIn(own, column.unit)}</td>
            {figures(a, own)}
            {second !== undefined && figures(b, own)}
            {second !== undefined && <td>{both === undefined ? "" : formatAs(both, own)}</td>}
          </tr>
        );
      })}
    </ScrollTable>
  );
}

function figures(found: ColumnStatistics | undefined, format: NumberFormat): JSX.Element[] {
  return [
    <td key="rows">{found === undefined ? "" : formatInteger(found.count)}</td>,
    ...FIGURES.map((one) => {
      const value = found?.[one] ?? undefined;
      return <td key={one}>{value === undefined ? "" : formatAs(value, format)}</td>;
    }),
  ];
}
