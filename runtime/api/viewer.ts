/** What the sender of a request may see. */

import { FOLLOW_NOTHING, type Follow } from "../telemetry/open-act.ts";

export interface Viewer {
  /** False: may only see whether the service is alive. */
  readonly isKnown: boolean;
  /** Name of the user who is logged in on the page. */
  readonly sessionName?: string;
  readonly mayReadAll: boolean;
  mayReadDatabase(database: string): boolean;
  /** By a UDP channel's name, or a device's wide address. */
  mayReadChannel(name: string): boolean;
  readonly follow: Follow;
}

/** The viewer without access control. */
export const EVERYBODY: Viewer = {
  isKnown: true,
  mayReadAll: true,
  mayReadDatabase: () => true,
  mayReadChannel: () => true,
  follow: FOLLOW_NOTHING,
};
