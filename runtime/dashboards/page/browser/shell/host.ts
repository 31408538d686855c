/** What the shell (bar, lists, overview) needs of the page. */

import type { AlarmList } from "../alarm-list.ts";
import type { DeviceBoard } from "../device-board.ts";
import type { LayoutStore } from "../layout-store.ts";
import type { LiveState } from "../live-feed.ts";
import type { MeasurementFeed } from "../measurement-feed.ts";
import type { MenuEntry } from "../menu.ts";
import type { PageView } from "../page-address.ts";
import type { ServiceState } from "../service-state.ts";
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
  readonly feeds: ReadonlyMap<string, MeasurementFeed>;
  readonly isReadOnly: boolean;
  /** Who is logged in; undefined where nobody has to be. */
  readonly user: string | undefined;
  readonly view: PageView;
  readonly live: { readonly state: LiveState; readonly lagMs: number; readonly ratePerSecond: number };
  /** Sentences about what of the address or the filter has no effect. */
  readonly notices: readonly string[];
  readonly filter: string;
  /** There are more devices than are listed. */
  readonly isPartial: boolean;
  readonly annotationCount: number;
  /** The range that reaches back to the first stored value, once somebody asked for it. */
  readonly allMs: number | undefined;
  readonly isStatusOpen: boolean;
  readonly dashboards: readonly DashboardLink[];
  /** Shown where the address names none. */
  readonly startDashboard: string;
  nowMs(): number;
  find(): void;
  addActions(): readonly MenuEntry[];
  layoutActions(): readonly MenuEntry[];
  /** Whether it passes the filter. */
  matches(key: string): boolean;
  go(view: PageView): void;
  /** Shows a device's panel. */
  showDevice(key: string): void;
  /** Whether some panel of it passes the filter. */
  isShown(key: string): boolean;
  setFilter(text: string): void;
  showAll(): void;
  toggleStatus(about?: string): void;
  toggleAnnotations(): void;
  showKeys(): void;
  pageActions(): readonly MenuEntry[];
}
