/** Section `[alarms]`. */

import { part } from "../../config/part.ts";
import { none, nothing, parseList, url } from "../../config/values.ts";

export const ALARMS = part(
  {
    section: "alarms",
    reload: "applied",
    meaning: "E-mails about alarms. Alarms within 5 s are one e-mail.",
    keys: [
      {
        key: "smtp",
        parse: url("smtp", "smtps"),
        shown: "never",
        meaning: "The mail server.",
        example: "smtps://user:${SMTP_PASSWORD}@mail.example.org",
      },
      {
        key: "email",
        parse: parseList,
        absent: none,
        meaning: "Receivers, separated by commas.",
      },
      { key: "from", default: "the first of `email`", absent: nothing, meaning: "The sender." },
    ],
  },
  (section) => {
    const [smtp, email] = [section.get("smtp"), section.get("email")];
    return { smtp, email: smtp === undefined ? [] : email, from: section.get("from") };
  },
);

export type AlarmSettings = ReturnType<typeof ALARMS.read>;
