/** What a kind of panel is: one file that makes views of it, and a line in kinds.ts. */

import type { MeasurementDescription } from "../../../../api/measurement-catalogue.ts";
import type { Annotation } from "../annotation.ts";
import type { MeasurementFeed } from "../measurement-feed.ts";
import type { PanelSeries } from "../panel-series.ts";
import type { PanelSettings } from "../panel-settings.ts";
import type { Theme } from "../theme-colours.ts";
import type { Span } from "../time-window.ts";
import type { Timeline } from "../timeline.ts";

/** What a view needs of its panel and of the page. */
export interface ViewContext {
  readonly feed: MeasurementFeed;
  readonly series: PanelSeries;
  readonly timeline: Timeline;
  settings(): PanelSettings;
  /** Changes this panel's settings; the view is arranged anew. */
  change(changed: Partial<PanelSettings>): void;
  /** It has the window for itself. */
  isAlone(): boolean;
  nowMs(): number;
  theme(): Theme;
  annotations(): readonly Annotation[];
  /** What the pointer is at in any chart of the page; undefined when it is at none. */
  pointerMs(): number | undefined;
  setPointer(timeMs: number | undefined): void;
  /** Somebody chose a moment or a range of time at a place of the screen. */
  choose(span: Span, place: { readonly x: number; readonly y: number }): void;
}

export interface PanelView {
  readonly root: HTMLElement;
  /** Settings, columns or colours have changed. */
  arrange(): void;
  /** Draws what is in the timeline's span. */
  draw(): void;
  /** Writes values and texts; a few times a second, and when the pointer moved. */
  write(): void;
  /** Lets go of canvases while it is out of sight. */
  clear(): void;
  resize(): void;
  /** Of a series, where it is drawn in one. */
  colourOf?(column: string): string | undefined;
  /** One or two sentences for those who do not see the picture. */
  describe(): string;
}

/** One setting of a kind, for the panel's form. */
export interface OptionField {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  /** Instead of choices: what somebody writes. */
  readonly text?: "line" | "lines";
}

/** A panel that is there without anybody having asked for it. */
export interface AutomaticPanel {
  /** What tells it from other panels of the measurement; empty for the one that each measurement has. */
  readonly suffix: string;
  readonly title?: string;
  readonly settings: PanelSettings;
}

export interface PanelKind {
  readonly name: string;
  readonly label: string;
  /** Of its panels unless somebody changed it, in columns of the page's grid. */
  readonly width?: number;
  /** False: nothing of the measurement can be shown so. */
  fits(description: MeasurementDescription): boolean;
  automatic?(description: MeasurementDescription): readonly AutomaticPanel[];
  options?(description: MeasurementDescription): readonly OptionField[];
  make(context: ViewContext): PanelView;
}
