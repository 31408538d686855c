/** Section `[wamp]`. */

import { part } from "../config/part.ts";
import { url } from "../config/values.ts";

export const WAMP = part(
  {
    section: "wamp",
    meaning: "The software bus.",
    keys: [
      {
        key: "url",
        parse: url("ws", "wss"),
        shown: "without secrets",
        meaning: "External WAMP router (`ws://host:8080/ws`) for decoded messages.",
      },
      { key: "realm", default: "lab", meaning: "WAMP realm." },
    ],
  },
  (section) => {
    return { url: section.get("url"), realm: section.get("realm") };
  },
);
