/** `channel-message run start|end|list`: marks the start and the end of a run of a channel, a network or a device. */

import { type Action, type ActionContext, verbOf } from "../../cli/action.ts";
import { CommandError, UsageError } from "../../cli/command-error.ts";
import { listedMeasurements, type ServiceClient, TOKEN } from "../../cli/service-client.ts";
import { dictionary } from "../../lib/dictionary.ts";
import { escapeControls } from "../../lib/escape-controls.ts";
import { CHANNELS_REALM, storedName } from "../../model/address.ts";

type Verb = (context: ActionContext, client: ServiceClient, given: readonly string[]) => Promise<void>;

const VERBS: Readonly<Record<string, Verb>> = dictionary({ start, end, list });
/** Events of a measurement that are searched. */
const MOST_EVENTS = 1000;

export const run: Action = {
  name: "run",
  channel: false,
  summary: "Mark the start and the end of a run, which the page compares with other runs; or list runs",
  example: 'channel-message run start "Burn 12" --of rig',
  args: {
    verb: { type: "positional", required: true, description: "start, end or list" },
    name: { type: "positional", required: false, description: "The run's name" },
    of: {
      type: "string",
      description: "Whose run it is: a channel, or the address of a network or a device",
      valueHint: "channel or realm/network[/gateway/node]",
    },
    token: TOKEN,
    json: { type: "boolean", description: "Print JSON" },
  },
  async run(context) {
    const [verb, ...given] = context.positionals;
    await verbOf(VERBS, verb, "run")(context, context.client(), given);
  },
};

async function start(context: ActionContext, client: ServiceClient, given: readonly string[]): Promise<void> {
  const name = nameIn(given);
  const { path, place } = ofIn(context);
  const known = (await runsIn(client, place)).find((one) => one.name === name && one.end === undefined);
  if (known !== undefined) throw new CommandError(`the run '${name}' goes on since ${known.time}; end it first`);
  const time = new Date().toISOString();
  await client.post(path, { time, title: name, text: "", tags: "run", run: name });
  context.tell({ name, time, ...place }, `The run '${escapeControls(name)}' started at ${time}`);
}

async function end(context: ActionContext, client: ServiceClient, given: readonly string[]): Promise<void> {
  const { path, place } = ofIn(context);
  const name = given.length === 0 ? undefined : nameIn(given);
  const open = (await runsIn(client, place)).filter((one) => one.end === undefined);
  const known = name === undefined && open.length === 1 ? open[0] : open.find((one) => one.name === name);
  if (known === undefined) throw new CommandError(noneOf(open, name));
  const timeEnd = new Date().toISOString();
  // An event replaces the one with the same time.
  await client.post(path, { time: known.time, timeEnd, title: known.name, text: "", tags: "run", run: known.name });
  context.tell(
    { ...place, name: known.name, time: known.time, end: timeEnd },
    `The run '${escapeControls(known.name)}' ended at ${timeEnd}`,
  );
}

function noneOf(open: readonly StoredRun[], name: string | undefined): string {
  const names = open.map((one) => `'${one.name}'`).join(", ");
  if (open.length === 0) return "no run goes on there";
  return name === undefined
    ? `several runs go on: name one of ${names}`
    : `no run '${name}' goes on there, but ${names}`;
}

async function list(context: ActionContext, client: ServiceClient, given: readonly string[]): Promise<void> {
  if (given.length > 0) throw new UsageError("run list takes no name");
  const places: Place[] = [];
  for await (const { kind, database, measurement } of listedMeasurements(client))
    if (kind === "events") places.push({ database, measurement });
  const wanted = context.args["of"] === undefined ? undefined : ofIn(context).place;
  const runs: (StoredRun & Place)[] = [];
  for (const place of places) {
    if (wanted !== undefined && (wanted.database !== place.database || wanted.measurement !== place.measurement))
      continue;
    runs.push(...(await runsIn(client, place)).map((one) => ({ ...one, ...place })));
  }
  context.list(
    runs.sort((a, b) => b.time.localeCompare(a.time)),
    {
      columns: ["run", "of", "start", "end"],
      row: ({ name, database, measurement, time, end: until = "goes on" }) => [
        name,
        `${database} ${measurement}`,
        time,
        until,
      ],
      none: "There is no run.",
    },
  );
}

interface Place {
  readonly database: string;
  readonly measurement: string;
}

interface StoredRun {
  readonly name: string;
  readonly time: string;
  readonly end?: string;
}

interface EventRow {
  readonly time: string;
  readonly run?: unknown;
  readonly timeEnd?: unknown;
  readonly deleted?: unknown;
}

/** The newest first; a place without events has none. */
async function runsIn(client: ServiceClient, { database, measurement }: Place): Promise<StoredRun[]> {
  const named = new URLSearchParams({ database, measurement });
  // This route answers null for a measurement that does not exist.
  const all: { readonly measurements: readonly { readonly rows?: readonly EventRow[] | null }[] } = await client.get(
    `/read/rows/all?${named}&limit=1&wait=stored`,
  );
  if ((all.measurements[0]?.rows ?? []).length === 0) return [];
  const { rows }: { readonly rows: readonly EventRow[] } = await client.get(`/read/rows?${named}&limit=${MOST_EVENTS}`);
  return rows
    .flatMap(({ time, run: name, timeEnd, deleted }): StoredRun[] => {
      if (typeof name !== "string" || name === "" || deleted === true) return [];
      const isAfter = typeof timeEnd === "string" && Date.parse(timeEnd) > Date.parse(time);
      return [{ name, time, ...(isAfter && { end: timeEnd }) }];
    })
    .reverse();
}

function nameIn([name = "", ...more]: readonly string[]): string {
  if (name.trim() === "" || more.length > 0) throw new UsageError("name the run, in quotes if the name has blanks");
  return name.trim();
}

function ofIn(context: ActionContext): { readonly path: string; readonly place: Place } {
  const of: unknown = context.args["of"];
  if (typeof of !== "string" || of === "") throw new UsageError("--of names the channel, the network or the device");
  const parts = of.includes("/") ? of.split("/") : [CHANNELS_REALM, of];
  if ((parts.length !== 2 && parts.length !== 4) || parts.includes(""))
    throw new UsageError(`--of: '${of}' is neither a channel nor realm/network[/gateway/node]`);
  const [realm, network, gateway, node] = parts;
  const measurement = gateway === undefined ? "network_events" : storedName(`${gateway}_${node}_events`);
  const place = { database: storedName(`${realm}_${network}`), measurement };
  return { path: `/api/${parts.map(encodeURIComponent).join("/")}/event`, place };
}
