/** Above the panels: title, filter, and unsaved changes. */

import type { JSX } from "preact";
import { DeviceChoice } from "../dashboards/device-choice.tsx";
import { Summary } from "../overview/home.tsx";
import { formatMoment } from "../text/format.ts";
import { say } from "../text/words.ts";
import type { ShellHost } from "./host.ts";
import { Icon } from "./icons.tsx";
import { MenuItems, Popover } from "./popover.tsx";
import { viewTitle } from "./toolbar.tsx";

export function Heading({ host }: { readonly host: ShellHost }): JSX.Element {
  const { view } = host.navigation;
  const annotationCount = host.data.annotations.all().length;
  return (
    <>
      <div class="heading">
        <h1>{viewTitle(host)}</h1>
        <span class="on-paper">{paperText(host)}</span>
        {view === "panels" && <DeviceChoice host={host} />}
        {view === "panels" && <Draft host={host} />}
        <Summary host={host} />
        {view === "panels" && (
          <div class="right filters">
            <input
              type="search"
              placeholder={say("Filter panels")}
              aria-label={say("Filter panels")}
              value={host.filter.text}
              onInput={({ currentTarget }) => host.filter.set(currentTarget.value)}
            />
            <button type="button" class="notes-button" onClick={() => host.beside.toggle({ kind: "annotations" })}>
              {annotationCount === 0 ? say("Annotations") : say("Annotations ({0})", annotationCount)}
            </button>
            {!host.isReadOnly && (
              <Popover className="square" name={say("Panels and layout")} label={<Icon name="more" />}>
                {(close) => <MenuItems entries={host.panelActions.forPage()} close={close} />}
              </Popover>
            )}
          </div>
        )}
      </div>
      <p class="gone" role="alert">
        {host.service.connection === "gone" &&
          say(
            "The service does not answer since {0}. All numbers are from before.",
            formatMoment(host.knownMs(), host.nowMs()),
          )}
      </p>
      <p class="notice" role="status">
        {host.notices.join(" ")}
      </p>
    </>
  );
}

/** What a printed page would not tell: its time span, with dates. */
function paperText({ timeline, navigation: { view } }: ShellHost): string {
  const { fromMs, toMs } = timeline.span();
  return view === "panels" ? say("{0} to {1}", formatMoment(fromMs, 0), formatMoment(toMs, 0)) : formatMoment(toMs, 0);
}

/** Shows unsaved changes, with buttons to save or discard them. */
function Draft({ host }: { readonly host: ShellHost }): JSX.Element {
  const { layout } = host;
  if (!layout.isDraft || host.isReadOnly) return <span class="draft" />;
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
