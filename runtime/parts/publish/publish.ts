/** Which rows are published, and messages of HTTP devices again. */

import { ofRealms } from "../../api/device-rules.ts";
import type { ArrivalTopic } from "../../intake/message-kind.ts";
import { realmOf } from "../../model/address.ts";
import type { Message } from "../../model/message.ts";
import type { OwnMark } from "../../model/own-mark.ts";
import type { Point } from "../../model/point.ts";
import type { RealmSettings } from "../../model/realm-settings.ts";
import { rowText } from "../../model/row-text.ts";
import type { Outgoing } from "../../signals/outbox.ts";
import type { Ingest } from "../part-kind.ts";
import type { PublishSettings } from "./keys.ts";
import { publishedChannels, publishPlan } from "./publish-plan.ts";

export function publishRows(
  { events, provided, realms, channelSettings, decoding, publish, mark }: Ingest,
  settings: () => PublishSettings,
): undefined {
  const publishing = () => ({ channels: channelSettings(), publish: settings() });
  provided.publishedChannels = () => publishedChannels(publishing());
  provided.publishesRows = () => {
    const { devices, channels } = publishPlan(publishing());
    return devices || channels.length > 0 || republishing(realms()) !== undefined;
  };
  const republish = republisher({
    realms: ofRealms(realms, republishing),
    arrivalTopic: (message) => decoding.now.of(message).arrivalTopic?.(message),
    put: publish,
    mark,
  });
  events.on("point", republish);
}

/**
 * Publishes rows received over HTTP as MQTT messages, under the address to which they were sent, for realms with
 * `republish`.
 */
interface RepublisherOptions {
  /** Current realms; undefined: none has `republish`. */
  readonly realms: () => readonly RealmSettings[] | undefined;
  readonly arrivalTopic: (message: Message) => ArrivalTopic | undefined;
  readonly put: (item: Outgoing) => void;
  readonly mark: OwnMark;
}

/** To be called with each row that was kept. Hot path. */
function republisher({ realms: current, arrivalTopic, put, mark }: RepublisherOptions) {
  return (point: Omit<Point, "origin">, message: Message): void => {
    const realms = current();
    const arrival = realms && arrivalTopic(message);
    if (arrival === undefined || realmOf(realms ?? [], arrival.realm)?.republish !== true) return;
    const { topic } = arrival;
    put({ topic, payload: mark.put(topic, rowText(point)) });
  };
}

/** The same if any realm has `republish`; otherwise there is nothing to do. */
function republishing(realms: readonly RealmSettings[]): readonly RealmSettings[] | undefined {
  return realms.some(({ republish }) => republish === true) ? realms : undefined;
}
