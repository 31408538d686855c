/** Commands in a process: the dispatcher, and its connections to sources, log, store and other nodes. */

import { fieldsOf } from "../../codec/fields.ts";
import { accepted, type Decoded, type Intake } from "../../intake/intake.ts";
import { type Decoding, perEpoch } from "../../intake/message-kind.ts";
import { within } from "../../lib/with-timeout.ts";
import { type Address, channelId, parsePath } from "../../model/address.ts";
import { FETCHED } from "../../model/command.ts";
import type { DeviceNetworks } from "../../model/device-network.ts";
import { TelemetryError } from "../../model/error-signal.ts";
import type { Message } from "../../model/message.ts";
import type { Running } from "../../model/running.ts";
import type { Exchange, StoredValues } from "../part-kind.ts";
import type { ClusterDispatcher } from "./cluster-dispatcher.ts";
import type { Permitting } from "./command-answers.ts";
import { CommandDispatcher } from "./command-dispatcher.ts";
import { CommandLog } from "./command-log.ts";
import { CHANNEL_PLACE, COMMANDS, eventPayload } from "./command-messages.ts";
import { type Commanding as CommandsForAll, commandsApi } from "./commands-api.ts";
import { COMMAND_COUNTERS } from "./counters.ts";
import { type NewestValue, type Watched, watchedBy } from "./interlock.ts";
import { MqttOrders } from "./mqtt-orders.ts";
import type { Arrival } from "./peers.ts";

/** A process that receives no messages asks the nodes that do. */
export async function openCommands(exchange: Exchange): Promise<Running | undefined> {
  const { intake, nodes, provided } = exchange;
  const dispatcher = intake && (await openDispatcher(exchange, intake));
  const commands = nodes === undefined ? dispatcher : await ofAllNodes(exchange, nodes, dispatcher);
  addCommandRoutes(exchange, commands);
  if (dispatcher === undefined) return undefined;
  if (commands !== undefined) {
    provided.commands = commands;
    const orders = new MqttOrders({ decoding: exchange.decoding, commands });
    provided.topicHandlers = [...(provided.topicHandlers ?? []), orders];
  }
  exchange.events.on("point", (point, message) => dispatcher.see(point, message));
  dispatcher.states.onChange((entry) => exchange.signal(`${entry.place}/command-state.json`, JSON.stringify(entry)));
  return {
    name: COMMAND_COUNTERS.part,
    start: () => dispatcher.start(exchange.replyPaths()),
    stop: () => dispatcher.stop(),
    close: () => dispatcher.close(),
    status: () => ({
      state: "ok",
      detail: dispatcher.waiting === 0 ? "none waits" : `${dispatcher.waiting} wait`,
      counts: COMMAND_COUNTERS.of({ ...dispatcher.counts }),
    }),
  };
}

/** Answers other nodes, and asks them. */
async function ofAllNodes(
  exchange: Exchange,
  nodes: NonNullable<Exchange["nodes"]>,
  own: CommandDispatcher | undefined,
): Promise<ClusterDispatcher> {
  const [cluster, { answersOf }] = await Promise.all([import("./cluster-dispatcher.ts"), import("./command-nodes.ts")]);
  if (own !== undefined) nodes.answer(answersOf(own));
  return new cluster.ClusterDispatcher(own, nodes, permittingOf(exchange));
}

function addCommandRoutes(exchange: Exchange, dispatcher: CommandsForAll | undefined): void {
  const { routes, decoding, channels, callers, mayCommand } = exchange;
  routes.route(
    "/",
    commandsApi({
      dispatcher: () => dispatcher,
      realms: () => decoding.now.epoch.realms,
      channels: () => channels().map(({ name }) => name),
      ...callers,
      mayCommand,
    }),
  );
}

function permittingOf({ decoding, mayCommand }: Exchange): Permitting {
  return {
    decoderOf: (place) => decoding.now.epoch.channels.decoder(channelOf(decoding, place) ?? ""),
    mayCommand,
    networks: decoding.now.addressing.networks,
  };
}

/** The channel whose structs a place's devices send. */
function channelOf(decoding: Decoding, place: string): string | undefined {
  const [, channel] = CHANNEL_PLACE.exec(place) ?? [];
  if (channel !== undefined) return channel;
  const [realm] = place.split("/", 1);
  return decoding.now.epoch.realms.find(({ name }) => name === realm)?.binary;
}

async function openDispatcher(exchange: Exchange, intake: Intake): Promise<CommandDispatcher> {
  const { decoding, clock, log, channelSettings, stored, nodes } = exchange;
  const onProblem = (sentence: string) => log.warn({ event: "commands" }, sentence);
  const kept = await CommandLog.open(`${exchange.directory}/commands.log`, onProblem);
  exchange.events.on("jumped", (byNs) => {
    const moved = kept.move(Number(byNs / 1_000_000n));
    moved.catch((error: Error) => onProblem(`The times of commands cannot be moved with the clock: ${error.message}`));
  });
  const permitting = permittingOf(exchange);
  const { decoderOf } = permitting;
  // Most messages come from devices without commands: decide that with one look-up.
  const commanding = perEpoch(decoding, ({ channels, realms }) => {
    const own = new Map<string, Commanding>();
    for (const { name, commands } of channelSettings()) {
      const structs = channels.decoder(name)?.channel.codecs.structs ?? [];
      const isCommanded = structs.some(({ command }) => command !== undefined);
      if (!isCommanded && commands === undefined) continue;
      const structOf = new Map(structs.map((codec) => [codec.measurement, codec.name]));
      own.set(name, { structOf, watched: watchedBy(structs), places: placesOf(name, commands, isCommanded) });
    }
    const ofRealms = realms.flatMap(({ name, binary = "" }) =>
      own.has(binary) ? [[name, own.get(binary)!] as const] : [],
    );
    return { channels: own, realms: new Map(ofRealms) };
  });
  return new CommandDispatcher({
    log: kept,
    ...permitting,
    ...(nodes && { numbering: () => nodes.numbering() }),
    shapeOf: (place) => {
      const name = channelOf(decoding, place);
      const { frames, framing } = channelSettings().find((one) => one.name === name) ?? {};
      return { ...(frames && { frames }), ...(framing && { framing }) };
    },
    arrivalOf: (message, point) => arrivalOf(decoding, message, point, commanding()),
    stored: async (place, { struct, column }, span) => {
      const { address } = parsePath(`${place}/data`, decoding.now.epoch.realms);
      if (stored === undefined || address === undefined || CHANNEL_PLACE.test(place)) return undefined;
      // All structs of a device share its table, so a name in two structs is ambiguous.
      const structs = decoderOf(place)?.channel.codecs.structs ?? [];
      const isShared = structs.some(
        (codec) => codec.name !== struct && fieldsOf(codec).some((one) => one.column === column),
      );
      if (isShared) return undefined;
      return within(newestStored(stored, address, column, span), STORED_MS, "the store takes too long").catch(
        () => undefined,
      );
    },
    tell: async (entry, key) => {
      const message = { source: COMMANDS, address: entry.place, sender: entry.by, contentType: "application/json" };
      const taken = accepted(intake, { ...message, receivedNs: clock.nowNs(), payload: eventPayload(entry) }, key);
      await taken.catch((error: Error) => {
        // The place no longer exists: the state is a dead letter, and a retry would fail again.
        if (!(error instanceof TelemetryError) || error.code === "unavailable") throw error;
        onProblem(`A command's state is a dead letter: ${error.message}`);
      });
    },
    // In a cluster, acknowledgements and commands can arrive at any node.
    objectionTo: (to) =>
      exchange.hasSharedBroker && (to.startsWith("mqtt") || permitting.networks.reaches(to))
        ? "A cluster sends no commands over its MQTT broker: their acknowledgements would come to any node"
        : undefined,
    nowMs: () => Number(clock.nowNs() / 1_000_000n),
    onProblem,
  });
}

interface Commanded {
  readonly channels: ByName;
  readonly realms: ByName;
}

function arrivalOf(
  decoding: Decoding,
  message: Message,
  { measurement, struct }: Decoded["points"][number],
  { channels, realms }: Commanded,
): Arrival | undefined {
  if (channels.size === 0) return undefined;
  const { source } = message;
  if (source === "udp" || source === "frames") return arrivalOfFrame(message, measurement, channels);
  if ((source !== "http" && source !== "mqtt") || realms.size === 0) return undefined;
  return heardDevice(decoding, message, struct, realms);
}

function heardDevice(
  { now: { epoch, addressing } }: Decoding,
  message: Message,
  struct: string | undefined,
  realms: ByName,
): Arrival | undefined {
  const parse = message.source === "http" ? addressing.parsePath : addressing.parseTopic;
  const { address: device } = parse(message.address, epoch.realms);
  const channel = device && realms.get(device.realm);
  if (channel === undefined || device?.kind === "event") return undefined;
  const { watched } = channel;
  const place = channelId(device!).slice(1);
  return { place, watched, ...senderOf(message, addressing.networks), ...(struct !== undefined && { struct }) };
}

function arrivalOfFrame(
  { source, address, sender }: Message,
  measurement: string,
  channels: ByName,
): Arrival | undefined {
  const channel = channels.get(address);
  if (channel === undefined) return undefined;
  const { structOf, watched, places } = channel;
  const struct = structOf.get(measurement);
  const to = source === "udp" ? `udp://${sender}` : sender;
  return { ...places, to, watched, ...(struct !== undefined && { struct }) };
}

/** A device with an address of its own, behind its network's server if there is one. */
function senderOf(
  { source, address, contentType, payload }: Message,
  networks: DeviceNetworks,
): Pick<Arrival, "to" | "port"> {
  const to = source === "mqtt" ? networks.topicSender(address) : postedBy(contentType, payload, networks);
  if (to === undefined) return { to: source === "mqtt" ? "mqtt" : FETCHED };
  const port = networks.portOf(to, payload);
  return { to, ...(port !== undefined && { port }) };
}

/** A network server ignores the answer to its post. */
function postedBy(contentType: string, payload: Uint8Array, networks: DeviceNetworks): string | undefined {
  return contentType === "application/json" ? networks.bodySender(payload) : undefined;
}

/** A channel's own commands, and those of another one. */
function placesOf(name: string, other: string | undefined, isCommanded: boolean): Commanding["places"] {
  const [own, also] = [`lab/${name}`, `lab/${other}`];
  if (other === undefined) return { place: own };
  return isCommanded ? { place: own, also } : { place: also, via: own };
}

interface Commanding {
  readonly places: Pick<Arrival, "place" | "via" | "also">;
  /** Struct by measurement. */
  readonly structOf: ReadonlyMap<string, string>;
  readonly watched: Watched;
}

type ByName = ReadonlyMap<string, Commanding>;

/** Maximum time for the store to return a value, ms. */
const STORED_MS = 2000;

/** For a device with its own address: rows of a channel do not tell which board sent them. */
async function newestStored(
  { store, settled }: StoredValues,
  { database, measurement }: Address,
  column: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<NewestValue | undefined> {
  if (!(await settled(STORED_MS))) return undefined;
  const [fromNs, toNs] = [BigInt(fromMs) * 1_000_000n, BigInt(toMs) * 1_000_000n];
  for await (const { timeNs, values } of store.rows({
    database,
    measurement,
    columns: [column],
    fromNs,
    toNs,
    limit: 1,
  })) {
    const value = values[column];
    if (value !== undefined && value !== null) return { value, ms: Number(timeNs / 1_000_000n) };
  }
  return undefined;
}
