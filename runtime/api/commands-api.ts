/** Commands over HTTP: sent to the address of a channel or device, and listed. */

import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { CommandEntry, Commander, Order } from "../commands/command.ts";
import { OrderError } from "../commands/command.ts";
import type { CommandDescription, CommandedPlace } from "../commands/command-form.ts";
import { orderOf } from "../commands/read-order.ts";
import type { DecodedRealm } from "../config/settings.ts";
import { senderOf } from "../http/sender-of.ts";
import { channelId, parsePath } from "../telemetry/address.ts";
import { EVERYBODY, type Viewer } from "./viewer.ts";

/** The part of the desk that HTTP uses. */
export interface Commanding {
  order(place: string, order: Order, by: Commander): Promise<CommandEntry>;
  readonly states: { ended(id: number, mostMs: number): Promise<CommandEntry | undefined> };
  cancel(id: number, by: Commander): Promise<CommandEntry>;
  entry(id: number): CommandEntry | undefined;
  list(place?: string): CommandEntry[];
  commandsOf(place: string): CommandDescription[];
  namesOf(place: string): string[];
  readonly places: readonly string[];
  peersOf(place: string): { readonly to: string; readonly seen: string }[];
}

export interface CommandsApiParts {
  /** Undefined if another process receives messages. */
  readonly desk: () => Commanding | undefined;
  readonly realms: () => readonly DecodedRealm[];
  /** Channels by name. */
  readonly channels: () => readonly string[];
  readonly viewer?: (request: object) => Viewer;
  /** The sender; undefined if they may not send any command. */
  readonly commander: (context: Context) => Commander | undefined;
  readonly mayCommand: (by: Commander, place: string, command: string) => boolean;
}

const MAX_BYTES = 65_536;
const LONGEST_WAIT_MS = 300_000;
const LISTED = 100;
const ELSEWHERE = "Commands are with the process that takes messages in";

export function commandsApi(parts: CommandsApiParts): Hono {
  const api = new Hono();
  const viewer = (context: Context) => parts.viewer?.(senderOf(context)) ?? EVERYBODY;
  const mayRead = (context: Context, place: string) => viewer(context).mayReadChannel(place.replace(/^lab\//, ""));
  const order = async (context: Context, place: string) => {
    const desk = parts.desk();
    if (desk === undefined) return context.text(ELSEWHERE, 501);
    const by = parts.commander(context);
    if (by === undefined) return context.text("Credentials are required", 401);
    // A form of another page cannot send this type without a preflight request. [Fetch, CORS-safelisted request-header]
    if (!/^application\/json\b/.test(context.req.header("content-type") ?? ""))
      return context.text("Send application/json", 415);
    const body = orderOf(await context.req.json().catch(() => undefined));
    const key = context.req.header("idempotency-key");
    const entry = await desk.order(place, { ...body.order, ...(key !== undefined && { key }) }, by);
    return context.json(body.wait ? await desk.states.ended(entry.id, LONGEST_WAIT_MS) : entry);
  };
  const told = (context: Context, place: string) => {
    const desk = parts.desk();
    if (desk === undefined) return context.text(ELSEWHERE, 501);
    if (!mayRead(context, place)) return context.text(`There is no '${place}'`, 404);
    context.header("Cache-Control", "no-store");
    return context.json({ ...placeOf(context, desk, place), history: desk.list(place).slice(0, LISTED) });
  };
  const placeOf = (context: Context, desk: Commanding, place: string): CommandedPlace => {
    const by = parts.commander(context);
    const commands = desk
      .commandsOf(place)
      .filter(({ command }) => by !== undefined && parts.mayCommand(by, place, command));
    return { place, commands, peers: desk.peersOf(place) };
  };
  const limit = bodyLimit({ maxSize: MAX_BYTES, onError: (context) => context.text("Too much for a command", 413) });

  api.post("/api/lab/:channel/command", limit, (context) => order(context, `lab/${context.req.param("channel")}`));
  api.get("/api/lab/:channel/command", (context) => told(context, `lab/${context.req.param("channel")}`));
  api.post("/api/:address{.+}/command", limit, (context) => order(context, devicePlace(context)));
  api.get("/api/:address{.+}/command", (context) => told(context, devicePlace(context)));
  api.get("/commands", (context) => {
    const desk = parts.desk();
    if (desk === undefined) return context.text(ELSEWHERE, 501);
    const history = desk.list().filter(({ place }) => mayRead(context, place));
    const places = new Set([...parts.channels().map((name) => `lab/${name}`), ...history.map(({ place }) => place)]);
    const all = [...places].filter((place) => mayRead(context, place)).map((place) => placeOf(context, desk, place));
    context.header("Cache-Control", "no-store");
    return context.json({
      places: all.filter(({ commands }) => commands.length > 0),
      history: history.slice(0, LISTED),
    });
  });
  // A process that receives no messages has no command desk, and so no commands.
  api.get("/commands/places", (context) => {
    const desk = parts.desk();
    const by = parts.commander(context);
    const all = new Set([...parts.channels().map((name) => `lab/${name}`), ...(desk?.places ?? [])]);
    const mayOrder = (place: string) =>
      by !== undefined && desk?.namesOf(place).some((command) => parts.mayCommand(by, place, command)) === true;
    context.header("Cache-Control", "no-store");
    return context.json({ places: [...all].filter((place) => mayRead(context, place) && mayOrder(place)) });
  });
  api.get("/commands/:id", (context) => {
    const desk = parts.desk();
    const entry = desk?.entry(Number(context.req.param("id")));
    if (entry === undefined || !mayRead(context, entry.place)) return context.text("There is no such command", 404);
    context.header("Cache-Control", "no-store");
    return context.json(entry);
  });
  api.delete("/commands/:id", async (context) => {
    const desk = parts.desk();
    if (desk === undefined) return context.text(ELSEWHERE, 501);
    const by = parts.commander(context);
    if (by === undefined) return context.text("Credentials are required", 401);
    return context.json(await desk.cancel(Number(context.req.param("id")), by));
  });
  api.onError((error, context) => {
    if (error instanceof OrderError) return context.text(error.message, error.status);
    throw error;
  });
  return api;

  /** One name for all forms of a device's address. @throws OrderError (404) */
  function devicePlace(context: Context): string {
    const { address, problem } = parsePath(`${context.req.param("address")}/data`, parts.realms());
    if (address === undefined) throw new OrderError(404, problem.message);
    return channelId(address).slice(1);
  }
}
