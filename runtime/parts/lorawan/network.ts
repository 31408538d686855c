/** The Things Stack and ChirpStack as a network of devices. */

import type { DeviceNetwork } from "../../model/device-network.ts";
import {
  downlinkOf,
  eventFilters,
  hasDownlinkTopic,
  isNetworkDevice,
  isWebhook,
  networkEvent,
  postedEvent,
  uplinkPort,
  uplinkSender,
  uplinkTopicOf,
  uplinkTopicOfDownlink,
  webhookOf,
} from "./network-servers.ts";

export const LORAWAN_NETWORK: DeviceNetwork = {
  topicSender: uplinkSender,
  bodySender: webhookOf,
  portOf: uplinkPort,
  has: isNetworkDevice,
  isPosted: isWebhook,
  reportedOn: uplinkTopicOf,
  commandedOn: uplinkTopicOfDownlink,
  reportFilters: eventFilters,
  topicReport: networkEvent,
  bodyReport: postedEvent,
  downlink: (to, frame, sending) => (hasDownlinkTopic(to) ? downlinkOf(to, frame, sending) : undefined),
  reaches: hasDownlinkTopic,
};
