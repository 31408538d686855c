/** Who may use a route, as a value in its row. `route.ts` enforces it. */

import type { Context } from "hono";
import type { Follow } from "../model/open-act.ts";
import { type Caller, EVERYBODY } from "./caller.ts";

export interface Permission<Parts = unknown> {
  /** For programs, in OpenAPI. */
  readonly kind: PermissionKind;
  /** For OpenAPI and docs/http-api.md. */
  readonly who: string;
  /** Asked before the body is read, after it, and while an answer takes long. */
  readonly holds?: (caller: Caller) => boolean;
  /** Depends on what is asked; the body has arrived. Undefined: the caller may. */
  readonly objection?: (context: Context, parts: Parts, caller: Caller) => Objection;
  /** The parts without what the caller may not read. */
  readonly visible?: <All extends Parts>(parts: All, caller: Caller) => Visible<All>;
  /** Statuses of its refusals. */
  readonly errors: readonly number[];
}

/**
 * `open`: no credentials. `readers`: every user, who sees what they may read. `writers`: of the database, or the realm.
 * `writers-of-all`: of all realms. `owners`: every user, but of others' own things.
 */
type PermissionKind =
  | "open"
  | "users"
  | "owners"
  | "readers"
  | "writers"
  | "writers-of-all"
  | "commanders"
  | "administrators";

export interface Visible<Parts> {
  readonly parts: Parts;
  /** Whether the caller may still read what the answer has used so far. */
  isAllowed(): boolean;
}

type Objection = Response | undefined | Promise<Response | undefined>;

export const OPEN: Permission = { kind: "open", who: "Needs no credentials", errors: [] };

export const USERS: Permission = { kind: "users", who: "For every user", errors: [] };

/** @param sentence refuses others */
export function administrators(sentence: string): Permission {
  return { kind: "administrators", who: sentence, holds: ({ isAdmin }) => isAdmin, errors: [403] };
}

/** For what belongs to no database. @param sentence refuses others */
export function writersOfAll(sentence: string): Permission {
  return { kind: "writers-of-all", who: sentence, holds: (caller) => caller.mayAll("write"), errors: [403] };
}

/**
 * @param databaseOf the database that the request changes; undefined if it names none, which the handler answers
 * @param sentence refuses others
 * @param unknown the answer of the handler to an unknown name: a caller who may not read the database gets the same
 */
export function writers<Parts>(
  databaseOf: (context: Context, parts: Parts) => string | undefined | Promise<string | undefined>,
  sentence: string,
  unknown?: string,
): Permission<Parts> {
  return {
    kind: "writers",
    who: sentence,
    errors: [403, ...(unknown === undefined ? [] : [404])],
    objection: async (context, parts, caller) => {
      const database = await databaseOf(context, parts);
      if (database === undefined) return undefined;
      if (unknown !== undefined && !caller.mayDatabase("read", database)) return context.text(unknown, 404);
      return caller.mayDatabase("write", database) ? undefined : context.text(sentence, 403);
    },
  };
}

/** For sources, whose requests name their realm: they ask again for each part of the body. */
export const WRITERS_OF_REALM: Permission = {
  kind: "writers",
  who: "Needs the right to write to the realm and its database",
  errors: [401, 403],
};

/** What a handler gets of the permission. */
export interface Grant {
  readonly caller: Caller;
  /** For long answers. */
  isAllowed(): boolean;
  readonly follow: Follow;
  /** @throws NotPermitted which is answered with 403, or 401 if the credential ended */
  insist(): void;
}

export class NotPermitted extends Error {}

export function granted<Parts>(
  { who, holds, visible }: Permission<Parts>,
  parts: Parts,
  caller: Caller = EVERYBODY,
): { readonly parts: Parts; readonly grant: Grant } {
  const seen = visible?.(parts, caller);
  const isAllowed = () => caller.isKnown && holds?.(caller) !== false && seen?.isAllowed() !== false;
  const insist = () => {
    if (!isAllowed()) throw new NotPermitted(who);
  };
  return { parts: seen?.parts ?? parts, grant: { caller, isAllowed, follow: caller.follow, insist } };
}
