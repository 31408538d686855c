/** Commands over HTTP: sent to the address of a channel or device, and listed. */

import type { Context, Hono } from "hono";
import { JSON_TYPE } from "../../api/common-parameters.ts";
import { atMost, sendsJson } from "../../http/answers.ts";
import type { Caller, Callers } from "../../http/caller.ts";
import { inPath, NUMBER_IN_PATH, type Parameter, query as parameter } from "../../http/parameters.ts";
import type { Permission } from "../../http/permission.ts";
import { type Route, routed } from "../../http/route.ts";
import { either, INTEGER, listOf, mapOf, NUMBER, record, TEXT, TIME, TRUTH, words } from "../../http/schema.ts";
import { RequestError } from "../../lib/request-error.ts";
import { channelId, parsePath } from "../../model/address.ts";
import type { CommandEntry, Commander, Order, Overview } from "../../model/command.ts";
import { OrderError } from "../../model/command.ts";
import type { CommandDescription, CommandedPlace } from "../../model/command-form.ts";
import type { DecodedRealm } from "../../model/realm-settings.ts";
import { orderOf } from "./read-order.ts";

/** The part of the dispatcher that HTTP uses; in a cluster, the dispatchers of all nodes. */
export interface Commanding {
  order(place: string, order: Order, by: Commander): Promise<CommandEntry>;
  readonly states: { ended(id: number, mostMs: number): Promise<CommandEntry | undefined> };
  cancel(id: number, by: Commander): Promise<CommandEntry>;
  entry(id: number): CommandEntry | undefined | Promise<CommandEntry | undefined>;
  overview(place?: string): Overview | Promise<Overview>;
  commandsOf(place: string): CommandDescription[];
}

export interface CommandsApiOptions extends Callers {
  /** Undefined if another process receives messages. */
  readonly dispatcher: () => Commanding | undefined;
  readonly realms: () => readonly DecodedRealm[];
  /** Channels by name. */
  readonly channels: () => readonly string[];
  readonly mayCommand: (by: Commander, place: string, command: string) => boolean;
}

const LONGEST_WAIT_MS = 300_000;
const LISTED = 100;

function missingOf({ missing = [] }: Overview): Pick<Overview, "missing"> {
  return missing.length === 0 ? {} : { missing };
}

const LIMIT = atMost(65_536, "A command");
const CHANNEL = inPath("channel", "A channel", "rig");
const DEVICE = inPath("address", "With its slashes", "mqttkit-1/testdrive/area-42/node-1", ".+");
const ID = inPath("id", "As the order's answer has it", "1", NUMBER_IN_PATH);
const KEY: Parameter = {
  ...parameter("Idempotency-Key", "A repeated order with the same key is the same command", "3f0c2a9e-17"),
  in: "header",
};

/** The dispatcher itself asks `mayCommand`, once it knows which command: orders also come from other nodes, and later. */
const COMMANDERS: Permission = {
  kind: "commanders",
  who: "Needs the permission to command this at the address",
  errors: [403],
};

const READERS_OF_PLACES: Permission<CommandsApiOptions> = {
  kind: "readers",
  who: "Shows only channels and devices that you may read",
  errors: [],
  visible(parts, caller) {
    const dispatcher = parts.dispatcher();
    const isReadable = ({ place }: { readonly place: string }) => mayRead(caller, place);
    const visible: Commanding | undefined = dispatcher && {
      order: (...order) => dispatcher.order(...order),
      cancel: (...order) => dispatcher.cancel(...order),
      states: dispatcher.states,
      commandsOf: (place) => dispatcher.commandsOf(place),
      async entry(id) {
        const entry = await dispatcher.entry(id);
        return entry && isReadable(entry) ? entry : undefined;
      },
      async overview(place) {
        const overview = await dispatcher.overview(place);
        const { places, history } = overview;
        return { ...overview, places: places.filter(isReadable), history: history.filter(isReadable) };
      },
    };
    const channels = () => parts.channels().filter((name) => mayRead(caller, name));
    return { parts: { ...parts, dispatcher: () => visible, channels }, isAllowed: () => true };
  },
};

type PlaceOf = (context: Context, parts: CommandsApiOptions) => string;

function readersOf(placeOf: PlaceOf): Permission<CommandsApiOptions> {
  return {
    ...READERS_OF_PLACES,
    objection(context, parts, caller) {
      const place = placeOf(context, parts);
      return mayRead(caller, place) ? undefined : context.text(`There is no '${place}'`, 404);
    },
  };
}

function mayRead(caller: Caller, place: string): boolean {
  return caller.mayReadChannel(place.replace(/^lab\//, ""));
}

const INPUT = either(NUMBER, TEXT, TRUTH);
const COMMAND = record({
  id: INTEGER,
  place: TEXT,
  command: TEXT,
  to: TEXT,
  fields: mapOf(INPUT),
  hex: TEXT,
  by: TEXT,
  state: words("queued", "sent", "acknowledged", "refused", "timed out", "unknown"),
  "reason?": TEXT,
  queued: TIME,
  "sent?": TIME,
  "ended?": TIME,
});
const INPUT_RANGE = record({ "min?": NUMBER, "max?": NUMBER });
const FIELD = record({
  name: TEXT,
  ctype: TEXT,
  kind: TEXT,
  "unit?": TEXT,
  "states?": mapOf(TEXT),
  "range?": INPUT_RANGE,
  "usual?": INPUT_RANGE,
  "initial?": INPUT,
});
const PLACE_OF_COMMANDS = {
  place: TEXT,
  commands: listOf(
    record({
      command: TEXT,
      struct: TEXT,
      fields: listOf(FIELD),
      confirm: TRUTH,
      "ack?": TEXT,
      "timeoutMs?": NUMBER,
      "interlock?": TEXT,
    }),
  ),
  peers: listOf(record({ to: TEXT, seen: TIME })),
};
const HISTORY = { history: listOf(COMMAND), "missing?": listOf(TEXT) };
/** The same for each kind of address that takes commands. @param placeOf may throw OrderError (404) */
function routesOf(
  path: string,
  owner: string,
  address: Parameter,
  placeOf: PlaceOf,
): readonly Route<CommandsApiOptions>[] {
  return [
    {
      method: "post",
      path: `${path}/command`,
      summary: `Sends a command to a board of ${owner}; \`wait\` answers once the command has ended`,
      answer: COMMAND,
      parameters: [address, KEY],
      body: {
        [JSON_TYPE]: { command: "set_point", fields: { target: 21.5 }, to: "10.0.0.7", confirm: false, wait: true },
      },
      errors: [404, 409, 415, 501, 503],
      may: COMMANDERS,
      limit: LIMIT,
      handle: (context, parts, { caller }) => order(context, parts, caller, placeOf(context, parts)),
    },
    {
      method: "get",
      path: `${path}/command`,
      summary: `Commands that ${owner} takes with their fields, known boards, and the newest commands`,
      answer: record({ ...PLACE_OF_COMMANDS, ...HISTORY }),
      parameters: [address],
      errors: [404, 501],
      may: readersOf(placeOf),
      handle: (context, parts, { caller }) => answerOf(context, parts, caller, placeOf(context, parts)),
    },
  ];
}

const ROUTES: readonly Route<CommandsApiOptions>[] = [
  ...routesOf("/api/lab/{channel}", "a channel", CHANNEL, (context) => `lab/${context.req.param("channel")}`),
  ...routesOf("/api/{address}", "a device of a realm with `binary`", DEVICE, devicePlace),
  {
    method: "get",
    path: "/commands",
    summary: "All channels and devices that take commands, and the newest commands",
    answer: record({ places: listOf(record(PLACE_OF_COMMANDS)), ...HISTORY }),
    errors: [501],
    may: READERS_OF_PLACES,
    handle: async (context, parts, { caller }) => {
      const overview = await dispatcherOf(parts).overview();
      const { history } = overview;
      const all = placesOf(parts, history).map((place) =>
        commandedPlace(context, parts, caller, { place, ...overview }),
      );
      return context.json({
        places: all.filter(({ commands }) => commands.length > 0),
        history: history.slice(0, LISTED),
        ...missingOf(overview),
      });
    },
  },
  {
    method: "get",
    path: "/commands/places",
    summary: "Addresses of the channels and devices that take your commands",
    answer: record({ places: listOf(TEXT) }),
    may: READERS_OF_PLACES,
    // A process that receives no messages and is in no cluster has no commands.
    handle: async (context, parts, { caller }) => {
      const { places = [] } = (await parts.dispatcher()?.overview()) ?? {};
      const takesAny = (place: string) => orderable(context, parts, caller, place).length > 0;
      return context.json({ places: placesOf(parts, places).filter(takesAny) });
    },
  },
  {
    method: "get",
    path: "/commands/{id}",
    summary: "One command, with its state",
    answer: COMMAND,
    parameters: [ID],
    errors: [404],
    may: READERS_OF_PLACES,
    handle: async (context, parts) => {
      const entry = await parts.dispatcher()?.entry(Number(context.req.param("id")));
      if (entry === undefined) return context.text("There is no such command", 404);
      return context.json(entry);
    },
  },
  {
    method: "delete",
    path: "/commands/{id}",
    summary: "Withdraws a command that is not on its way yet",
    answer: COMMAND,
    parameters: [ID],
    errors: [404, 409, 501],
    may: COMMANDERS,
    handle: async (context, parts, { caller }) => {
      return context.json(
        await dispatcherOf(parts).cancel(Number(context.req.param("id")), by(context, parts, caller)),
      );
    },
  },
];

export function commandsApi(parts: CommandsApiOptions): Hono {
  return routed(ROUTES, parts);
}

function dispatcherOf({ dispatcher: dispatcherHere }: CommandsApiOptions): Commanding {
  const dispatcher = dispatcherHere();
  if (dispatcher === undefined) throw new RequestError("Commands are with the process that takes messages in", 501);
  return dispatcher;
}

function by(context: Context, { client }: CommandsApiOptions, { credential }: Caller): Commander {
  return credential ?? { user: client?.(context) ?? "" };
}

/** All channels, and the given devices. */
function placesOf({ channels }: CommandsApiOptions, given: readonly { readonly place: string }[]): string[] {
  return [...new Set([...channels().map((name) => `lab/${name}`), ...given.map(({ place }) => place)])];
}

/** The commands that the sender may send there. */
function orderable(
  context: Context,
  parts: CommandsApiOptions,
  caller: Caller,
  place: string,
): readonly CommandDescription[] {
  const commands = parts.dispatcher()?.commandsOf(place) ?? [];
  return commands.filter(({ command }) => parts.mayCommand(by(context, parts, caller), place, command));
}

function commandedPlace(
  context: Context,
  parts: CommandsApiOptions,
  caller: Caller,
  { place, places }: Pick<Overview, "places"> & { readonly place: string },
): CommandedPlace {
  return {
    place,
    commands: orderable(context, parts, caller, place),
    peers: places.find((one) => one.place === place)?.peers ?? [],
  };
}

async function order(context: Context, parts: CommandsApiOptions, caller: Caller, place: string): Promise<Response> {
  const dispatcher = dispatcherOf(parts);
  if (!sendsJson(context)) return context.text("Send application/json", 415);
  const body = orderOf(await context.req.json().catch(() => undefined));
  const key = context.req.header("idempotency-key") ?? body.order.key;
  const entry = await dispatcher.order(
    place,
    { ...body.order, ...(key !== undefined && { key }) },
    by(context, parts, caller),
  );
  return context.json(body.wait ? await dispatcher.states.ended(entry.id, LONGEST_WAIT_MS) : entry);
}

async function answerOf(context: Context, parts: CommandsApiOptions, caller: Caller, place: string): Promise<Response> {
  const overview = await dispatcherOf(parts).overview(place);
  return context.json({
    ...commandedPlace(context, parts, caller, { place, places: overview.places }),
    history: overview.history.slice(0, LISTED),
    ...missingOf(overview),
  });
}

/** One name for all forms of a device's address. @throws OrderError (404) */
function devicePlace(context: Context, { realms }: CommandsApiOptions): string {
  const { address, problem } = parsePath(`${context.req.param("address")}/data`, realms());
  if (address === undefined) throw new OrderError(404, problem.message);
  return channelId(address).slice(1);
}
