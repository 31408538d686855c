/** A board at a serial port of the browser: its newest values and charts, what was lost, and posting to the service. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ColumnDescription } from "../../../../model/measurement.ts";
import { nowMs, theme } from "../app/page.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import { RunChart, toggled } from "../runs/run-chart.tsx";
import { formatInteger, formatMoment, missingText } from "../text/format.ts";
import { valueText } from "../text/value-text.ts";
import { say } from "../text/words.ts";
import { Choice } from "../ui/fields.tsx";
import { ScrollTable } from "../ui/table.tsx";
import { BrowserPort } from "./browser-port.ts";
import type { SerialSession } from "./serial-session.ts";

const BAUD_RATES = [9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600, 1_000_000, 2_000_000];
const EVERY_MS = 200;
const CHART_MS = 60_000;
/** Fields of a message that are drawn before the user chooses others. */
const AT_FIRST = 2;

/** A port stays open while the page shows something else. */
let port: BrowserPort | undefined;

export function SerialView(): JSX.Element {
  port ??= new BrowserPort();
  const [, redraw] = useState(0);
  const own = port;
  useEffect(() => {
    const draw = () => redraw((count) => count + 1);
    void own.check();
    const timer = setInterval(() => {
      void own.check();
      if (own.session !== undefined) draw();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [own]);
  const { session } = own;
  return (
    <div class="runs serial">
      {navigator.serial === undefined ? (
        <p class="none">{say("This browser cannot read serial ports. Chrome, Edge and Opera can.")}</p>
      ) : (
        <Port port={own} onChange={() => redraw((count) => count + 1)} />
      )}
      <p class="problem" role="alert">
        {own.problem}
      </p>
      {session !== undefined && <Counts port={own} session={session} />}
      {[...own.feeds].map(([measurement, feed]) => (
        <Message
          key={`${own.openedMs} ${measurement}`}
          feed={feed}
          startMs={own.openedMs}
          lastMs={feed.lastMs ?? own.openedMs}
        />
      ))}
    </div>
  );
}

function Port({ port, onChange }: { readonly port: BrowserPort; readonly onChange: () => void }): JSX.Element {
  const { channels, chosen, session, baudRate } = port;
  const isOpen = session?.state === "open" || session?.state === "lost";
  if (channels?.length === 0)
    return <p class="none">{say("No channel has codecs. A header and a section in channels.ini make one.")}</p>;
  const act = (doing: Promise<void> | undefined) => void doing?.then(onChange);
  return (
    <div class="filters">
      <label class="stacked">
        {say("Channel")}
        <Choice
          disabled={isOpen}
          value={chosen?.name ?? ""}
          choices={(channels ?? []).map(({ name }) => [name, name] as const)}
          onValue={(name) => {
            port.choose(name, baudRate);
            onChange();
          }}
        />
      </label>
      <label class="stacked">
        {say("Baud rate")}
        <input
          type="number"
          list="baud-rates"
          min={1}
          disabled={isOpen}
          defaultValue={String(baudRate)}
          onInput={({ currentTarget: { valueAsNumber } }) => {
            if (valueAsNumber > 0) port.choose(chosen?.name ?? "", valueAsNumber);
          }}
        />
        <datalist id="baud-rates">
          {BAUD_RATES.map((rate) => (
            <option key={rate} value={rate} />
          ))}
        </datalist>
      </label>
      {isOpen ? (
        <button type="button" onClick={() => act(session?.close())}>
          {say("Close the port")}
        </button>
      ) : (
        <button type="button" class="primary" disabled={chosen === undefined} onClick={() => act(port.open())}>
          {say("Choose a port…")}
        </button>
      )}
      {session !== undefined && <Posting port={port} session={session} />}
    </div>
  );
}

function Posting({ port, session }: { readonly port: BrowserPort; readonly session: SerialSession }): JSX.Element {
  const channel = port.channels?.find(({ name }) => name === session.channel);
  const mayWrite = channel?.mayWrite !== false;
  return (
    <label title={mayWrite ? undefined : say("You may not write to channel '{0}'.", session.channel)}>
      <input
        type="checkbox"
        disabled={!mayWrite}
        checked={session.isPosting}
        onChange={({ currentTarget }) => {
          session.isPosting = currentTarget.checked;
          if (session.isPosting) void port.queue?.send();
        }}
      />
      {say("Post to the service")}
    </label>
  );
}

/** Sentences are announced; counts are not. */
function Counts(props: { readonly port: BrowserPort; readonly session: SerialSession }): JSX.Element {
  const { port, session } = props;
  const { queue } = port;
  return (
    <>
      <p class="hint">
        {say(
          "{0}: {1} frames in {2} bytes",
          session.channel,
          formatInteger(session.frames),
          formatInteger(session.bytes),
        )}
        {queue !== undefined &&
          queue.acknowledged + queue.waiting > 0 &&
          `, ${say("{0} stored, {1} wait", formatInteger(queue.acknowledged), formatInteger(queue.waiting))}`}
        {session.skippedBytes > 0 &&
          `, ${say("{0} bytes that belong to no frame", formatInteger(session.skippedBytes))}`}
        {session.refused.count > 0 && `, ${say("{0} frames refused", formatInteger(session.refused.count))}`}
      </p>
      <div class="notice" role="status">
        {saidOf(port, session).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </>
  );
}

function saidOf({ instead, queue }: BrowserPort, session: SerialSession): string[] {
  const { state, refused, portErrors, isForeign, isServed, channel } = session;
  const moment = (ms: number) => formatMoment(ms, nowMs());
  return [
    state === "lost" ? say("The port is gone. It is opened again when it comes back.") : "",
    session.isNumbered && !session.isPosting
      ? say("The board repeats each frame until it is posted, and acknowledged by the service.")
      : "",
    isServed ? "" : say("The service does not serve channel '{0}' any more.", channel),
    isForeign && instead === undefined
      ? say("Most of this does not fit channel '{0}'. Is it another channel, or another baud rate?", channel)
      : "",
    isForeign && instead !== undefined
      ? say("These are not frames of channel '{0}'. They look like those of '{1}'.", channel, instead)
      : "",
    refused.count > 0 ? say("Refused: {0}", refused.last) : "",
    portErrors.count > 0 ? say("The port had errors, and bytes are missing: {0}", portErrors.last) : "",
    queue?.isRefused && queue.waiting > 0 ? say("Frames were not stored: {0}", queue.said) : "",
    queue !== undefined && !queue.isRefused && queue.said !== "" ? queue.said : "",
    queue?.lost === undefined
      ? ""
      : say(
          "{0} frames from {1} to {2} were dropped, since too many waited",
          formatInteger(queue.lost.count),
          moment(queue.lost.fromMs),
          moment(queue.lost.toMs),
        ),
  ].filter((sentence) => sentence !== "");
}

/** The newest values of a message, and charts of the chosen fields. */
function Message(props: {
  readonly feed: MeasurementFeed;
  readonly startMs: number;
  /** Of the newest row: it is drawn with each. */
  readonly lastMs: number;
}): JSX.Element {
  const { feed, startMs, lastMs } = props;
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const [pointerMs, setPointer] = useState<number>();
  const columns = feed.description.columns.filter(({ role }) => role !== "frame");
  const numbers = columns.filter(({ type, role }) => type !== "string" && role === "value");
  const shown = columns.filter(
    ({ name }) => chosen?.has(name) ?? numbers.slice(0, AT_FIRST).some((one) => one.name === name),
  );
  const fromMs = Math.max(0, lastMs - startMs - CHART_MS);
  return (
    <section>
      <h2>{feed.title}</h2>
      <ScrollTable label={feed.title} className="run-statistics">
        {columns.map((column) => (
          <Row
            key={column.name}
            column={column}
            feed={feed}
            isDrawn={shown.includes(column)}
            onToggle={() => setChosen(toggled(shown, column.name))}
          />
        ))}
      </ScrollTable>
      <div class="run-charts">
        {shown.map((column) => (
          <RunChart
            key={column.name}
            column={column}
            layers={[{ name: feed.title, feed, startMs }]}
            fromMs={fromMs}
            lengthMs={CHART_MS}
            theme={theme.value}
            pointerMs={pointerMs}
            onPointer={setPointer}
          />
        ))}
      </div>
    </section>
  );
}

function Row(props: {
  readonly column: ColumnDescription;
  readonly feed: MeasurementFeed;
  readonly isDrawn: boolean;
  readonly onToggle: () => void;
}): JSX.Element {
  const { column, feed, isDrawn, onToggle } = props;
  const { name, type, unit } = column;
  const value = feed.latest.value(name);
  const missing = missingText(feed.missingSince(name), feed.nowMs());
  const { text, unit: shownUnit } = valueText(column, value, feed.format(name, unit), unit);
  return (
    <tr>
      <td class="tick">
        <input
          type="checkbox"
          disabled={type === "string"}
          aria-label={say("Draw {0}", name)}
          checked={isDrawn}
          onChange={onToggle}
        />
      </td>
      <th scope="row">{name}</th>
      <td class={missing === "" ? "" : "old"} title={missing}>
        {text}
      </td>
      <td>{shownUnit}</td>
    </tr>
  );
}
