/** The panels of the page: their order and visibility. */

import { signal } from "@preact/signals";
import type { MeasurementDescription } from "../../../../model/measurement.ts";
import { address, data, filterText, hurry, layout } from "../app/page.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import { KINDS } from "../kinds/kinds.ts";
import { feedKey, type MeasurementName } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import { place } from "../ui/place.ts";
import { Panel, panelId } from "./panel.tsx";
import type { PanelSettings } from "./panel-settings.ts";

interface Wanted {
  readonly id: string;
  readonly feed: MeasurementFeed;
  readonly title: string;
  readonly settings: PanelSettings;
}

const MOST_LOADING_MS = 15_000;
/** Number of panels that have elements although they are out of sight: the browser's search finds their text. */
const FILLED_AHEAD = 12;
/** Maximum number of others out of sight that keep their elements. */
const MOST_FILLED = 2;
const FILLED_AT_ONCE = 8;
const HEIGHT = 320;

class PanelGrid {
  readonly root = place("section", "grid", { tabIndex: -1 });
  readonly #panels = new Map<string, Panel>();
  readonly #byElement = new WeakMap<Element, Panel>();
  readonly #visibility: IntersectionObserver;
  readonly #sizes: ResizeObserver;
  readonly #shown = signal<readonly Panel[]>([]);
  #shownKeys: ReadonlySet<string> | undefined;
  readonly #maximised = signal<string | undefined>(undefined);
  /** Height in pixels of panels of a shape. */
  readonly #heights = new Map<string, number>();
  #isFilling = false;
  /** A panel that was scrolled to, and is kept in place while others get their heights. */
  #held: Panel | undefined;

  constructor() {
    // With a margin, so that a panel is drawn before it is scrolled into sight.
    this.#visibility = new IntersectionObserver((entries) => this.#visibilityChanged(entries), { rootMargin: "300px" });
    this.#sizes = new ResizeObserver((entries) => {
      // First measures all: a write in between would cause a new layout before the next measurement.
      for (const { target, borderBoxSize } of entries) {
        const [{ inlineSize = 0, blockSize = 0 } = {}] = borderBoxSize;
        const panel = this.#byElement.get(target);
        panel?.resized(inlineSize, blockSize);
        if (panel?.isFilled === true && panel.isVisible) this.#heights.set(panel.shape, blockSize);
      }
      this.#held?.root.scrollIntoView({ block: "start", behavior: "instant" });
    });
    const release = () => {
      this.#held = undefined;
    };
    for (const type of ["wheel", "touchstart", "pointerdown", "keydown"]) {
      addEventListener(type, release, { capture: true, passive: true });
    }
    addEventListener("resize", () => {
      for (const panel of this.panels) if (panel.id === this.maximised) panel.setAlone(true);
    });
  }

  /** In display order. */
  get panels(): readonly Panel[] {
    return this.#shown.value;
  }

  get maximised(): string | undefined {
    return this.#maximised.value;
  }

  /** The panel with focus, else the first one that is shown. */
  get chosen(): Panel | undefined {
    return this.panelOf(document.activeElement) ?? this.panels.find(({ root }) => !root.hidden);
  }

  panelOf(node: Element | null): Panel | undefined {
    const root = node?.closest(".panel");
    return root === null || root === undefined ? undefined : this.#byElement.get(root);
  }

  /** Updates the page to the measurements and the layout. */
  show(): void {
    this.root.ariaLabel = say("Panels");
    const wanted = this.#wanted(data.feeds);
    const ids = new Set(wanted.map(({ id }) => id));
    for (const [id, panel] of this.#panels) if (!ids.has(id)) this.#drop(id, panel);
    const shown = wanted.map((one) => this.#panel(one));
    // Moving an element costs a new layout of it: one more of a thousand panels leaves the others where they are.
    let at = this.root.querySelector(":scope > .panel");
    for (const { root } of shown) {
      if (root === at) at = root.nextElementSibling;
      else this.root.insertBefore(root, at);
    }
    this.#shown.value = shown;
    this.filter();
    this.#fillFirst();
    this.#fillAhead();
  }

  /** Shows one panel in the whole window; undefined shows all again. */
  maximise(wanted: string | undefined): void {
    const id = wanted !== undefined && this.#panels.has(wanted) ? wanted : undefined;
    if (id === this.maximised && id === wanted) return;
    this.#maximised.value = id;
    document.body.classList.toggle("maximised", id !== undefined);
    this.filter();
    for (const panel of this.panels) panel.setAlone(panel.id === id);
    if (id !== undefined) scrollTo(0, 0);
    address.set("panel", id);
  }

  /** Whether any panel of the measurement matches the filter. */
  isShown(key: string): boolean {
    if (this.#shownKeys === undefined) {
      const shown = this.panels.filter(({ root }) => !root.hidden);
      this.#shownKeys = new Set(shown.map(({ feed }) => feedKey(feed.description)));
      // Cached for this turn: hundreds of devices ask one after the other.
      queueMicrotask(() => {
        this.#shownKeys = undefined;
      });
    }
    return this.#shownKeys.has(key);
  }

  scrollTo(key: string): void {
    const panel = this.panels.find((one) => feedKey(one.feed.description) === key && !one.root.hidden);
    // Panels above it are not drawn yet and may change their heights: it is kept in place until the user scrolls.
    this.#held = panel;
    panel?.fill();
    panel?.root.scrollIntoView({ block: "start", behavior: "instant" });
    panel?.root.querySelector<HTMLElement>(".menu-button")?.focus({ preventScroll: true });
  }

  /** Moves a panel by `steps` positions. */
  move(panel: Panel, steps: number): void {
    const order = this.panels.map(({ id }) => id);
    const from = order.indexOf(panel.id);
    const to = Math.max(0, Math.min(order.length - 1, from + steps));
    if (from < 0 || from === to) return;
    order.splice(to, 0, ...order.splice(from, 1));
    layout.order(order);
    panel.root.scrollIntoView({ block: "nearest" });
  }

  moveBefore(panel: Panel, target: Panel): void {
    const steps = this.panels.indexOf(target) - this.panels.indexOf(panel);
    this.move(panel, steps);
  }

  #wanted(feeds: ReadonlyMap<string, MeasurementFeed>): Wanted[] {
    const { added, order, panels, automatic: isAutomatic } = layout.shown;
    const made = isAutomatic === false ? [] : [...feeds.values()].flatMap(automaticPanels);
    // Devices without any data come last.
    const isSeen = ({ feed }: Wanted) => feed.description.stored || feed.lastMs !== undefined;
    const automatic = [...made.filter(isSeen), ...made.filter((one) => !isSeen(one))];
    const extra = Object.entries(added).flatMap(([id, name]: [string, MeasurementName]): Wanted[] => {
      const feed = feeds.get(feedKey(name));
      return feed === undefined ? [] : [{ id, feed, title: feed.title, settings: {} }];
    });
    const places = new Map(order.map((id, i) => [id, i]));
    const placeOf = ({ id }: Wanted) => places.get(id) ?? Number.POSITIVE_INFINITY;
    const all = [...automatic, ...extra].map((one) => ({
      ...one,
      settings: { ...one.settings, ...panels[one.id] },
    }));
    return order.length === 0 ? all : all.sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
  }

  #panel({ id, feed, title, settings }: Wanted): Panel {
    const known = this.#panels.get(id);
    if (known !== undefined && known.feed === feed) {
      known.apply(settings, title);
      return known;
    }
    if (known !== undefined) this.#drop(id, known);
    const panel = new Panel({ id, feed, settings, title });
    panel.empty(this.#heights.get(panel.shape) ?? HEIGHT);
    this.#panels.set(id, panel);
    this.#byElement.set(panel.root, panel);
    this.#visibility.observe(panel.root);
    this.#sizes.observe(panel.root);
    return panel;
  }

  #drop(id: string, panel: Panel): void {
    panel.close();
    this.#visibility.unobserve(panel.root);
    this.#sizes.unobserve(panel.root);
    panel.root.remove();
    this.#panels.delete(id);
  }

  /** Hides what does not pass the filter. */
  filter(): void {
    const { maximised } = this;
    for (const { id, root, settings, feed, title } of this.panels) {
      const isOther = maximised !== undefined && id !== maximised;
      root.classList.toggle("alone", id === maximised);
      root.hidden = isOther || settings.hidden === true || !passesFilter(filterText.value, feed.description, title);
    }
  }

  /** Loads and draws all panels that are shown, near the viewport or not. Resolves when they are drawn, or after some seconds. */
  async drawAll(): Promise<void> {
    // Another view may be in place of the panels.
    const shown = this.root.offsetParent === null ? [] : this.panels.filter(({ root }) => !root.hidden);
    for (const panel of shown) panel.setVisible(true);
    hurry();
    const endMs = performance.now() + MOST_LOADING_MS;
    while (shown.some(({ isLoading }) => isLoading) && performance.now() < endMs)
      await new Promise(requestAnimationFrame);
  }

  /** From now on, only panels near the viewport are drawn. */
  drawNear(): void {
    for (const { root } of this.panels) {
      // Tells again which ones are.
      this.#visibility.unobserve(root);
      this.#visibility.observe(root);
    }
  }

  #visibilityChanged(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const panel = this.#byElement.get(target);
      if (panel === undefined) continue;
      panel.setVisible(isIntersecting);
    }
    this.#emptyFar();
    this.#fillAhead();
    hurry();
  }

  /** Panels in sight have their heights in the first frame, so that nothing moves after it. */
  #fillFirst(): void {
    if (this.root.offsetParent === null) return;
    const first = this.panels.slice(0, FILLED_AT_ONCE).filter((panel) => !panel.isFilled && !panel.root.hidden);
    for (const panel of first) {
      panel.fill();
      // Otherwise, the browser lays it out only in the second frame.
      panel.root.style.contentVisibility = "visible";
    }
    const sizes = first.map(({ root }) => [root.offsetWidth, root.offsetHeight] as const);
    for (const [i, panel] of first.entries()) panel.resized(...sizes[i]!);
  }

  /** The first panels get their elements while nothing else is to do. */
  #fillAhead(): void {
    if (this.#isFilling || this.root.offsetParent === null) return;
    const next = this.panels.slice(0, FILLED_AHEAD).find((panel) => !panel.isFilled && !panel.root.hidden);
    if (next === undefined) return;
    this.#isFilling = true;
    whenIdle(() => {
      this.#isFilling = false;
      next.fill();
      this.#fillAhead();
    });
  }

  /** Panels out of sight, but the first ones, are empty; the one with the focus stays. */
  #emptyFar(): void {
    const far = this.panels
      .slice(FILLED_AHEAD)
      .filter((panel) => panel.isFilled && !panel.isVisible && !panel.root.contains(document.activeElement));
    for (const panel of far.slice(0, Math.max(0, far.length - MOST_FILLED)))
      panel.empty(this.#heights.get(panel.shape) ?? panel.root.offsetHeight);
  }
}

export const grid = new PanelGrid();

export function whenIdle(run: () => void): void {
  // Not every browser has it.
  if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: 1000 });
  else setTimeout(run, 50);
}

/** Whether a title, an address or a column's name contains the text. */
export function passesFilter(
  filter: string,
  { group, measurement, title, columns }: MeasurementDescription,
  name = title,
): boolean {
  const text = filter.trim().toLowerCase();
  const texts = [name, group, measurement, ...columns.map((column) => column.name)];
  return text === "" || texts.some((one) => one.toLowerCase().includes(text));
}

function automaticPanels(feed: MeasurementFeed): Wanted[] {
  const { description } = feed;
  return KINDS.flatMap((kind) =>
    (kind.automatic?.(description) ?? []).map(({ suffix, title, settings }) => ({
      id: panelId(feed, suffix),
      feed,
      title: title ?? feed.title,
      settings: { ...settings, kind: kind.name },
    })),
  );
}
