/** The shell's (bar, lists, overview) access to the page. */

import type { ComponentChildren } from "preact";
import type { AlarmWatch } from "../alarm-watch.ts";
import type { Appearance } from "../appearance.ts";
import type { DeviceBoard } from "../device-board.ts";
import type { Favourites } from "../favourites.ts";
import type { FleetState } from "../fleet-state.ts";
import type { LayoutStore } from "../layout-store.ts";
import type { MeasurementFeed } from "../measurement-feed.ts";
import type { Navigation } from "../navigation.ts";
import type { PageAddress } from "../page-address.ts";
import type { PageData } from "../page-data.ts";
import type { PageSearch } from "../page-search.ts";
import type { PanelActions } from "../panel-actions.ts";
import type { PanelFilter } from "../panel-filter.ts";
import type { RunList } from "../runs/run-list.ts";
import type { ServiceState } from "../service-state.ts";
import type { Timeline } from "../timeline.ts";
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
