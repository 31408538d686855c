/** The part's half in the store's thread. */

import type { Outgoing } from "../../signals/outbox.ts";
import type { Follower, MakeFollower } from "../part-kind.ts";
import type { PublishedPlace } from "./home-assistant.ts";
import type { PublishPlan } from "./publish-plan.ts";
import { RowMessages } from "./row-messages.ts";

/** What it tells the half with the broker. */
export interface PublishedRows {
  readonly rows: readonly Outgoing[];
  /** Published for the first time. */
  readonly places: readonly PublishedPlace[];
}

export const followRows: MakeFollower = ({ kindOf, tell }): Follower => {
  const messages = new RowMessages({ kindOf, send: (rows, places) => tell({ rows, places } satisfies PublishedRows) });
  return {
    get isOn() {
      return messages.isOn;
    },
    configure: (plan) => {
      messages.plan = plan as PublishPlan;
    },
    stored: (points) => messages.stored(points),
    flush: () => messages.flush(),
  };
};
