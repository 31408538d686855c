/** Edits the users file, with `channel-message`. */

import type { PartKind } from "../part-kind.ts";

export const USERS: PartKind = {
  name: "users",
  actions: async () => [(await import("./users-action.ts")).users],
};
