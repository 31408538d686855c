/** Callers with some permissions, for tests of routes. */

import { type Caller, EVERYBODY } from "../../runtime/http/caller.ts";

const SOMEBODY: Caller = {
  ...EVERYBODY,
  isAdmin: false,
  mayWriteAny: false,
  mayAll: () => false,
  mayDatabase: () => false,
  mayReadChannel: () => false,
};

/** May only read some databases. */
export function readerOf(may: (database: string) => boolean): Caller {
  return {
    ...SOMEBODY,
    mayDatabase: (right, database) => right === "read" && may(database),
    mayReadChannel: () => true,
  };
}

export function user(more: Partial<Caller>): Caller {
  return { ...SOMEBODY, ...more };
}
