/** The page as a whole: which panels there are, what time span they show, and where live values go. */

import type { MeasurementDescription } from "../../../api/measurement-catalogue.ts";
import { fetchErrors, fetchHealth, fetchOverview, type Health, type Overview } from "./api.ts";
import { element } from "./dom.ts";
import { earliestMs } from "./earliest.ts";
import { parseIsoMs } from "./format.ts";
import { Panel, type PanelHost, panelKey } from "./panel.ts";
import { RequestQueue } from "./request-queue.ts";
import { Sidebar } from "./sidebar.ts";
import { StatusView } from "./status-view.ts";
import { currentTheme, onThemeChange, type Theme } from "./theme.ts";
import { DEFAULT_RANGE_MS, drawIntervalMs, type Span, spanOf, type TimeWindow } from "./time-window.ts";
import { Toolbar } from "./toolbar.ts";
import { type ConnectionState, type LiveEvent, type Topic, WampClient } from "./wamp-client.ts";

const OVERVIEW_INTERVAL_MS = 10_000;
const HEALTH_INTERVAL_MS = 2_000;
/** While there is no live connection, history is read again this often. */
const POLL_INTERVAL_MS = 5_000;
/** Heals what a slow connection lost. */
const REFRESH_INTERVAL_MS = 60_000;
const TEXT_INTERVAL_MS = 200;
/** A hidden page lets go of its connection after this time. */
const HIDDEN_GRACE_MS = 60_000;
/** Devices publish on `<realm>.<network>.<gateway>.<node>`. */
const DEVICE_TOPICS: Topic = { uri: "...", match: "wildcard" };

export class App implements PanelHost {
  readonly #panels = new Map<string, Panel>();
  readonly #byElement = new WeakMap<Element, Panel>();
  readonly #requests = new RequestQueue();
  readonly #toolbar: Toolbar;
  readonly #sidebar: Sidebar;
  readonly #status: StatusView;
  readonly #grid = element("main", { class: "grid", tabindex: "-1" });
  readonly #notice = element("p", { class: "notice", role: "status" });
  readonly #visibility: IntersectionObserver;
  readonly #sizes: ResizeObserver;
  #window: TimeWindow = { kind: "live", rangeMs: DEFAULT_RANGE_MS };
  #theme: Theme = currentTheme();
  /** Server's clock minus this browser's, ms. */
  #clockOffsetMs = 0;
  #wamp: WampClient | undefined;
  #connection: ConnectionState = "connecting";
  #wasConnected = false;
  #filter = "";
  #health: Health | undefined;
  #errorsAbout: string | undefined;
  #drawnAtMs = 0;
  #wroteAtMs = 0;
  #overviewDue = 0;
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#toolbar = new Toolbar({
      onRange: (rangeMs) => this.#setWindow({ kind: "live", rangeMs }),
      onAll: () => void this.#showAll(),
      onPause: () => this.#pause(),
      onFollow: () => this.follow(),
      onFilter: (text) => this.#setFilter(text),
      onStatus: () => this.#toggleStatus(undefined),
    });
    this.#sidebar = new Sidebar({
      onSelect: (panel) => panel.root.scrollIntoView({ block: "start", behavior: "smooth" }),
      onWhy: (channel) => this.#toggleStatus(channel),
    });
    this.#status = new StatusView(() => this.#closeStatus());
    // A margin, so that a panel is drawn before it is scrolled into sight.
    this.#visibility = new IntersectionObserver((entries) => this.#visibilityChanged(entries), { rootMargin: "300px" });
    this.#sizes = new ResizeObserver((entries) => {
      for (const { target } of entries) this.#byElement.get(target)?.resized();
    });
  }

  async start(): Promise<void> {
    document.body.append(this.#toolbar.root, this.#sidebar.root, this.#grid, this.#status.root);
    this.#grid.append(this.#notice);
    this.#toolbar.showWindow(this.#window, this.nowMs());
    this.#toolbar.showConnection("connecting");
    onThemeChange(() => this.#restyle());
    document.addEventListener("visibilitychange", () => this.#pageVisibilityChanged());
    document.addEventListener("keydown", (event) => this.#key(event));
    setInterval(() => void this.#refreshHealth(), HEALTH_INTERVAL_MS);
    setInterval(() => this.#reloadIf(this.#connection !== "connected"), POLL_INTERVAL_MS);
    setInterval(() => this.#reloadIf(this.#connection === "connected"), REFRESH_INTERVAL_MS);
    setInterval(() => this.#refreshSidebar(), 1000);
    setInterval(() => void this.#refreshOverview(), OVERVIEW_INTERVAL_MS);
    requestAnimationFrame(() => this.#frame());
    await Promise.all([this.#refreshOverview(), this.#refreshHealth()]);
  }

  nowMs(): number {
    return Date.now() + this.#clockOffsetMs;
  }

  span(): Span {
    return spanOf(this.#window, this.nowMs());
  }

  theme(): Theme {
    return this.#theme;
  }

  zoom({ fromMs, toMs }: Span): void {
    this.#setWindow({ kind: "fixed", fromMs: Math.floor(fromMs), toMs: Math.ceil(toMs) });
  }

  follow(): void {
    const span = this.span();
    const rangeMs = this.#followRangeMs ?? span.toMs - span.fromMs;
    this.#setWindow({ kind: "live", rangeMs });
  }

  queue(request: () => Promise<void>): void {
    this.#requests.add(request);
  }

  /** The range that was followed before somebody zoomed or paused. */
  #followRangeMs: number | undefined = DEFAULT_RANGE_MS;

  #setWindow(window: TimeWindow): void {
    this.#window = window;
    if (window.kind === "live") this.#followRangeMs = window.rangeMs;
    this.#toolbar.showWindow(window, this.nowMs());
    for (const panel of this.#panels.values()) panel.reload();
    this.#drawnAtMs = 0;
  }

  #pause(): void {
    const { fromMs, toMs } = this.span();
    this.#window = { kind: "fixed", fromMs, toMs };
    this.#toolbar.showWindow(this.#window, this.nowMs());
  }

  async #showAll(): Promise<void> {
    const now = this.nowMs();
    const stored = [...this.#panels.values()].map(({ description }) => description).filter(({ stored }) => stored);
    try {
      const rangeMs = now - ((await earliestMs(stored, now)) ?? now);
      this.#setWindow({ kind: "live", rangeMs: Math.ceil(Math.max(rangeMs * 1.02, DEFAULT_RANGE_MS)) });
    } catch (error) {
      this.#notice.textContent = `History cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  async #refreshOverview(): Promise<void> {
    if (document.hidden) return;
    try {
      this.#apply(await fetchOverview());
    } catch (error) {
      this.#notice.textContent = `The service does not answer: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  #apply(overview: Overview): void {
    this.#clockOffsetMs = overview.now - Date.now();
    const drawn = overview.measurements.filter(({ kind }) => kind !== "events");
    for (const description of drawn) this.#addOrUpdate(description);
    this.#applyAnnotations(overview.measurements);
    this.#notice.textContent =
      drawn.length === 0 ? "There is nothing to show yet: no channel is configured and no device has sent." : "";
    this.#connect(overview.realm);
    const topics = drawn.flatMap(({ topic }): Topic[] => (topic === undefined ? [] : [{ uri: topic, match: "exact" }]));
    this.#wamp?.subscribe([...topics, DEVICE_TOPICS]);
  }

  #addOrUpdate(description: MeasurementDescription): void {
    const known = this.#panels.get(panelKey(description));
    if (known !== undefined) {
      known.update(description);
      return;
    }
    const panel = new Panel(description, this);
    this.#panels.set(panel.key, panel);
    this.#byElement.set(panel.root, panel);
    this.#grid.append(panel.root);
    this.#sidebar.add(panel);
    this.#visibility.observe(panel.root);
    this.#sizes.observe(panel.root);
    panel.root.hidden = !this.#matches(panel);
  }

  #applyAnnotations(measurements: readonly MeasurementDescription[]): void {
    const events = new Map(measurements.filter(({ kind }) => kind === "events").map((one) => [panelKey(one), one]));
    for (const panel of this.#panels.values()) {
      const { database, measurement, kind } = panel.description;
      if (kind !== "device") continue;
      panel.annotateFrom(events.get(panelKey({ database, measurement: measurement.replace(/_sensors$/, "_events") })));
    }
  }

  #connect(realm: string): void {
    if (this.#wamp !== undefined) return;
    const url = new URL("/ws", location.href);
    url.protocol = url.protocol.replace("http", "ws");
    this.#wamp = new WampClient({
      url: url.href,
      realm,
      onEvent: (event) => this.#live(event),
      onState: (state) => this.#connectionChanged(state),
    });
    this.#wamp.start();
  }

  #connectionChanged(state: ConnectionState): void {
    this.#connection = state;
    this.#toolbar.showConnection(state);
    if (state !== "connected") return;
    // What was published while nobody listened is in the store.
    if (this.#wasConnected) for (const panel of this.#panels.values()) panel.reload();
    this.#wasConnected = true;
  }

  #live({ kwargs }: LiveEvent): void {
    const { database, measurement, time, values, hex } = kwargs;
    if (typeof database !== "string" || typeof measurement !== "string" || typeof time !== "string") return;
    if (typeof values !== "object" || values === null) return;
    const panel = this.#panels.get(panelKey({ database, measurement }));
    if (panel === undefined || !knowsColumns(panel, values)) this.#overviewSoon();
    panel?.live(parseIsoMs(time), typeof hex === "string" ? { ...values, _hex_: hex } : { ...values });
  }

  // A device, a column or an annotation that is new; the store has it a moment later.
  #overviewSoon(): void {
    const now = Date.now();
    if (now < this.#overviewDue) return;
    this.#overviewDue = now + 2000;
    setTimeout(() => void this.#refreshOverview().then(() => this.#reloadAnnotated()), 1000);
  }

  #reloadAnnotated(): void {
    for (const panel of this.#panels.values()) panel.reloadAnnotations();
  }

  #frame(): void {
    requestAnimationFrame(() => this.#frame());
    const now = performance.now();
    const text = now - this.#wroteAtMs < TEXT_INTERVAL_MS ? "moved" : "due";
    if (text === "due") this.#wroteAtMs = now;
    for (const panel of this.#panels.values()) panel.drawText(text);
    const { fromMs, toMs } = this.span();
    if (now - this.#drawnAtMs < drawIntervalMs(toMs - fromMs, this.#grid.clientWidth)) return;
    this.#drawnAtMs = now;
    for (const panel of this.#panels.values()) panel.draw(this.#window.kind === "live" ? "following" : "fixed");
  }

  #reloadIf(wanted: boolean): void {
    if (!wanted || document.hidden || this.#window.kind !== "live") return;
    for (const panel of this.#panels.values()) panel.refresh();
  }

  #visibilityChanged(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) this.#byElement.get(target)?.setVisible(isIntersecting);
    this.#drawnAtMs = 0;
  }

  #pageVisibilityChanged(): void {
    clearTimeout(this.#hiddenTimer);
    if (document.hidden) {
      this.#hiddenTimer = setTimeout(() => this.#wamp?.stop(), HIDDEN_GRACE_MS);
      return;
    }
    this.#wamp?.start();
    void this.#refreshOverview();
  }

  #setFilter(text: string): void {
    this.#filter = text.trim().toLowerCase();
    for (const panel of this.#panels.values()) panel.root.hidden = !this.#matches(panel);
    this.#refreshSidebar();
  }

  #matches({ description }: Panel): boolean {
    const { title, group, measurement, columns } = description;
    const texts = [title, group, measurement, ...columns.map(({ name }) => name)];
    return this.#filter === "" || texts.some((text) => text.toLowerCase().includes(this.#filter));
  }

  #refreshSidebar(): void {
    this.#sidebar.refresh(this.nowMs(), (panel) => this.#matches(panel));
  }

  async #refreshHealth(): Promise<void> {
    if (document.hidden) return;
    try {
      this.#health = await fetchHealth();
    } catch {
      this.#toolbar.showStatus("down", "service does not answer");
      return;
    }
    const { state, channels, parts } = this.#health;
    const ailing = Object.entries(parts).filter(([, part]) => part.state !== "ok");
    this.#toolbar.showStatus(
      state,
      state === "ok" ? "all parts work" : ailing.map(([name, part]) => `${name} ${part.state}`).join(", "),
    );
    this.#sidebar.showCounts(channels);
    if (!this.#status.root.hidden) await this.#showStatus();
  }

  async #showStatus(): Promise<void> {
    if (this.#health === undefined) return;
    const errors = await fetchErrors().catch(() => []);
    this.#status.show(this.#health, errors, this.#errorsAbout, this.nowMs());
  }

  #toggleStatus(about: string | undefined): void {
    if (!this.#status.root.hidden && about === this.#errorsAbout) {
      this.#closeStatus();
      return;
    }
    this.#errorsAbout = about;
    this.#status.root.hidden = false;
    this.#toolbar.showStatusOpen("open");
    this.#status.root.focus();
    void this.#showStatus();
  }

  #closeStatus(): void {
    this.#status.root.hidden = true;
    this.#toolbar.showStatusOpen("closed");
  }

  #restyle(): void {
    this.#theme = currentTheme();
    for (const panel of this.#panels.values()) panel.restyle();
  }

  #key(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== "p") return;
    if (this.#window.kind === "live") this.#pause();
    else this.follow();
  }
}

function knowsColumns(panel: Panel, values: object): boolean {
  const { columns } = panel.description;
  return Object.keys(values).every((name) => columns.some((column) => column.name === name));
}
