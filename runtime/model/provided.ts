/** What parts provide to others that do not know them. */

import type { BodyReader } from "./body-reader.ts";
import type { Commands } from "./command.ts";
import type { PostedReplies } from "./device-network.ts";
import type { LimitsSet } from "./measurement.ts";
import type { TopicHandler } from "./topics.ts";

/** A column beyond its limits. */
export interface Beyond {
  readonly level: "warn" | "alarm";
  readonly column: string;
}

export interface Provided {
  /** Commands to devices: sources serve them to devices that fetch, and pass on what networks report. */
  commands?: Commands;
  /** How devices are commanded whose data a network's server posts. */
  postedReplies?: readonly PostedReplies[];
  /** Read bodies of formats of parts on arrival. */
  bodyReaders?: readonly BodyReader[];
  /** Receive what users publish over MQTT on topics of parts. */
  topicHandlers?: readonly TopicHandler[];
  /** Limits of columns that users have set. */
  limits?: () => LimitsSet | undefined;
  /** WAMP topics of channels whose rows are published over MQTT: no device sends on topics of that form. */
  publishedChannels?: () => readonly string[];
  /** Whether any rows are published over MQTT. */
  publishesRows?: () => boolean;
  /** Draws panels, as `GET /read/plot.png` and `/read/plot.svg` ask for them. */
  pictures?: (request: Request, environment: unknown) => Response | Promise<Response>;
  /** Measurements (`placeKey`) with a value beyond its limits, each with its worst one. */
  beyond?: () => ReadonlyMap<string, Beyond>;
}
