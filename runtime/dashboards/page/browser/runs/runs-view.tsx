/** Runs: a list of them, and two over each other with their statistics. */

import type { JSX } from "preact";
import { go } from "../app/navigation.ts";
import { address, layout, mayAnnotate, nowMs, runs, timeline } from "../app/page.ts";
import { exportUrl } from "../data/api.ts";
import { Icon } from "../shell/icons.tsx";
import { Popover } from "../shell/popover.tsx";
import { formatAge, formatMoment } from "../text/format.ts";
import { feedKey } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import { showDialog } from "../ui/dialog.tsx";
import { later } from "../ui/later.tsx";
import { Segments } from "../ui/segments.tsx";
import { ScrollTable } from "../ui/table.tsx";
import { endRun, StartRun } from "./mark-run.tsx";
import { durationMs, type Run, runKey } from "./run.ts";
import { feedsOf } from "./run-devices.ts";

const Comparison = later(async () => (await import("./comparison.tsx")).Comparison);
/** The parts of the page's address that name the first and the second run. */
const PLACES = ["run", "with"] as const;

export function Runs(): JSX.Element {
  runs.want();
  const { runs: all, problem } = runs;
  if (all === undefined) return <p class="none">{problem === "" ? say("Loading…") : problem}</p>;
  const chosen = PLACES.map((place) => all.find((run) => runKey(run) === address.get(place)));
  // Without a choice, the newest one.
  const [first = all[0], second] = chosen;
  const choose = (place: (typeof PLACES)[number], run: Run | undefined) => address.set(place, run && runKey(run));
  return (
    <div class="runs">
      {mayAnnotate.value && (
        <div class="filters">
          <button type="button" class="primary" onClick={() => showDialog((close) => <StartRun close={close} />)}>
            {say("Start a run…")}
          </button>
          {runs.open.map((run) => (
            <button type="button" key={runKey(run)} onClick={() => void endRun(run)}>
              {say("End {0}", run.name)}
            </button>
          ))}
        </div>
      )}
      {all.length === 0 ? (
        <p class="none">
          {say(
            "No run yet. A run is a stretch of time with a name: start one here, or send an event with the field 'run'.",
          )}
        </p>
      ) : (
        <RunTable runs={all} first={first} second={second} choose={choose} />
      )}
      {first !== undefined && <Comparison key={runKey(first)} first={first} second={second} />}
    </div>
  );
}

const TITLES = ["run", "of", "start", "duration", "compare"] as const;

function RunTable(props: {
  readonly runs: readonly Run[];
  readonly first: Run | undefined;
  readonly second: Run | undefined;
  readonly choose: (place: (typeof PLACES)[number], run: Run | undefined) => void;
}): JSX.Element {
  const { runs: all, first, second, choose } = props;
  const now = nowMs();
  return (
    <ScrollTable
      label={say("Runs")}
      frameClass="run-list"
      className="history"
      titles={[...TITLES.map((one) => say(one)), ""]}
    >
      {all.map((run) => (
        <tr key={runKey(run)} aria-current={run === first || run === second ? "true" : undefined}>
          <th scope="row">{run.name}</th>
          <td>{placeText(run)}</td>
          <td>{formatMoment(run.timeMs, now)}</td>
          <td>
            {formatAge(durationMs(run, now))}
            {run.endMs === undefined && `, ${say("running")}`}
          </td>
          <td>
            <Segments
              label={run.name}
              choices={[
                ["run", "A", say("{0} as A", run.name)],
                ["with", "B", say("{0} as B", run.name)],
              ]}
              isChosen={(place) => run === (place === "run" ? first : second)}
              onChoice={(place) => choose(place, place === "with" && run === second ? undefined : run)}
            />
          </td>
          <td>
            <RunMenu run={run} />
          </td>
        </tr>
      ))}
    </ScrollTable>
  );
}

/** Shows a run's time span everywhere, or exports the rows of one of its devices. */
function RunMenu({ run }: { readonly run: Run }): JSX.Element {
  const span = { fromMs: run.timeMs, toMs: run.endMs ?? nowMs() };
  return (
    <Popover className="quiet square" name={say("Actions for {0}", run.name)} label={<Icon name="more" />}>
      {(close) => (
        <>
          <button
            type="button"
            role="menuitem"
            onClick={() => {
              close();
              timeline.show(span);
              go("panels");
            }}
          >
            {say("Show in all panels")}
          </button>
          {feedsOf(run).flatMap(({ description, title }) =>
            layout.formats.map((format) => (
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

function placeText(run: Run): string {
  const feeds = feedsOf(run);
  return feeds.length === 1 ? feeds[0]!.title : run.source.database;
}
