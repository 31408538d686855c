/** The interface of a panel kind: one file that creates its views, and a line in kinds.ts. */

import type { MeasurementDescription } from "../../../../model/measurement.ts";
import type { Annotation } from "../annotations/annotation.ts";
import type { Theme } from "../app/theme-colours.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import type { PanelSeries } from "../panel/panel-series.ts";
import type { PanelSettings } from "../panel/panel-settings.ts";
import type { Span } from "../series/time-window.ts";
import type { Timeline } from "../series/timeline.ts";

/** A view's access to its panel and the page. */
export interface ViewContext {
  readonly feed: MeasurementFeed;
  readonly series: PanelSeries;
  readonly timeline: Timeline;
  settings(): PanelSettings;
  /** Changes this panel's settings; the view is then rebuilt. */
  change(changed: Partial<PanelSettings>): void;
  /** Whether it fills the window. */
  isAlone(): boolean;
  nowMs(): number;
  theme(): Theme;
  annotations(): readonly Annotation[];
  /** The pointer's time in any chart of the page; undefined outside of charts. */
  pointerMs(): number | undefined;
  setPointer(timeMs: number | undefined): void;
  /** The user chose a value at the axis of these columns, at a position on the screen. */
  limit(columns: readonly string[], value: number, point: { readonly x: number; readonly y: number }): void;
  /** The user chose a moment or a range at a position on the screen. */
  choose(span: Span, point: { readonly x: number; readonly y: number }): void;
}

export interface PanelView {
  readonly root: HTMLElement;
  /** Settings, columns or colours have changed. */
  arrange(): void;
  /** Draws the timeline's span. */
  draw(): void;
  /** Updates values and texts; a few times a second, and after the pointer moved. */
  write(): void;
  /** Releases canvases while it is out of sight. */
  clear(): void;
  resize(): void;
  /** Colour of a series, if it is drawn in one. */
  colourOf?(column: string): string | undefined;
  /** The time of the row whose values stand at the pointer; undefined: the pointer's own. */
  pointedMs?(): number | undefined;
  /** One or two sentences for users who cannot see the picture. */
  describe(): string;
}

/** One setting of a kind in the panel's form. */
export interface OptionField {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  /** Free text instead of choices. */
  readonly text?: "line" | "lines";
}

/** A panel that exists without a user's request. */
export interface AutomaticPanel {
  /** Distinguishes it from other panels of the measurement; empty for the default panel. */
  readonly suffix: string;
  readonly title?: string;
  readonly settings: PanelSettings;
}

export interface PanelKind {
  readonly name: string;
  readonly label: string;
  /** Default width of its panels, in columns of the page's grid. */
  readonly width?: number;
  /** False: nothing of the measurement can be shown in this kind. */
  fits(description: MeasurementDescription): boolean;
  automatic?(description: MeasurementDescription): readonly AutomaticPanel[];
  options?(description: MeasurementDescription): readonly OptionField[];
  /** Its views, loaded with the first panel of the kind. */
  load(): Promise<MakeView>;
}

export type MakeView = (context: ViewContext) => PanelView;
