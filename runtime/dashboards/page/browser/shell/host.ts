/** The shell's (bar, lists, overview) access to the page. */

import type { ComponentChildren } from "preact";
import type { AlarmWatch } from "../alarms/alarm-watch.ts";
import type { Appearance } from "../app/appearance.ts";
import type { Favourites } from "../app/favourites.ts";
import type { Navigation } from "../app/navigation.ts";
import type { PageAddress } from "../app/page-address.ts";
import type { PageSearch } from "../app/page-search.ts";
import type { ServiceState } from "../app/service-state.ts";
import type { LayoutStore } from "../dashboards/layout-store.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import type { PageData } from "../data/page-data.ts";
import type { DeviceBoard } from "../overview/device-board.ts";
import type { FleetState } from "../overview/fleet-state.ts";
import type { PanelActions } from "../panel/panel-actions.ts";
import type { PanelFilter } from "../panel/panel-filter.ts";
import type { RunList } from "../runs/run-list.ts";
import type { Timeline } from "../series/timeline.ts";
import type { Beside } from "../ui/beside.ts";

export interface ShellHost {
  readonly timeline: Timeline;
  readonly layout: LayoutStore;
  readonly navigation: Navigation;
  readonly filter: PanelFilter;
  readonly search: PageSearch;
  readonly service: ServiceState;
  readonly data: PageData;
  readonly feeds: ReadonlyMap<string, MeasurementFeed>;
  readonly board: DeviceBoard;
  readonly fleet: FleetState;
  readonly alarms: AlarmWatch;
  readonly runs: RunList;
  readonly favourites: Favourites;
  toggleFavourite(key: string): void;
  readonly address: Pick<PageAddress, "get" | "set">;
  readonly mayAnnotate: boolean;
  readonly appearance: Appearance;
  readonly beside: Beside;
  readonly panelActions: PanelActions;
  readonly isReadOnly: boolean;
  /** The user who is logged in; undefined without access control. */
  readonly user: string | undefined;
  readonly shell: { openDialog(content: ComponentChildren | undefined): void };
  /** Shows a sentence above the panels. */
  report(sentence: string): void;
  /** Sentences about parts of the address or the filter that have no effect. */
  readonly notices: readonly string[];
  nowMs(): number;
  /** The same; while the service does not answer, when it last did: ages say no more than is known. */
  knownMs(): number;
}
