/** Publishes stored rows, and announces them to Home Assistant: the store's thread knows the rows, this one has the broker. */

import { listMeasurements } from "../../api/measurement-catalogue.ts";
import type { Running } from "../../model/running.ts";
import type { Storing } from "../part-kind.ts";
import { Announcer } from "./announcer.ts";
import type { Announcing, PublishedPlace } from "./home-assistant.ts";
import type { PublishSettings } from "./keys.ts";
import { publishPlan } from "./publish-plan.ts";
import type { PublishedRows } from "./rows-follower.ts";

export function announceRows(
  {
    log,
    version,
    instance,
    events,
    store,
    facts,
    rows,
    publish,
    channels,
    channelSettings,
    firmware,
    deviceRules,
  }: Storing,
  settings: () => PublishSettings,
): Running {
  const plan = () => publishPlan({ channels: channelSettings(), publish: settings() });
  const channelOf = (database: string) => channels().find((served) => served.database === database);
  const announcing = (): Announcing | undefined => {
    const { homeAssistant, staleMs } = settings();
    if (homeAssistant !== "on") return undefined;
    const firmwareOf = (database: string) => {
      const channel = channelOf(database);
      return channel && firmware(channel.name);
    };
    return { instance, version, staleMs, firmwareOf };
  };
  const isPublished = ({ database }: PublishedPlace) => {
    const channel = channelOf(database);
    return channel === undefined ? plan().devices : plan().channels.includes(channel.name);
  };
  // Remembers what a broker may still retain.
  const announcer = new Announcer({
    put: publish,
    memory: facts,
    measurements: () => listMeasurements({ channels: channels(), store, ruleOf: deviceRules }),
    state: async () => (await store.catalogueState?.()) ?? "",
    announcing,
    isPublished,
    isRetained: () => plan().retain,
    onFinding: (sentence) => log.warn({ event: "publish.home-assistant" }, sentence),
  });
  rows.configure(plan());
  rows.onMessage((said) => {
    const { rows: stored, places } = said as PublishedRows;
    for (const row of stored) publish(row);
    if (places.length > 0) announcer.seen(places);
  });
  events.on("reloaded", () => {
    rows.configure(plan());
    announcer.changed();
  });
  events.on("connected", () => announcer.again());
  store.onNewColumns((columns) => announcer.noteColumns(columns));
  return { name: "announcer", start: () => announcer.start(), stop: () => announcer.stop() };
}
