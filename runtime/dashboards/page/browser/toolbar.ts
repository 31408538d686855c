/** The bar at the top: time, filter, annotations, layout, and how the connection and the service are. */

import { button, element, setText } from "./dom.ts";
import { formatAge, formatCount, formatDate, formatNumber, formatTime } from "./format.ts";
import type { LayoutStore } from "./layout-store.ts";
import { BEHIND_MS, type LiveState } from "./live-feed.ts";
import { type MenuEntry, menuButton } from "./menu.ts";
import { formatRange } from "./moments.ts";
import type { ServiceState } from "./service-state.ts";
import { TimeForm } from "./time-form.ts";
import { RANGES } from "./time-window.ts";
import type { Timeline } from "./timeline.ts";

export interface ToolbarOptions {
  readonly timeline: Timeline;
  readonly layout: LayoutStore;
  readonly isReadOnly: boolean;
  onAll(): void;
  onFilter(text: string): void;
  onStatus(): void;
  onAnnotations(): void;
  actions(): readonly MenuEntry[];
}

export interface LimitCounts {
  readonly alarm: number;
  readonly warn: number;
}

const CONNECTION_TEXT: Readonly<Record<LiveState, string>> = {
  connecting: "connecting…",
  connected: "live",
  disconnected: "not connected, trying again",
  reduced: "too slow for live values: read every 5 s",
};

export class Toolbar {
  readonly root: HTMLElement;
  readonly #options: ToolbarOptions;
  readonly #ranges = new Map<number, HTMLButtonElement>();
  readonly #all: HTMLButtonElement;
  readonly #follow: HTMLButtonElement;
  readonly #back: HTMLButtonElement;
  readonly #form: TimeForm;
  readonly #spanText = element("span", { class: "span" });
  readonly #filter = element("input", { type: "search", placeholder: "Filter panels", "aria-label": "Filter panels" });
  readonly #limits = element("span", { class: "limits", role: "status" });
  readonly #connection = element("span", { class: "connection", role: "status" });
  readonly #status: HTMLButtonElement;
  readonly #notes: HTMLButtonElement;
  readonly #between = element("span", { class: "between", role: "status" });
  #allMs: number | undefined;
  readonly #draft = element("span", { class: "draft" });

  constructor(options: ToolbarOptions) {
    this.#options = options;
    const { timeline } = options;
    for (const [label, rangeMs] of RANGES) {
      this.#ranges.set(
        rangeMs,
        button(label, { "aria-pressed": "false" }, () => timeline.follow(rangeMs)),
      );
    }
    this.#all = button("all", { title: "From the first stored value on" }, () => options.onAll());
    this.#form = new TimeForm(timeline);
    this.#follow = button("Pause", { class: "follow", title: "Pause or follow (P)", "aria-keyshortcuts": "p" }, () => {
      if (timeline.window.kind === "live") timeline.pause();
      else timeline.follow();
    });
    this.#back = button("↩", { "aria-label": "Back to the time span before", title: "Back (B)" }, () =>
      timeline.back(),
    );
    this.#filter.addEventListener("input", () => options.onFilter(this.#filter.value));
    this.#status = button("", { class: "status-button", "aria-expanded": "false" }, () => options.onStatus());
    this.#notes = button("Annotations", { class: "notes-button" }, () => options.onAnnotations());
    this.root = element(
      "header",
      { class: "toolbar" },
      element("h1", {}, "structline"),
      element(
        "div",
        { class: "ranges", role: "group", "aria-label": "Time span" },
        ...this.#ranges.values(),
        this.#all,
      ),
      this.#form.root,
      this.#navigation(),
      this.#follow,
      this.#spanText,
      this.#between,
      this.#filter,
      this.#notes,
      this.#draft,
      ...(options.isReadOnly
        ? []
        : [menuButton("Layout", "Panels and layout", () => options.actions(), "layout-button")]),
      this.#limits,
      this.#connection,
      this.#status,
    );
    // It wraps where it has no room: what stands below it has to know.
    new ResizeObserver(() => {
      document.documentElement.style.setProperty("--bar-height", `${this.root.offsetHeight}px`);
    }).observe(this.root);
  }

  /** The range that reaches back to the first stored value. */
  markAll(rangeMs: number): void {
    this.#allMs = rangeMs;
  }

  setFilter(text: string): void {
    this.#filter.value = text;
  }

  showWindow(nowMs: number): void {
    const { window, fits, canGoBack } = this.#options.timeline;
    for (const [rangeMs, made] of this.#ranges) {
      made.setAttribute("aria-pressed", String(window.kind === "live" && window.rangeMs === rangeMs));
    }
    const isOther = window.kind === "live" && !fits && !this.#ranges.has(window.rangeMs);
    const isAll = isOther && window.rangeMs === this.#allMs;
    this.#all.setAttribute("aria-pressed", String(isAll));
    setText(this.#between, betweenText(this.#options.timeline.cursors, nowMs));
    setText(this.#follow, window.kind === "live" ? "Pause" : "Follow");
    this.#follow.classList.toggle("paused", window.kind === "fixed");
    this.#back.disabled = !canGoBack;
    const following = isOther && !isAll ? `the last ${formatRange(window.rangeMs)}` : "";
    setText(this.#spanText, window.kind === "live" ? following : spanText(window.fromMs, window.toMs, nowMs));
  }

  /** What is behind says so: green is only what is as it should be. */
  showConnection(state: LiveState, lagMs: number): void {
    const isBehind = state === "connected" && lagMs > BEHIND_MS;
    this.#connection.dataset["state"] = isBehind ? "behind" : state;
    setText(this.#connection, isBehind ? `${formatAge(Math.max(1000, lagMs))} behind` : CONNECTION_TEXT[state]);
  }

  showService({ health, isThere, refused }: ServiceState): void {
    if (!isThere || health === undefined) {
      this.#showStatus("down", isThere ? "asking…" : "service does not answer");
      return;
    }
    const ailing = Object.entries(health.parts).filter(([, part]) => part.state !== "ok");
    const letters = refused === 0 ? [] : [`${formatCount(refused)} refused`];
    const parts = ailing.length === 0 ? ["all parts work"] : ailing.map(([name, part]) => `${name} ${part.state}`);
    this.#showStatus(
      health.state === "ok" && refused > 0 ? "degraded" : health.state,
      [...parts, ...letters].join(", "),
    );
  }

  showStatusOpen(isOpen: boolean): void {
    this.#status.setAttribute("aria-expanded", String(isOpen));
  }

  showAnnotations(count: number): void {
    setText(this.#notes, count === 0 ? "Annotations" : `Annotations (${count})`);
  }

  showLimits({ alarm, warn }: LimitCounts): void {
    const texts = [
      alarm > 0 && `${alarm} ${alarm === 1 ? "alarm" : "alarms"}`,
      warn > 0 && `${warn} ${warn === 1 ? "warning" : "warnings"}`,
    ];
    this.#limits.dataset["limit"] = alarm > 0 ? "alarm" : warn > 0 ? "warn" : "";
    setText(this.#limits, texts.filter((text) => text !== false).join(", "));
  }

  /** Changes that are not saved are said, and can be kept or thrown away. */
  showLayout(): void {
    const { layout } = this.#options;
    const isDraft = layout.isDraft && !this.#options.isReadOnly;
    if (isDraft === this.#draft.hasChildNodes()) return;
    if (!isDraft) {
      this.#draft.replaceChildren();
      return;
    }
    const save = button("Save", { class: "primary", title: "Save the layout for everybody" }, () => {
      layout.save().catch((error: Error) => setText(said, `Not saved: ${error.message}`));
    });
    const said = element("span", { role: "status" }, "Layout changed");
    const discard = button("Discard", {}, () => layout.discard());
    this.#draft.replaceChildren(said, ...(layout.mayChange ? [save] : []), discard);
  }

  #showStatus(state: "ok" | "degraded" | "down", text: string): void {
    this.#status.dataset["state"] = state;
    setText(this.#status, text);
  }

  #navigation(): HTMLElement {
    const { timeline } = this.#options;
    return element(
      "div",
      { class: "navigation", role: "group", "aria-label": "Move in time" },
      button("◀", { "aria-label": "Earlier", title: "Earlier (←)" }, () => timeline.pan(-0.5)),
      button("▶", { "aria-label": "Later", title: "Later (→)" }, () => timeline.pan(0.5)),
      button("−", { "aria-label": "Zoom out", title: "Zoom out (−)" }, () => timeline.zoom(2)),
      button("+", { "aria-label": "Zoom in", title: "Zoom in (+)" }, () => timeline.zoom(0.5)),
      this.#back,
    );
  }
}

/** How far the cursors are apart. */
function betweenText({ a, b }: Timeline["cursors"], nowMs: number): string {
  if (a === undefined && b === undefined) return "";
  if (a === undefined || b === undefined) return `${a === undefined ? "B" : "A"} ${formatTime(a ?? b ?? 0, nowMs)}`;
  const seconds = (b - a) / 1000;
  const hertz = seconds === 0 ? "" : ` (${formatNumber(Math.abs(1 / seconds))} Hz)`;
  return `Δt ${seconds.toFixed(Math.abs(seconds) < 100 ? 3 : 1)} s${hertz}`;
}

function spanText(fromMs: number, toMs: number, nowMs: number): string {
  const to = new Date(toMs);
  const isOneDay = formatDate(new Date(fromMs)) === formatDate(to);
  const isFine = toMs - fromMs < 10_000;
  const shown = (ms: number, now: number) => (isFine ? formatTime(ms, now) : formatTime(ms, now).replace(/\.\d+$/, ""));
  return `${shown(fromMs, nowMs)} – ${shown(toMs, isOneDay ? toMs : nowMs)}`;
}
