/** Announces published rows to Home Assistant: the store's half knows the rows, the sources' half has the broker. */

import { deviceRules, ofRealms } from "../api/device-rules.ts";
import { listMeasurements } from "../api/measurement-catalogue.ts";
import type { Facts } from "../model/store.ts";
import { Announcer } from "../publish/announcer.ts";
import type { Announcing, PublishedPlace } from "../publish/home-assistant.ts";
import { publishPlan } from "../publish/publish-plan.ts";
import type { Base } from "./base.ts";
import type { OwnLog } from "./own-log.ts";
import type { Storing } from "./storing.ts";

/** @param facts remembers what a broker may still retain */
export function makeAnnouncer(base: Base, { rows }: OwnLog, { store, thread }: Storing, facts: Facts) {
  const { current, channels, log, version } = base;
  const rules = ofRealms(
    () => current.configuration.settings.realms,
    (realms) => deviceRules(realms, () => channels.served()),
  );
  const announcing = (): Announcing | undefined => {
    const { settings, codecs } = current.configuration;
    if (settings.publish.homeAssistant !== "on") return undefined;
    const { staleMs } = settings.publish;
    const firmwareOf = (database: string) => {
      const channel = channels.served().find((served) => served.database === database);
      return channel && codecs.get(channel.name)?.version;
    };
    return { instance: settings.mqtt.clientId, version, staleMs, firmwareOf };
  };
  const isPublished = ({ database }: PublishedPlace) => {
    const plan = publishPlan(current.configuration.settings);
    const channel = channels.served().find((served) => served.database === database);
    return channel === undefined ? plan.devices : plan.channels.includes(channel.name);
  };
  const announcer = new Announcer({
    put: (item) => rows.put(item),
    memory: facts,
    measurements: () => listMeasurements({ channels: channels.served(), store, ruleOf: rules() }),
    state: async () => (await store.catalogueState?.()) ?? "",
    announcing,
    isPublished,
    isRetained: () => publishPlan(current.configuration.settings).retain,
    onFinding: (sentence) => log.warn({ event: "publish.home-assistant" }, sentence),
  });
  thread.onPlaces((places) => announcer.seen(places));
  rows.onConnected(() => announcer.again());
  store.onNewColumns((columns) => announcer.noteColumns(columns));
  return {
    onReload: () => announcer.changed(),
    part: { name: "announcer", start: () => announcer.start(), stop: () => announcer.stop() },
  };
}
