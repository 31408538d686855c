/** Above the panels: title, filter, and unsaved changes. */

import type { JSX } from "preact";
import { view } from "../app/navigation.ts";
import { address, data, filterText, knownMs, layout, nowMs, problems, timeline } from "../app/page.ts";
import { DeviceChoice } from "../dashboards/device-choice.tsx";
import { connection } from "../data/connection.ts";
import { Summary } from "../overview/home.tsx";
import { entriesForDashboard } from "../panel/panel-actions.ts";
import { filterNotices, setFilter } from "../panel/panel-filter.ts";
import { formatMoment } from "../text/format.ts";
import { say } from "../text/words.ts";
import { toggleBeside } from "../ui/beside.ts";
import { Icon } from "./icons.tsx";
import { MenuItems, Popover } from "./popover.tsx";
import { viewTitle } from "./toolbar.tsx";

export function Heading(): JSX.Element {
  const isPanels = view.value === "panels";
  const annotationCount = data.annotations.all.value.length;
  return (
    <>
      <div class="heading">
        <h1>{viewTitle()}</h1>
        <span class="on-paper">{paperText()}</span>
        {isPanels && <DeviceChoice />}
        {isPanels && <Draft />}
        <Summary />
        {isPanels && (
          <div class="right filters">
            <input
              type="search"
              placeholder={say("Filter panels")}
              aria-label={say("Filter panels")}
              value={filterText.value}
              onInput={({ currentTarget }) => setFilter(currentTarget.value)}
            />
            <button type="button" class="notes-button" onClick={() => toggleBeside({ kind: "annotations" })}>
              {annotationCount === 0 ? say("Annotations") : say("Annotations ({0})", annotationCount)}
            </button>
            {!address.isReadOnly && (
              <Popover className="square" name={say("Panels and layout")} label={<Icon name="more" />}>
                {(close) => <MenuItems entries={entriesForDashboard()} close={close} />}
              </Popover>
            )}
          </div>
        )}
      </div>
      <p class="gone" role="alert">
        {connection.value === "gone" &&
          say("The service does not answer since {0}. All numbers are from before.", formatMoment(knownMs(), nowMs()))}
      </p>
      <p class="notice" role="status">
        {notices().join(" ")}
      </p>
    </>
  );
}

/** Parts of the address or the filter that have no effect, and what cannot be read, with the reason. */
export function notices(): readonly string[] {
  const { failure } = data;
  return [
    ...problems.value,
    ...filterNotices(),
    ...(layout.unread === "" ? [] : [layout.unread]),
    ...(failure === "" ? [] : [say("The list of measurements cannot be read: {0}", failure)]),
  ];
}

/** What a printed page would not tell: its time span, with dates. */
function paperText(): string {
  const { fromMs, toMs } = timeline.span();
  return view.value === "panels"
    ? say("{0} to {1}", formatMoment(fromMs, 0), formatMoment(toMs, 0))
    : formatMoment(toMs, 0);
}

/** Shows unsaved changes, with buttons to save or discard them. */
function Draft(): JSX.Element {
  if (!layout.isDraft || address.isReadOnly) return <span class="draft" />;
  const { problem } = layout;
  return (
    <span class="draft">
      <span role="status">{problem === "" ? say("Layout changed") : say("Not saved: {0}", problem)}</span>
      {layout.mayChange && (
        <button
          type="button"
          class="primary"
          title={say("Save the layout for everybody")}
          onClick={() => void layout.save().catch(() => {})}
        >
          {say("Save")}
        </button>
      )}
      <button type="button" onClick={() => layout.discard()}>
        {say("Discard")}
      </button>
    </span>
  );
}
