/**
 * Dashboards of the page, kept in the store. `PUT` with `If-Match` saves only if nobody else did meanwhile. A name that begins with `~` belongs to one user; all others are shared.
 */

import { createHash } from "node:crypto";
import type { Context, Hono } from "hono";
import { FORMATS } from "../../formats/formats.ts";
import { atMost } from "../../http/answers.ts";
import type { Caller, Callers } from "../../http/caller.ts";
import { inPath, ParameterError } from "../../http/parameters.ts";
import { type Grant, type Permission, USERS, writersOfAll } from "../../http/permission.ts";
import { type Route, routed } from "../../http/route.ts";
import { listOf, orNull, record, TEXT, TRUTH } from "../../http/schema.ts";
import { FairTurns } from "../../lib/fair-turns.ts";
import type { Facts } from "../../model/store.ts";

export interface LayoutsApiOptions extends Callers {
  readonly store: Facts;
  /** Names of the service's parts: some add entries to the page's menus. */
  readonly parts?: readonly string[];
}

const MAX_BYTES = 1024 * 1024;
/** Dashboards of one user: any user may save some. */
const MOST_OWN = 100;
const MOST_OWN_BYTES = 8 * MAX_BYTES;
/** Names of one user, also of deleted dashboards: the store keeps them. */
const MOST_OWN_NAMES = 1000;
const TOO_MANY = "You have too many dashboards of your own, or too large ones: delete one, or use a former name";
const NAME = /^~?[\w .-]{1,64}$/;
/** All keys begin with it. */
const PAGE = "page ";
const KEY = `${PAGE}layout `;
/** Key of the dashboard shown if an address names none. */
const START = `${PAGE}start`;
const DENIED = "To change layouts you need write permission for all realms";
const CHANGED = "Somebody else has saved this dashboard since you opened it";
const NOBODY = "A dashboard of one's own takes a log-in";

export interface LayoutEntry {
  readonly name: string;
  readonly title?: string;
}

interface Saving extends LayoutsApiOptions {
  /** One save at a time: the next one compares its version after it. */
  readonly saving: FairTurns;
}

export const OWNERS: Permission = {
  kind: "owners",
  who: "One's own dashboards are for their user",
  errors: [403],
  objection: (context, _parts, caller) =>
    isOwn(nameOf(context)) && caller.credential === undefined ? context.text(NOBODY, 403) : undefined,
};
const WRITERS: Permission = {
  kind: "writers-of-all",
  who: `${DENIED}; one's own are for their user`,
  errors: [403],
  objection(context, _parts, caller) {
    const objection = objectionTo(caller, nameOf(context));
    return objection === undefined ? undefined : context.text(objection, 403);
  },
};
export const SHOWN = [inPath("name", "Its name", "wall")];
const ROUTES: readonly Route<Saving>[] = [
  {
    method: "get",
    path: "/layouts",
    summary: "Dashboards of the page, shared and your own, the start dashboard, and what you may change",
    answer: record({
      layouts: listOf(record({ name: TEXT, "title?": TEXT })),
      "start?": TEXT,
      mayChange: TRUTH,
      parts: listOf(TEXT),
      formats: listOf(TEXT),
      mayOwn: TRUTH,
      mayAnnotate: TRUTH,
      mayDelete: TRUTH,
    }),
    answers: ["application/json"],
    errors: [],
    may: USERS,
    handle: list,
  },
  {
    method: "put",
    path: "/layouts",
    summary: "Sets the start dashboard",
    body: { "application/json": { start: "default" } },
    answers: [],
    errors: [400, 413],
    may: writersOfAll(DENIED),
    limit: atMost(1024),
    handle: async (context, parts) => {
      const { start } = ((await context.req.json().catch(() => undefined)) ?? {}) as { start?: unknown };
      if (typeof start !== "string" || !NAME.test(start) || isOwn(start)) {
        return context.text("'start' is the name of a dashboard that everybody sees", 400);
      }
      await parts.store.remember(START, start);
      return context.body(null, 204);
    },
  },
  {
    method: "put",
    path: "/layouts/{name}",
    summary: "Saves a dashboard of the page",
    parameters: [inPath("name", "1 to 64 letters, digits, blanks, '.', '-', '_'; '~' before one's own", "wall")],
    body: { "application/json": { order: [], panels: {}, added: {} } },
    answers: [],
    errors: [400, 412, 413],
    may: WRITERS,
    limit: atMost(MAX_BYTES, "A layout"),
    handle: save,
  },
  {
    method: "get",
    path: "/layouts/{name}",
    summary: "A dashboard of the page",
    answer: record({ layout: orNull({ type: "object" }), mayChange: TRUTH }),
    parameters: SHOWN,
    answers: ["application/json"],
    errors: [400],
    may: OWNERS,
    handle: async (context, parts, { caller }) => {
      const name = nameOf(context);
      const text = await recall(parts, keyOf(caller, name));
      context.header("ETag", versionOf(text));
      const layout: unknown = text === "" ? null : JSON.parse(text);
      return context.json({ layout, mayChange: objectionTo(caller, name) === undefined });
    },
  },
  {
    method: "delete",
    path: "/layouts/{name}",
    summary: "Deletes a dashboard of the page",
    parameters: SHOWN,
    answers: [],
    errors: [400],
    may: WRITERS,
    handle: async (context, parts, { caller }) => {
      const key = keyOf(caller, nameOf(context));
      // The store would keep the name of one that never was.
      if ((await recall(parts, key)) !== "") await parts.store.remember(key, "");
      return context.body(null, 204);
    },
  },
];

export function layoutsApi(parts: LayoutsApiOptions): Hono {
  return routed(ROUTES, { ...parts, saving: new FairTurns(1) });
}

function isOwn(name: string): boolean {
  return name.startsWith("~");
}

/** Why this caller may not change a dashboard. */
function objectionTo(caller: Caller, name: string): string | undefined {
  if (isOwn(name)) return caller.credential === undefined ? NOBODY : undefined;
  return caller.mayAll("write") ? undefined : DENIED;
}

/** Neither a user's name nor a layout's contains a line end, so keys are unique. */
function keyOf({ credential }: Caller, name: string): string {
  return isOwn(name) ? `${KEY}${credential?.user}\n${name}` : KEY + name;
}

/** The text of a dashboard as the caller sees it; empty if there is none. */
export function savedLayout(store: Facts, caller: Caller, name: string): Promise<string> {
  return recall({ store }, keyOf(caller, name));
}

async function recall({ store }: Pick<LayoutsApiOptions, "store">, key: string): Promise<string> {
  return (store.recall ? await store.recall(key) : (await store.remembered(PAGE)).get(key)) ?? "";
}

/** @throws ParameterError */
export function nameOf(context: Context): string {
  const name = context.req.param("name") ?? "";
  if (NAME.test(name)) return name;
  throw new ParameterError(
    "A layout's name has 1 to 64 letters, digits, blanks, '.', '-' or '_', and '~' before one's own",
  );
}

async function list(context: Context, parts: LayoutsApiOptions, { caller }: Grant): Promise<Response> {
  const user = caller.credential?.user;
  const own = `${KEY}${user}\n`;
  const remembered = await parts.store.remembered(PAGE);
  const layouts = [...remembered].flatMap(([key, text]): LayoutEntry[] => {
    const name = key.startsWith(own) ? key.slice(own.length) : key.startsWith(KEY) ? key.slice(KEY.length) : "";
    if (text === "" || !NAME.test(name) || isOwn(name) !== key.startsWith(own)) return [];
    const { title } = JSON.parse(text) as { title?: string };
    return [{ name, ...(title !== undefined && { title }) }];
  });
  const start = remembered.get(START) ?? "";
  return context.json({
    layouts: layouts.sort((a, b) => a.name.localeCompare(b.name)),
    ...(start !== "" && { start }),
    mayChange: caller.mayAll("write"),
    parts: parts.parts ?? [],
    formats: FORMATS.filter(({ onPage }) => onPage).map(({ name }) => name),
    mayOwn: user !== undefined,
    mayAnnotate: caller.mayWriteAny,
    mayDelete: caller.isAdmin,
  });
}

async function save(context: Context, parts: Saving, { caller }: Grant): Promise<Response> {
  const { store, saving } = parts;
  const name = nameOf(context);
  const { readLayout } = await import("./layout-body.ts");
  const { layout, problem } = readLayout(await context.req.json().catch(() => undefined));
  if (layout === undefined) return context.text(`This is not a layout: ${problem}`, 400);
  const key = keyOf(caller, name);
  const text = JSON.stringify(layout);
  // A proxy that compresses answers marks their versions as weak.
  const expected = context.req.header("If-Match")?.replace(/^W\//, "");
  return saving.run(caller.asker ?? "", async () => {
    if (expected !== undefined && expected !== versionOf(await recall(parts, key))) return context.text(CHANGED, 412);
    if (isOwn(name) && (await isTooMuch(parts, caller, key, text))) return context.text(TOO_MANY, 413);
    await store.remember(key, text);
    context.header("ETag", versionOf(text));
    return context.body(null, 204);
  });
}

async function isTooMuch({ store }: Saving, caller: Caller, key: string, text: string): Promise<boolean> {
  const own = keyOf(caller, "~").slice(0, -1);
  const others = [...(await store.remembered(PAGE))].filter(([other]) => other.startsWith(own) && other !== key);
  const kept = others.filter(([, other]) => other !== "");
  const characters = kept.reduce((sum, [, other]) => sum + other.length, text.length);
  return kept.length >= MOST_OWN || characters > MOST_OWN_BYTES || others.length >= MOST_OWN_NAMES;
}

function versionOf(text: string): string {
  return `"${createHash("sha256").update(text).digest("base64url")}"`;
}
