/** Merges lists of users that were changed in two places. */

import type { UserEntry } from "./users-file.ts";

type Users = readonly UserEntry[];

/**
 * A change of either side since `base` applies. On a conflict `mine` wins, but a removal always wins: removed users and
 * revoked tokens do not return.
 */
export function mergeUsers(base: Users, mine: Users, theirs: Users): UserEntry[] {
  return mergeLists(base, mine, theirs, ({ name }) => name, mergeUser);
}

export function sameUsers(some: Users, others: Users): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}

function mergeUser(base: UserEntry | undefined, mine: UserEntry, theirs: UserEntry): UserEntry {
  const pick = <K extends "read" | "write" | "command" | "admin" | "password">(key: K): UserEntry[K] =>
    base !== undefined && JSON.stringify(mine[key]) === JSON.stringify(base[key]) ? theirs[key] : mine[key];
  const password = pick("password");
  const command = pick("command");
  return {
    name: theirs.name,
    read: pick("read"),
    write: pick("write"),
    ...(command !== undefined && { command }),
    admin: pick("admin"),
    ...(password !== undefined && { password }),
    tokens: mergeLists(
      base?.tokens ?? [],
      mine.tokens,
      theirs.tokens,
      ({ id }) => id,
      (_, token) => token,
    ),
  };
}

/** In the order of `theirs`, followed by new entries. */
function mergeLists<T>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
  keyOf: (item: T) => string,
  merge: (base: T | undefined, mine: T, theirs: T) => T,
): T[] {
  const [before, here, there] = [base, mine, theirs].map((list) => new Map(list.map((item) => [keyOf(item), item])));
  return [...new Set([...theirs, ...mine].map(keyOf))].flatMap((key) => {
    const [b, m, t] = [before?.get(key), here?.get(key), there?.get(key)];
    if (m !== undefined && t !== undefined) return [merge(b, m, t)];
    const one = m ?? t;
    return b === undefined && one !== undefined ? [one] : [];
  });
}
