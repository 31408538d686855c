/** Alarms of a test's own for the page's server. */

import { AlarmBook } from "../../../runtime/parts/alarms/alarm-book.ts";
import { alarmsApi } from "../../../runtime/parts/alarms/alarms-api.ts";
import type { PageAlarms } from "../../support/page-server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

export function onPage(book: AlarmBook): PageAlarms {
  return {
    routes: alarmsApi({ book: () => book }),
    limits: (...place) => book.limits.of(...place),
    beyond: () => book.beyond(),
  };
}

export function openBook(onProblem: (sentence: string) => void = () => {}): Promise<AlarmBook> {
  return AlarmBook.open(`${temporaryFolder()}/alarms.json`, onProblem);
}
