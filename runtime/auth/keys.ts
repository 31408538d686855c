/** Section `[auth]`; users and tokens are in a separate file. */

import { part } from "../config/part.ts";
import { parsePath } from "../config/values.ts";

export const AUTH = part(
  {
    section: "auth",
    meaning: "Users and their rights.",
    keys: [
      {
        key: "users_file",
        parse: parsePath,
        meaning: "File of [users and tokens](security.md#users); without it everybody has all rights.",
      },
    ],
  },
  (section) => {
    return { usersFile: section.get("users_file") };
  },
);

export type AuthSettings = ReturnType<typeof AUTH.read>;
