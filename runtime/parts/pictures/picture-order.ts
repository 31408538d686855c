/** The data for a picture of panels. No DOM. */

import type { StoredRow } from "../../dashboards/page/browser/data/latest-values.ts";
import type { LoadedSeries } from "../../dashboards/page/browser/data/series-buffer.ts";
import type { PanelSettings } from "../../dashboards/page/browser/panel/panel-settings.ts";
import type { Span } from "../../dashboards/page/browser/series/time-window.ts";
import type { MeasurementDescription } from "../../model/measurement.ts";

export interface PicturePanel {
  readonly title: string;
  readonly description: MeasurementDescription;
  readonly settings: PanelSettings;
  readonly series: LoadedSeries;
  /** All rows of the span, for computed series; empty without any. */
  readonly rows: WholeSeries;
  /** Rows of texts drawn as strips. */
  readonly texts: readonly StoredRow[];
  readonly marks: readonly PictureMark[];
}

/** Values by column, as long as `times`; null for missing values. */
export interface WholeSeries {
  readonly columns: readonly string[];
  /** Epoch ms. */
  readonly times: readonly number[];
  readonly values: readonly (readonly (number | null)[])[];
}

export interface PictureMark {
  readonly kind: "annotation";
  readonly timeMs: number;
  readonly endMs?: number | undefined;
  readonly label?: string;
}

export interface PictureOrder {
  readonly title: string;
  readonly timeZone: string;
  readonly span: Span;
  /** CSS pixels. */
  readonly width: number;
  /** Absent: as the charts require. */
  readonly height?: number;
  /** Canvas pixels per CSS pixel. */
  readonly scale: number;
  readonly panels: readonly PicturePanel[];
}
