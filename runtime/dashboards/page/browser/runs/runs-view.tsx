/** Runs: a list of them, and two over each other with their statistics. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { exportUrl } from "../data/api.ts";
import type { ShellHost } from "../shell/host.ts";
import { Icon } from "../shell/icons.tsx";
import { Popover } from "../shell/popover.tsx";
import { formatAge, formatMoment } from "../text/format.ts";
import { feedKey } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import { later } from "../ui/later.tsx";
import { endRun, StartRun } from "./mark-run.tsx";
import { durationMs, type Run, runKey } from "./run.ts";
import { feedsOf } from "./run-devices.ts";

const Comparison = later(async () => (await import("./comparison.tsx")).Comparison);
/** The parts of the page's address that name the first and the second run. */
const PLACES = ["run", "with"] as const;

export function Runs({ host }: { readonly host: ShellHost }): JSX.Element {
  const [, redraw] = useState(0);
  host.runs.want();
  const { runs, problem } = host.runs;
  if (runs === undefined) return <p class="none">{problem === "" ? say("Loading…") : problem}</p>;
  const chosen = PLACES.map((place) => runs.find((run) => runKey(run) === host.address.get(place)));
  // Without a choice, the newest one.
  const [first = runs[0], second] = chosen;
  const choose = (place: (typeof PLACES)[number], run: Run | undefined) => {
    host.address.set(place, run && runKey(run));
    redraw((count) => count + 1);
  };
  return (
    <div class="runs">
      {host.mayAnnotate && (
        <div class="filters">
          <button type="button" class="primary" onClick={() => host.shell.openDialog(<StartRun host={host} />)}>
            {say("Start a run…")}
          </button>
          {host.runs.open.map((run) => (
            <button type="button" key={runKey(run)} onClick={() => void endRun(host, run)}>
              {say("End {0}", run.name)}
            </button>
          ))}
        </div>
      )}
      {runs.length === 0 ? (
        <p class="none">
          {say(
            "No run yet. A run is a stretch of time with a name: start one here, or send an event with the field 'run'.",
          )}
        </p>
      ) : (
        <RunTable host={host} runs={runs} first={first} second={second} choose={choose} />
      )}
      {first !== undefined && <Comparison key={runKey(first)} host={host} first={first} second={second} />}
    </div>
  );
}

function RunTable(props: {
  readonly host: ShellHost;
  readonly runs: readonly Run[];
  readonly first: Run | undefined;
  readonly second: Run | undefined;
  readonly choose: (place: (typeof PLACES)[number], run: Run | undefined) => void;
}): JSX.Element {
  const { host, runs, first, second, choose } = props;
  const now = host.nowMs();
  return (
    <div class="scroll run-list" tabIndex={0} role="region" aria-label={say("Runs")}>
      <table class="device-table history">
        <thead>
          <tr>
            {["run", "of", "start", "duration", "compare"].map((text) => (
              <th scope="col" key={text}>
                {say(text)}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={runKey(run)} aria-current={run === first || run === second ? "true" : undefined}>
              <th scope="row">{run.name}</th>
              <td>{placeText(host, run)}</td>
              <td>{formatMoment(run.timeMs, now)}</td>
              <td>
                {formatAge(durationMs(run, now))}
                {run.endMs === undefined && `, ${say("running")}`}
              </td>
              <td>
                <span class="segments">
                  <button
                    type="button"
                    aria-pressed={run === first}
                    aria-label={say("{0} as A", run.name)}
                    onClick={() => choose("run", run)}
                  >
                    A
                  </button>
                  <button
                    type="button"
                    aria-pressed={run === second}
                    aria-label={say("{0} as B", run.name)}
                    onClick={() => choose("with", run === second ? undefined : run)}
                  >
                    B
                  </button>
                </span>
              </td>
              <td>
                <RunMenu host={host} run={run} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Shows a run's time span everywhere, or exports the rows of one of its devices. */
function RunMenu({ host, run }: { readonly host: ShellHost; readonly run: Run }): JSX.Element {
  const span = { fromMs: run.timeMs, toMs: run.endMs ?? host.nowMs() };
  return (
    <Popover className="quiet square" name={say("Actions for {0}", run.name)} label={<Icon name="more" />}>
      {(close) => (
        <>
          <button
            type="button"
            role="menuitem"
            onClick={() => {
              close();
              host.timeline.show(span);
              host.navigation.go("panels");
            }}
          >
            {say("Show in all panels")}
          </button>
          {feedsOf(host, run).flatMap(({ description, title }) =>
            host.layout.formats.map((format) => (
              <a
                key={`${feedKey(description)} ${format}`}
                class="item button"
                role="menuitem"
                href={exportUrl([description], span, { format })}
                download=""
                onClick={close}
              >
                {say("{0} as {1}", title, format.toUpperCase())}
              </a>
            )),
          )}
        </>
      )}
    </Popover>
  );
}

function placeText(host: ShellHost, run: Run): string {
  const feeds = feedsOf(host, run);
  return feeds.length === 1 ? feeds[0]!.title : run.source.database;
}
