/** The shell's (bar, lists, overview) access to the page. */

import type { MeasurementDescription } from "../../../../api/measurement-catalogue.ts";
import type { AlarmList, Counts } from "../alarm-list.ts";
import type { DeviceBoard } from "../device-board.ts";
import type { LayoutStore } from "../layout-store.ts";
import type { LiveState } from "../live-feed.ts";
import type { MeasurementFeed } from "../measurement-feed.ts";
import type { MenuEntry } from "../menu.ts";
import type { PageView } from "../page-address.ts";
import type { Panel } from "../panel.ts";
import type { ServiceState } from "../service-state.ts";
import type { Theme } from "../theme-colours.ts";
import type { TimeWindow } from "../time-window.ts";
import type { Timeline } from "../timeline.ts";

export interface DashboardLink {
  readonly name: string;
  readonly title: string;
  open(): void;
}

export interface ShellHost {
  readonly timeline: Timeline;
  readonly layout: LayoutStore;
  readonly service: ServiceState;
  readonly board: DeviceBoard;
  readonly alarmList: AlarmList;
  /** Undefined: not known yet. */
  readonly alarmCounts: Counts | undefined;
  readonly feeds: ReadonlyMap<string, MeasurementFeed>;
  readonly isReadOnly: boolean;
  /** The user who is logged in; undefined without access control. */
  readonly user: string | undefined;
  /** Undefined: not decided yet. */
  readonly view: PageView | undefined;
  readonly live: { readonly state: LiveState; readonly lagMs: number; readonly ratePerSecond: number };
  /** Sentences about parts of the address or the filter that have no effect. */
  readonly notices: readonly string[];
  readonly filter: string;
  /** Whether the list of devices is known. */
  readonly isListed: boolean;
  /** There are more devices than listed. */
  readonly isPartial: boolean;
  readonly annotationCount: number;
  /** The range back to the first stored value, once the user has requested it. */
  readonly allMs: number | undefined;
  readonly isStatusOpen: boolean;
  readonly dashboards: readonly DashboardLink[];
  /** Shown if the address names no dashboard. */
  readonly startDashboard: string;
  /** The panel that fills the window. */
  readonly fullPanel: Panel | undefined;
  /** ID of the alarm that the user chose to see. */
  readonly shownAlarm: number | undefined;
  nowMs(): number;
  theme(): Theme;
  find(): void;
  addActions(): readonly MenuEntry[];
  layoutActions(): readonly MenuEntry[];
  /** Whether it matches the filter. */
  matches(key: string): boolean;
  go(view: PageView): void;
  /** Shows an alarm beside the list, on a phone instead of it; undefined shows the list. */
  showAlarm(id: number | undefined): void;
  /** The data of a measurement over another time span. */
  feedOver(description: MeasurementDescription, window: TimeWindow): MeasurementFeed;
  /** Shows a device's panel. */
  showDevice(key: string): void;
  /** Whether any of its panels matches the filter. */
  isShown(key: string): boolean;
  setFilter(text: string): void;
  showAll(): void;
  toggleStatus(about?: string): void;
  toggleAnnotations(): void;
  showKeys(): void;
  print(): void;
  pageActions(): readonly MenuEntry[];
}
