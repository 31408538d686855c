/** Alarms of a test's own for the page's server. */

import type { AlarmReceiver } from "../../../runtime/model/alarms.ts";
import { AlarmBook } from "../../../runtime/parts/alarms/alarm-book.ts";
import { alarmsApi } from "../../../runtime/parts/alarms/alarms-api.ts";
import type { PageAlarms } from "../../support/page-server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

export function onPage(book: AlarmBook, receivers: readonly AlarmReceiver[] = []): PageAlarms {
  return {
    routes: alarmsApi({ book: () => book, receivers: () => receivers }),
    limits: (...place) => book.limits.of(...place),
    beyond: () => book.beyond(),
  };
}

export function openBook(onProblem: (sentence: string) => void = () => {}): Promise<AlarmBook> {
  return AlarmBook.open(`${temporaryFolder()}/alarms.json`, onProblem);
}
