/** The bar at the top with eight items: home, title, time, live, find, add, alarms, and more. */

import type { JSX } from "preact";
import { AlarmBadge } from "../alarms/alarms.tsx";
import { printPage } from "../app/appearance.ts";
import { go, openDashboard, view } from "../app/navigation.ts";
import { address, alarms, data, layout, nowMs, timeline, user } from "../app/page.ts";
import { openSearch } from "../app/page-search.ts";
import { chooseLanguage } from "../app/preferences.ts";
import { chooseTheme, type ThemeChoice, themeChoice } from "../app/theme.ts";
import { connection } from "../data/connection.ts";
import { entriesForAdding, entriesForLinks } from "../panel/panel-actions.ts";
import { RANGES } from "../series/time-window.ts";
import {
  formatAge,
  formatDate,
  formatMoment,
  formatNumber,
  formatQuantity,
  formatTime,
  inLanguage,
} from "../text/format.ts";
import { formatRange } from "../text/moments.ts";
import { currentLanguage, say } from "../text/words.ts";
import { toggleBeside } from "../ui/beside.ts";
import { later } from "../ui/later.tsx";
import { askZone, showKeys } from "../ui/open-dialogs.ts";
import { Segments } from "../ui/segments.tsx";
import { Icon } from "./icons.tsx";
import { MenuItems, Popover } from "./popover.tsx";

const TimeForm = later(async () => (await import("./time-form.tsx")).TimeForm);

export function Toolbar(): JSX.Element {
  const isLive = timeline.window.kind === "live";
  const { speed } = timeline;
  const { counts } = alarms;
  return (
    <>
      <button type="button" class="brand quiet" aria-label="structline" onClick={() => go("overview")}>
        <Icon name="logo" />
        <strong>structline</strong>
      </button>
      <Popover
        className="switcher"
        title={say("Dashboards")}
        label={
          <>
            <span class="where-now">{viewTitle()}</span>
            <small>▾</small>
          </>
        }
      >
        {(close) => <Places close={close} />}
      </Popover>
      <TimeMenu />
      <button
        type="button"
        class="follow"
        aria-pressed={isLive}
        aria-keyshortcuts="p"
        title={say("Pause or follow (P)")}
        data-state={isLive && connection.value === "there" ? "live" : ""}
        onClick={() => (speed !== undefined ? timeline.stop() : isLive ? timeline.pause() : timeline.follow())}
      >
        <span class="dot" aria-hidden="true" />
        <span class="follow-text">{speed !== undefined ? `▶ ${speed}×` : isLive ? say("Live") : say("Follow")}</span>
      </button>
      {!isLive && timeline.canGoBack && (
        <button
          type="button"
          class="square quiet undo"
          aria-label={say("Back to the previous time span")}
          title={`${say("Back to the previous time span")} (B)`}
          onClick={() => timeline.back()}
        >
          ↩
        </button>
      )}
      <span class="between" role="status">
        {betweenText()}
      </span>
      <button type="button" class="find" aria-keyshortcuts="/" onClick={openSearch}>
        <Icon name="search" />
        <span>{say("Find device, field, action")}</span>
        <kbd>/</kbd>
      </button>
      {!address.isReadOnly && (
        <Popover
          className="primary add"
          label={
            <>
              <Icon name="plus" />
              {say("Add")}
            </>
          }
          title={say("Add")}
        >
          {(close) => <MenuItems entries={entriesForAdding()} close={close} />}
        </Popover>
      )}
      <button
        type="button"
        class="bell"
        aria-label={counts === undefined ? say("Alarms") : say("{0} alarms, {1} warnings", counts.alarm, counts.warn)}
        onClick={() => go("alarms")}
      >
        <Icon name="bell" />
        {counts !== undefined && counts.alarm + counts.warn === 0 && <small aria-hidden="true">0</small>}
        <AlarmBadge />
      </button>
      <Popover className="square" name={say("More")} label={<Icon name="more" />}>
        {(close) => <MoreMenu close={close} />}
      </Popover>
    </>
  );
}

function Places({ close }: { readonly close: () => void }): JSX.Element {
  return (
    <MenuItems
      close={close}
      entries={[
        { label: say("Overview"), run: () => go("overview") },
        { label: say("Alarms"), run: () => go("alarms") },
        { label: say("Runs"), run: () => go("runs") },
        ...layout.links.map(({ name, title }) => ({
          label: title,
          run: () => openDashboard(name),
        })),
      ]}
    />
  );
}

function TimeMenu(): JSX.Element {
  return (
    <Popover
      className="time-button"
      role="dialog"
      title={say("Time span")}
      label={
        <>
          <Icon name="clock" />
          <span class="span">{spanText()}</span>
          <small>▾</small>
        </>
      }
    >
      {(close) => <TimeForm close={close} />}
    </Popover>
  );
}

/** Exact for whole minutes; a zoomed range, or one since a moment, is rounded. */
function rangeText(rangeMs: number): string {
  if (rangeMs % 60_000 === 0) return formatRange(rangeMs);
  const days = Math.floor(rangeMs / 86_400_000);
  if (days >= 2) return `${days} d ${Math.floor((rangeMs % 86_400_000) / 3_600_000)} h`;
  return rangeMs < 600_000 ? `${formatNumber(rangeMs / 1000)} s` : formatAge(rangeMs);
}

function spanText(): string {
  const allMs = data.allHistoryMs.value;
  const { window } = timeline;
  const now = nowMs();
  if (window.kind === "live") {
    if (window.rangeMs === allMs) return say("All");
    const known = RANGES.find(([, rangeMs]) => rangeMs === window.rangeMs)?.[0];
    return say("Last {0}", known ?? rangeText(window.rangeMs));
  }
  const { fromMs, toMs } = window;
  const isOneDay = formatDate(fromMs) === formatDate(toMs);
  const shown = toMs - fromMs < 10_000 ? formatTime : formatMoment;
  return `${shown(fromMs, now)} – ${shown(toMs, isOneDay ? toMs : now)}`;
}

const THEMES: readonly (readonly [ThemeChoice, string])[] = [
  ["auto", "Auto"],
  ["light", "Light"],
  ["dark", "Dark"],
];

const LANGUAGES = [
  ["en", "English"],
  ["de", "Deutsch"],
] as const;

function MoreMenu({ close }: { readonly close: () => void }): JSX.Element {
  const entries = [
    { label: say("Status of the service"), run: () => toggleBeside({ kind: "status" }) },
    { label: say("Annotations"), run: () => toggleBeside({ kind: "annotations" }) },
    ...entriesForLinks(),
    { label: say("Time zone and clock…"), run: askZone },
    { label: say("Print"), run: printPage },
    { label: say("Keys"), run: showKeys },
    { label: say("Help"), run: () => open(helpFor(), "_blank", "noopener") },
    ...(user.value === undefined ? [] : [{ label: say("Log out {0}", user.value), run: logOut }]),
  ];
  return (
    <>
      <Segments
        label={say("Theme")}
        choices={THEMES.map(([choice, label]) => [choice, say(label)] as const)}
        isChosen={(choice) => themeChoice() === choice}
        onChoice={(choice) => {
          chooseTheme(choice);
          close();
        }}
      />
      <Segments
        label={say("Language")}
        choices={LANGUAGES}
        isChosen={(one) => currentLanguage() === one}
        onChoice={chooseLanguage}
      />
      <MenuItems entries={entries} close={close} />
    </>
  );
}

/** The part of the documentation about the current view. */
function helpFor(): string {
  return `docs/page#${view.value ?? "overview"}`;
}

function logOut(): void {
  void fetch("logout", { method: "POST" }).finally(() => location.reload());
}

export function viewTitle(): string {
  if (view.value === undefined) return "\u00a0";
  if (view.value === "overview") return say("Overview");
  if (view.value === "runs") return say("Runs");
  if (view.value === "serial-port") return say("Serial port");
  return view.value === "alarms" ? say("Alarms") : layout.title;
}

/** The distance between the cursors. */
function betweenText(): string {
  const { a, b } = timeline.cursors;
  if (a === undefined && b === undefined) return "";
  if (a === undefined || b === undefined) return `${a === undefined ? "B" : "A"} ${formatTime(a ?? b ?? 0, nowMs())}`;
  const seconds = (b - a) / 1000;
  const hertz = seconds === 0 ? "" : ` (${formatQuantity(Math.abs(1 / seconds), "Hz")})`;
  return `Δt ${inLanguage(seconds.toFixed(Math.abs(seconds) < 100 ? 3 : 1))} s${hertz}`;
}
