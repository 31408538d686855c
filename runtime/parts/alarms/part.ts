/** Alarms from limits, their list, and notices of alarms and events by webhook and e-mail. */

import { partOf } from "../../config/part.ts";
import type { PartKind } from "../part-kind.ts";
import type { AlarmBook } from "./alarm-book.ts";
import { ALARM_COUNTERS } from "./counters.ts";
import { ALARMS } from "./keys.ts";
import type { NoticeSettings, Notices } from "./notices.ts";
import { WEBHOOKS } from "./webhook-keys.ts";

export const ALARMS_PART: PartKind<NoticeSettings> = {
  name: "alarms",
  counters: ALARM_COUNTERS,
  settings: partOf([...ALARMS.sections, ...WEBHOOKS.sections], (file) => ({
    alarms: file.part(ALARMS),
    webhooks: file.part(WEBHOOKS),
  })),
  topics: [{ form: /\/alarm\.json$/, publishes: "service", forDevices: true }],
  open(settings) {
    let book: AlarmBook | undefined;
    let notices: Pick<Notices, "receivers"> | undefined;
    return {
      async ingest(ingest) {
        const { openAlarms } = await import("./alarms.ts");
        const opened = await openAlarms(ingest, settings);
        book = opened.book;
        notices = opened.notices;
        return opened.running;
      },
      async view({ routes, callers }) {
        const { alarmsApi } = await import("./alarms-api.ts");
        routes.route("/", alarmsApi({ book: () => book, receivers: () => notices?.receivers ?? [], ...callers }));
        return undefined;
      },
    };
  },
};
