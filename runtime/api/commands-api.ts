/** Commands over HTTP: sent to the address of a channel or device, and listed. */

import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { CommandEntry, Commander, Order, Overview } from "../commands/command.ts";
import { OrderError } from "../commands/command.ts";
import type { CommandDescription, CommandedPlace } from "../commands/command-form.ts";
import { orderOf } from "../commands/read-order.ts";
import { senderOf } from "../http/sender-of.ts";
import type { DecodedRealm } from "../realms/realm-settings.ts";
import { channelId, parsePath } from "../telemetry/address.ts";
import { EVERYBODY, type Viewer } from "./viewer.ts";

/** The part of the desk that HTTP uses; in a cluster, the desks of all nodes. */
export interface Commanding {
  order(place: string, order: Order, by: Commander): Promise<CommandEntry>;
  readonly states: { ended(id: number, mostMs: number): Promise<CommandEntry | undefined> };
  cancel(id: number, by: Commander): Promise<CommandEntry>;
  entry(id: number): CommandEntry | undefined | Promise<CommandEntry | undefined>;
  overview(place?: string): Overview | Promise<Overview>;
  commandsOf(place: string): CommandDescription[];
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

function missingOf({ missing = [] }: Overview): Pick<Overview, "missing"> {
  return missing.length === 0 ? {} : { missing };
}

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
    const key = context.req.header("idempotency-key") ?? body.order.key;
    const entry = await desk.order(place, { ...body.order, ...(key !== undefined && { key }) }, by);
    return context.json(body.wait ? await desk.states.ended(entry.id, LONGEST_WAIT_MS) : entry);
  };
  const told = async (context: Context, place: string) => {
    const desk = parts.desk();
    if (desk === undefined) return context.text(ELSEWHERE, 501);
    if (!mayRead(context, place)) return context.text(`There is no '${place}'`, 404);
    const overview = await desk.overview(place);
    context.header("Cache-Control", "no-store");
    return context.json({
      ...placeOf(context, desk, place, overview),
      history: overview.history.slice(0, LISTED),
      ...missingOf(overview),
    });
  };
  const ordered = (context: Context, desk: Commanding | undefined, place: string) => {
    const by = parts.commander(context);
    if (by === undefined || desk === undefined) return [];
    return desk.commandsOf(place).filter(({ command }) => parts.mayCommand(by, place, command));
  };
  const placeOf = (context: Context, desk: Commanding, place: string, { places }: Overview): CommandedPlace => ({
    place,
    commands: ordered(context, desk, place),
    peers: places.find((one) => one.place === place)?.peers ?? [],
  });
  const limit = bodyLimit({ maxSize: MAX_BYTES, onError: (context) => context.text("Too much for a command", 413) });

  api.post("/api/lab/:channel/command", limit, (context) => order(context, `lab/${context.req.param("channel")}`));
  api.get("/api/lab/:channel/command", (context) => told(context, `lab/${context.req.param("channel")}`));
  api.post("/api/:address{.+}/command", limit, (context) => order(context, devicePlace(context)));
  api.get("/api/:address{.+}/command", (context) => told(context, devicePlace(context)));
  api.get("/commands", async (context) => {
    const desk = parts.desk();
    if (desk === undefined) return context.text(ELSEWHERE, 501);
    const overview = await desk.overview();
    const history = overview.history.filter(({ place }) => mayRead(context, place));
    const places = new Set([...parts.channels().map((name) => `lab/${name}`), ...history.map(({ place }) => place)]);
    const all = [...places]
      .filter((place) => mayRead(context, place))
      .map((place) => placeOf(context, desk, place, overview));
    context.header("Cache-Control", "no-store");
    return context.json({
      places: all.filter(({ commands }) => commands.length > 0),
      history: history.slice(0, LISTED),
      ...missingOf(overview),
    });
  });
  // A process that receives no messages and is in no cluster has no commands.
  api.get("/commands/places", async (context) => {
    const desk = parts.desk();
    const { places = [] } = (await desk?.overview()) ?? {};
    const all = new Set([...parts.channels().map((name) => `lab/${name}`), ...places.map(({ place }) => place)]);
    context.header("Cache-Control", "no-store");
    return context.json({
      places: [...all].filter((place) => mayRead(context, place) && ordered(context, desk, place).length > 0),
    });
  });
  api.get("/commands/:id", async (context) => {
    const entry = await parts.desk()?.entry(Number(context.req.param("id")));
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
