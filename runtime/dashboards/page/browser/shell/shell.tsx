/** Everything around the panels. */

import { effect } from "@preact/signals";
import { type JSX, render } from "preact";
import { AlarmBadge } from "../alarms/alarms.tsx";
import { fullPanel, go, view } from "../app/navigation.ts";
import { address, alarms, data, layout } from "../app/page.ts";
import type { PageView } from "../app/page-address.ts";
import { openSearch } from "../app/page-search.ts";
import { connection } from "../data/connection.ts";
import { Home } from "../overview/home.tsx";
import { addSeries } from "../panel/panel-actions.ts";
import { feedKey } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import { beside } from "../ui/beside.ts";
import { later } from "../ui/later.tsx";
import { place } from "../ui/place.ts";
import { Heading, notices } from "./heading.tsx";
import { Icon, type IconName } from "./icons.tsx";
import { Sidebar } from "./sidebar.tsx";
import { StatusLine } from "./status-line.tsx";
import { Toolbar } from "./toolbar.tsx";

const HistoryStrip = later(async () => (await import("./history-strip.tsx")).HistoryStrip);
const Alarms = later(async () => (await import("../alarms/alarms-view.tsx")).Alarms);
const SerialView = later(async () => (await import("../serial/serial-view.tsx")).SerialView);
const Status = later(async () => (await import("../status/status-view.tsx")).StatusView);
const Annotations = later(async () => (await import("../annotations/annotations-view.tsx")).AnnotationsView);
const Details = later(async () => (await import("../status/device-view.tsx")).DeviceView);
const Runs = later(async () => (await import("../runs/runs-view.tsx")).Runs);

/** Adds everything to the page; `content` goes into the main part. */
export function openShell(...content: readonly Node[]): void {
  const main = place("main", "", { id: "main", tabIndex: -1 });
  const inMain = [place("div"), place("div", "home"), place("div"), place("div")] as const;
  const [heading, home, strip, side] = inMain;
  main.append(heading, home, ...content, strip, side);
  const parts: readonly (readonly [HTMLElement, JSX.Element])[] = [
    [place("div", "skip"), <Skip />],
    [place("header", "toolbar"), <Toolbar />],
    [place("nav", "sidebar", { ariaLabel: say("Places") }), <Sidebar />],
    [place("footer", "status-line"), <StatusLine />],
    [place("nav", "tabs", { ariaLabel: say("Tabs") }), <Tabs />],
  ];
  const [skip, bar, sidebar, line, tabs] = parts.map(([root]) => root);
  document.body.append(skip!, bar!, sidebar!, main, line!, tabs!);
  for (const [root, part] of parts) render(part, root);
  render(<Heading />, heading);
  render(<View />, home);
  render(<Strip />, strip);
  render(<Side />, side);
  effect(showView);
  effect(() => {
    document.body.dataset["connection"] = connection.value;
  });
}

/** Shows or hides the panels at once: they are measured before the next drawing. */
export function showView(): void {
  document.body.dataset["view"] = view.value ?? "";
}

function Strip(): JSX.Element | null {
  return fullPanel.value === undefined ? null : <HistoryStrip />;
}

function Side(): JSX.Element | null {
  const { kind, about, feed } = beside.value ?? {};
  if (kind === "status") return <Status key={about} about={about} />;
  if (kind === "annotations") return <Annotations />;
  return feed === undefined ? null : <Details key={feedKey(feed.description)} feed={feed} />;
}

/** The first stops of the Tab key, and what a screen reader announces. */
function Skip(): JSX.Element {
  return (
    <>
      <button type="button" onClick={() => document.getElementById("main")?.focus()}>
        {say("Skip to the content")}
      </button>
      <button type="button" onClick={openSearch}>
        {say("Find device, field, action")}
      </button>
      <p class="for-ears" role="status">
        {alarms.announced.value}
      </p>
    </>
  );
}

function View(): JSX.Element | null {
  if (view.value === "alarms") return <Alarms />;
  if (view.value === "runs") return <Runs />;
  if (view.value === "serial-port") return <SerialView />;
  if (view.value === "overview") return <Home />;
  if (isBlank()) return <Blank />;
  return view.value === undefined && notices().length === 0 ? <p class="none">{say("Loading…")}</p> : null;
}

function isBlank(): boolean {
  const { automatic, added } = layout.layout;
  return view.value === "panels" && data.isListed && automatic === false && Object.keys(added).length === 0;
}

/** A new dashboard. */
function Blank(): JSX.Element {
  return (
    <section class="blank">
      <p>{say("This dashboard is empty.")}</p>
      {!address.isReadOnly && (
        <button type="button" class="primary" onClick={() => addSeries(undefined)}>
          {say("Add the first series…")}
        </button>
      )}
      <p class="hint">{say("A series is a field of a device, or a field of all devices of a network.")}</p>
    </section>
  );
}

/** On a phone, the navigation at the bottom of the screen. */
const PLACES: readonly (readonly [PageView, IconName, string])[] = [
  ["overview", "home", "Overview"],
  ["panels", "chart", "Dashboard"],
  ["alarms", "bell", "Alarms"],
];

function Tabs(): JSX.Element {
  return (
    <>
      {PLACES.map(([place, icon, label]) => (
        <button
          type="button"
          key={place}
          aria-current={view.value === place ? "page" : undefined}
          onClick={() => go(place)}
        >
          <Icon name={icon} />
          {say(label)}
          {place === "alarms" && <AlarmBadge />}
        </button>
      ))}
      <button type="button" onClick={openSearch}>
        <Icon name="search" />
        {say("Find")}
      </button>
    </>
  );
}
