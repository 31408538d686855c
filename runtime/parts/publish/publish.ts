/** Which rows are published, and messages of HTTP devices again. */

import { ofRealms } from "../../api/device-rules.ts";
import type { Ingest } from "../part-kind.ts";
import type { PublishSettings } from "./keys.ts";
import { publishedChannels, publishPlan } from "./publish-plan.ts";
import { republisher, republishing } from "./republisher.ts";

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
