/** Renders everything around the panels after each change: only differences affect the page. */

import { type ComponentChildren, type JSX, render } from "preact";
import { AlarmBadge } from "../alarms/alarms.tsx";
import type { PageView } from "../app/page-address.ts";
import { Home } from "../overview/home.tsx";
import { feedKey } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import { later } from "../ui/later.tsx";
import { place } from "../ui/place.ts";
import { Heading } from "./heading.tsx";
import type { ShellHost } from "./host.ts";
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

export class Shell {
  readonly main = place("main", "", { id: "main", tabIndex: -1 });
  readonly #skip = place("div", "skip");
  readonly #bar = place("header", "toolbar");
  readonly #sidebar = place("nav", "sidebar", { ariaLabel: say("Places") });
  readonly #heading = place("div");
  readonly #home = place("div", "home");
  readonly #strip = place("div");
  readonly #beside = place("div");
  readonly #line = place("footer", "status-line");
  readonly #tabs = place("nav", "tabs", { ariaLabel: say("Tabs") });
  readonly #dialogs = place("div");
  readonly #host: ShellHost;
  #isDue = false;

  constructor(host: ShellHost) {
    this.#host = host;
    this.main.append(this.#heading, this.#home);
  }

  /** Adds the shell to the page; `content` goes into the main part. */
  open(...content: readonly Node[]): void {
    this.main.append(...content, this.#strip, this.#beside);
    document.body.append(this.#skip, this.#bar, this.#sidebar, this.main, this.#line, this.#tabs, this.#dialogs);
    this.#draw();
  }

  /** In the next frame, once for all changes until then. */
  refresh(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#draw();
    });
  }

  /** Opens a dialog; undefined closes it. */
  openDialog(content: ComponentChildren | undefined): void {
    render(content ?? null, this.#dialogs);
  }

  /** Shows or hides the panels at once: they are measured before the next drawing. */
  view(): void {
    document.body.dataset["view"] = this.#host.navigation.view ?? "";
  }

  #draw(): void {
    const host = this.#host;
    document.body.dataset["connection"] = host.service.connection;
    this.view();
    render(<Skip host={host} />, this.#skip);
    render(<Toolbar host={host} />, this.#bar);
    render(<Sidebar host={host} />, this.#sidebar);
    render(<Heading host={host} />, this.#heading);
    render(viewOf(host), this.#home);
    render(host.navigation.fullPanel === undefined ? null : <HistoryStrip host={host} />, this.#strip);
    render(besideOf(host), this.#beside);
    render(<StatusLine host={host} />, this.#line);
    render(<Tabs host={host} />, this.#tabs);
  }
}

function besideOf(host: ShellHost): ComponentChildren {
  const { kind, about, feed } = host.beside.shown ?? {};
  if (kind === "status") return <Status key={about} host={host} about={about} />;
  if (kind === "annotations") return <Annotations host={host} />;
  return feed === undefined ? null : <Details key={feedKey(feed.description)} host={host} feed={feed} />;
}

/** The first stops of the Tab key, and what a screen reader announces. */
function Skip({ host }: { readonly host: ShellHost }): JSX.Element {
  return (
    <>
      <button type="button" onClick={() => document.getElementById("main")?.focus()}>
        {say("Skip to the content")}
      </button>
      <button type="button" onClick={() => host.search.openEverything()}>
        {say("Find device, field, action")}
      </button>
      <p class="for-ears" role="status">
        {host.alarms.announced}
      </p>
    </>
  );
}

function viewOf(host: ShellHost): ComponentChildren {
  if (host.navigation.view === "alarms") return <Alarms host={host} />;
  if (host.navigation.view === "runs") return <Runs host={host} />;
  if (host.navigation.view === "serial-port") return <SerialView host={host} />;
  if (host.navigation.view === "overview") return <Home host={host} />;
  if (isBlank(host)) return <Blank host={host} />;
  return host.navigation.view === undefined && host.notices.length === 0 ? <p class="none">{say("Loading…")}</p> : null;
}

function isBlank({ data, layout: { layout }, navigation }: ShellHost): boolean {
  const isEmpty = layout.automatic === false && Object.keys(layout.added).length === 0;
  return navigation.view === "panels" && data.isListed && isEmpty;
}

/** A new dashboard. */
function Blank({ host }: { readonly host: ShellHost }): ComponentChildren {
  return (
    <section class="blank">
      <p>{say("This dashboard is empty.")}</p>
      {!host.isReadOnly && (
        <button type="button" class="primary" onClick={() => host.panelActions.addSeries(undefined)}>
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

function Tabs({ host }: { readonly host: ShellHost }): JSX.Element {
  return (
    <>
      {PLACES.map(([view, icon, label]) => (
        <button
          type="button"
          key={view}
          aria-current={host.navigation.view === view ? "page" : undefined}
          onClick={() => host.navigation.go(view)}
        >
          <Icon name={icon} />
          {say(label)}
          {view === "alarms" && <AlarmBadge host={host} />}
        </button>
      ))}
      <button type="button" onClick={() => host.search.openEverything()}>
        <Icon name="search" />
        {say("Find")}
      </button>
    </>
  );
}
