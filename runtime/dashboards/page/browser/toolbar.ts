/** The bar at the top: time span, following or paused, filter, and how the connection is. */

import { button, element, setText } from "./dom.ts";
import { formatDate, formatTime } from "./format.ts";
import { RANGES, type TimeWindow } from "./time-window.ts";
import type { ConnectionState } from "./wamp-client.ts";

export interface ToolbarEvents {
  onRange(rangeMs: number): void;
  onAll(): void;
  onPause(): void;
  onFollow(): void;
  onFilter(text: string): void;
  onStatus(): void;
}

const CONNECTION_TEXT: Readonly<Record<ConnectionState, string>> = {
  connecting: "connecting…",
  connected: "live",
  disconnected: "not connected, trying again",
};

export class Toolbar {
  readonly root: HTMLElement;
  readonly #ranges = new Map<number, HTMLButtonElement>();
  readonly #all: HTMLButtonElement;
  readonly #follow: HTMLButtonElement;
  readonly #spanText = element("span", { class: "span" });
  readonly #connection = element("span", { class: "connection", role: "status" });
  readonly #status: HTMLButtonElement;
  #window: TimeWindow | undefined;

  constructor(events: ToolbarEvents) {
    for (const [label, rangeMs] of RANGES) {
      this.#ranges.set(
        rangeMs,
        button(label, { "aria-pressed": "false" }, () => events.onRange(rangeMs)),
      );
    }
    this.#all = button("all", { title: "From the first stored value on" }, () => events.onAll());
    const ranges = element(
      "div",
      { class: "ranges", role: "group", "aria-label": "Time span" },
      ...this.#ranges.values(),
      this.#all,
    );
    this.#follow = button("Pause", { class: "follow", title: "Pause or follow (P)", "aria-keyshortcuts": "p" }, () => {
      if (this.#window?.kind === "live") events.onPause();
      else events.onFollow();
    });
    const filter = element("input", { type: "search", placeholder: "Filter panels", "aria-label": "Filter panels" });
    filter.addEventListener("input", () => events.onFilter(filter.value));
    this.#status = button("", { class: "status-button", "aria-expanded": "false" }, () => events.onStatus());
    const brand = element("h1", {}, "structline");
    this.root = element(
      "header",
      { class: "toolbar" },
      brand,
      ranges,
      this.#follow,
      this.#spanText,
      filter,
      this.#connection,
      this.#status,
    );
  }

  showWindow(window: TimeWindow, nowMs: number): void {
    this.#window = window;
    for (const [rangeMs, made] of this.#ranges) {
      made.setAttribute("aria-pressed", String(window.kind === "live" && window.rangeMs === rangeMs));
    }
    // Any other range that is followed reaches back to the first stored value.
    this.#all.setAttribute("aria-pressed", String(window.kind === "live" && !this.#ranges.has(window.rangeMs)));
    setText(this.#follow, window.kind === "live" ? "Pause" : "Follow");
    this.#follow.classList.toggle("paused", window.kind === "fixed");
    setText(this.#spanText, window.kind === "live" ? "" : spanText(window.fromMs, window.toMs, nowMs));
  }

  showConnection(state: ConnectionState): void {
    this.#connection.dataset["state"] = state;
    setText(this.#connection, CONNECTION_TEXT[state]);
  }

  showStatus(state: "ok" | "degraded" | "down", text: string): void {
    this.#status.dataset["state"] = state;
    setText(this.#status, text);
  }

  showStatusOpen(isOpen: "open" | "closed"): void {
    this.#status.setAttribute("aria-expanded", String(isOpen === "open"));
  }
}

function spanText(fromMs: number, toMs: number, nowMs: number): string {
  const to = new Date(toMs);
  const isOneDay = formatDate(new Date(fromMs)) === formatDate(to);
  const seconds = (ms: number, now: number) => formatTime(ms, now).replace(/\.\d+$/, "");
  return `${seconds(fromMs, nowMs)} – ${seconds(toMs, isOneDay ? toMs : nowMs)}`;
}
