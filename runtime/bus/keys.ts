/** Section `[wamp]`. */

import { part } from "../config/part.ts";

export const WAMP = part(
  {
    section: "wamp",
    meaning: "The software bus.",
    keys: [{ key: "realm", default: "lab", meaning: "WAMP realm." }],
  },
  (section) => {
    return { realm: section.get("realm") };
  },
);
