/**
 * Commands from the order to the end. Only one command at a time is on its way to a device. The log has "begun" on disk before
 * the bytes leave, so a crash never sends a command twice: the next process reports its state as unknown. The dispatcher checks the
 * sender's permission and the interlock again just before it sends.
 */

import type { FrameShape } from "../../frames/build-frame.ts";
import { framedAfterLoss } from "../../frames/framed.ts";
import type { DatagramDecoder } from "../../intake/datagram-decoder.ts";
import type { Decoded } from "../../intake/intake.ts";
import { within } from "../../lib/with-timeout.ts";
import {
  type CommandEntry,
  type Commander,
  type CommandState,
  type Commands,
  FETCHED,
  isFetched,
  type NetworkEvent,
  NotSent,
  type Order,
  OrderError,
  type Overview,
  type ReplyPath,
  type Sending,
} from "../../model/command.ts";
import type { CommandDescription } from "../../model/command-form.ts";
import type { DeviceNetworks } from "../../model/device-network.ts";
import type { Message } from "../../model/message.ts";
import type { Numbering } from "../../model/nodes.ts";
import {
  ackOf,
  answerOf,
  type Change,
  type CommandStruct,
  commandStructs,
  describeCommands,
  NEWS,
  permittedCommand,
  sequenceIn,
  unknown,
} from "./command-answers.ts";
import { buildCommand, commandName } from "./command-frame.ts";
import { type CommandLog, hasEnded, MOST_WAITING } from "./command-log.ts";
import { CommandStates, shown } from "./command-states.ts";
import { type NewestValue, objection } from "./interlock.ts";
import type { KeptCommand } from "./kept-command.ts";
import { keyOf, orderedBefore } from "./order-keys.ts";
import { type Arrival, type Peer, Peers, peerFor } from "./peers.ts";
import { SequenceNumbers } from "./sequence-numbers.ts";

export interface DispatcherOptions {
  readonly log: CommandLog;
  /** The current codecs of a place; undefined if it takes no commands. */
  readonly decoderOf: (place: string) => DatagramDecoder | undefined;
  /** Header, trailer, checksum and framing of a place's frames. */
  readonly shapeOf: (place: string) => FrameShape;
  /** The sender of a point; undefined if nothing at its place takes commands. Hot path. */
  readonly arrivalOf: (message: Message, point: Decoded["points"][number]) => Arrival | undefined;
  /** The newest stored value of the only device at a place; undefined if there is no value, or several devices share the place. */
  readonly stored: (
    place: string,
    wanted: { readonly struct: string; readonly column: string },
    span: { readonly fromMs: number; readonly toMs: number },
  ) => Promise<NewestValue | undefined>;
  readonly networks: Pick<DeviceNetworks, "has" | "isPosted">;
  /** Whether the credential is still valid and permits the command. */
  readonly mayCommand: (by: Commander, place: string, command: string) => boolean;
  /** Stores a state as an event; resolves once it is durable. The same key is the same event. */
  readonly tell: (command: CommandEntry, key: string) => Promise<void>;
  /** Why this process cannot send to that address. */
  readonly objectionTo?: (to: string) => string | undefined;
  /** In a cluster: IDs are congruent to this node's number. */
  readonly numbering?: () => Numbering | undefined;
  readonly nowMs?: () => number;
  readonly onProblem: (sentence: string) => void;
}

/** How long a command waits by default, s: for a device that is connected, and for one that asks or listens later. */
const WITHIN_S = { reached: 10, later: 3600 } as const;
const LONGEST_WITHIN_S = 7 * 86_400;
/** Longest time to hand the bytes over, ms. */
const SENDING_MS = 10_000;
const SWEEP_MS = 250;
const NONE_WATCHED: Arrival["watched"] = new Map();
/** Addresses that are streams: a command to them needs the channel's framing. */
const STREAMED = /^(?:udp|tcp|serial):/;

export class CommandDispatcher implements Commands {
  readonly #parts: DispatcherOptions;
  readonly #now: () => number;
  readonly #peers = new Peers();
  readonly #sequences: SequenceNumbers;
  /** What becomes of each command, for those who listen, wait, or read its events. */
  readonly states: CommandStates;
  /** Lanes (`place to`) with a command being sent. */
  readonly #busy = new Set<string>();
  readonly #underWay = new Set<Promise<unknown>>();
  /** Acknowledgements that arrived before the sending was recorded. */
  readonly #early = new Map<number, Change>();
  /** Network servers' names for downlinks being sent. */
  readonly #references = new Map<number, string>();
  /** Orders with keys that are not on disk yet. */
  readonly #ordering = new Map<string, Promise<CommandEntry>>();
  #ways: readonly ReplyPath[] = [];
  #lastId: number;
  /** How many commands are begun and not ended. */
  #inFlight = 0;
  /** How many commands wait until a device fetches them. */
  #fetched = 0;
  #timer: NodeJS.Timeout | undefined;
  #isOpen = false;
  readonly counts = { ordered: 0, sent: 0, acknowledged: 0, refused: 0, timedOut: 0, unknown: 0, strangeAcks: 0 };

  constructor(parts: DispatcherOptions) {
    this.#parts = parts;
    this.#now = parts.nowMs ?? Date.now;
    this.#lastId = parts.log.newest;
    this.#sequences = new SequenceNumbers(parts.log, this.#now);
    this.states = new CommandStates({
      log: parts.log,
      tell: parts.tell,
      onProblem: parts.onProblem,
      isOpen: () => this.#isOpen,
      track: (work) => this.#track(work),
    });
  }

  #isLater(to: string): boolean {
    return isFetched(to) || this.#parts.networks.has(to);
  }

  /** Ends the commands of the previous process, except those that a device fetches: nothing is sent without an order. */
  async start(ways: readonly ReplyPath[]): Promise<void> {
    this.#ways = ways;
    this.#isOpen = true;
    for (const command of [...this.#parts.log.commands.values()]) {
      if (hasEnded(command)) continue;
      const { id, state, begun, to, deadlineMs = 0 } = command;
      if (state === "queued" && begun) await this.#change(id, unknown("the service ended while it was sent"));
      else if (state === "queued" && !isFetched(to))
        await this.#change(id, { state: "refused", reason: "the service ended before it was sent" });
      else if (state === "sent" && deadlineMs <= this.#now())
        await this.#change(id, unknown("the service did not run when its acknowledgement was due"));
    }
    this.#recount();
    for (const { id } of this.#parts.log.commands.values()) this.states.tell(id);
    this.#timer = setInterval(() => this.#sweep(), SWEEP_MS).unref();
  }

  /** Takes no more orders. The next process waits for acknowledgements that are due. */
  async stop(): Promise<void> {
    this.#isOpen = false;
    clearInterval(this.#timer);
    // Work that ends may start more: the last state is stored as an event.
    while (this.#underWay.size > 0) await Promise.allSettled([...this.#underWay]);
  }

  async close(): Promise<void> {
    await this.#parts.log.close();
  }

  get waiting(): number {
    return this.#parts.log.waiting();
  }

  /** Newest first. @param place all unless given */
  list(place?: string): CommandEntry[] {
    const all = [...this.#parts.log.commands.values()].reverse();
    return all.filter((command) => place === undefined || command.place === place).map(shown);
  }

  entry(id: number): CommandEntry | undefined {
    const command = this.#parts.log.commands.get(id);
    return command && shown(command);
  }

  takes(place: string): boolean {
    return commandStructs(this.#parts.decoderOf(place)).length > 0;
  }

  /** Empty if the place takes no commands. */
  commandsOf(place: string): CommandDescription[] {
    return describeCommands(this.#parts.decoderOf(place));
  }

  /** Places with a peer since the service started, or with a command; peers and commands are the newest first. */
  overview(place?: string): Overview {
    const history = this.list(place);
    const all = place === undefined ? [...this.#peers.places, ...history.map((command) => command.place)] : [place];
    const seen = ({ to, seenMs }: Peer) => ({ to, seen: new Date(seenMs).toISOString() });
    return {
      places: [...new Set(all)].map((one) => ({ place: one, peers: this.#reachable(one).map(seen) })),
      history,
    };
  }

  /** Resolves once the command is on disk. @throws OrderError the reason for a refusal; a refused order is not kept */
  async order(place: string, order: Order, by: Commander): Promise<CommandEntry> {
    const { key = "" } = keyOf(place, order, by);
    // Compare with the earlier order only once that is on disk. If it is refused, the next one of those that wait counts.
    for (let before = this.#ordering.get(key); before !== undefined; before = this.#ordering.get(key))
      await before.catch(() => {});
    const ordering = this.#order(place, order, by);
    if (key === "") return ordering;
    this.#ordering.set(key, ordering);
    return ordering.finally(() => this.#ordering.delete(key));
  }

  async #order(place: string, order: Order, by: Commander): Promise<CommandEntry> {
    if (!this.#isOpen) throw new OrderError(503, "The service is stopping, or not started yet");
    const decoder = this.#parts.decoderOf(place);
    const codec = permittedCommand(this.#parts, place, order, by);
    const command = commandName(codec);
    const before = orderedBefore(this.#parts.log, place, order, by);
    if (before !== undefined) return before;
    const to = peerFor(place, order.to, {
      reachable: this.#reachable(place),
      seen: this.#peers.of(place),
      networks: this.#parts.networks,
    });
    const objection = this.#parts.objectionTo?.(to);
    if (objection !== undefined) throw new OrderError(409, objection);
    const sequence = this.#sequences.next(place, codec, ackOf(decoder, codec));
    const shape = this.#parts.shapeOf(place);
    const { framing } = this.#parts.shapeOf(this.#peers.viaOf(place, to));
    const { frame, unusual } = buildCommand(codec, order.fields, shape, sequence);
    const bytes = STREAMED.test(to) ? framedAfterLoss(frame, framing) : frame;
    const risks = codec.command.confirm === true ? [`${command} is dangerous`] : unusual;
    if (risks.length > 0 && order.confirm !== true) throw new OrderError(409, `${risks.join("; ")}: confirm it`);
    const reason = await this.#interlock(place, to, codec);
    if (reason !== undefined) throw new OrderError(409, `${command} is not sent: ${reason}`);
    // A 503 makes an MQTT broker repeat the order, and whatever waits behind it.
    if (this.#parts.log.waiting(place) >= MOST_WAITING)
      throw new OrderError(409, `${MOST_WAITING} commands of this realm are waiting already`);
    const nowMs = this.#now();
    const usualS = this.#isLater(to) ? WITHIN_S.later : WITHIN_S.reached;
    const expiresMs = expiryMsOf(order, usualS, nowMs);
    if (expiresMs <= nowMs) throw new OrderError(409, `${command} is not sent: it was ordered too long ago`);
    this.#lastId = nextId(this.#lastId, nowMs, this.#parts.numbering?.());
    const { user, generation } = by;
    const kept: KeptCommand = {
      id: this.#lastId,
      place,
      command,
      to,
      fields: order.fields,
      hex: Buffer.from(bytes).toString("hex"),
      by: user,
      ...(generation !== undefined && { generation }),
      schema: codec.schema,
      ...(sequence !== undefined && { sequence }),
      ...keyOf(place, order, by),
      state: "queued",
      queued: new Date(nowMs).toISOString(),
      expiresMs,
      told: 0,
      states: [["queued", ""]],
    };
    await this.#parts.log.put(kept).catch((error: Error) => {
      throw new OrderError(503, `Commands cannot be kept: ${error.message}`);
    });
    this.counts.ordered++;
    this.#noteState(kept);
    this.#work(place, to);
    return this.entry(kept.id)!;
  }

  /** Withdraws a command that is not being sent yet. @throws OrderError (409) if it is, or has ended */
  async cancel(id: number, by: Commander): Promise<CommandEntry> {
    const command = this.#parts.log.commands.get(id);
    if (command === undefined) throw new OrderError(404, "There is no such command");
    if (!this.#parts.mayCommand(by, command.place, command.command))
      throw new OrderError(403, `This takes the permission to command '${command.place}:${command.command}'`);
    const lane = laneOf(command);
    if (command.state !== "queued" || command.begun || this.#busy.has(lane))
      throw new OrderError(409, "It is on its way, or over");
    this.#busy.add(lane);
    try {
      await this.#change(id, { state: "refused", reason: `withdrawn by ${by.user}` });
    } finally {
      this.#busy.delete(lane);
    }
    this.#work(command.place, command.to);
    return this.entry(id)!;
  }

  async fetch(place: string, to = FETCHED): Promise<Uint8Array | undefined> {
    const next = this.#next(place, to);
    const lane = laneOf({ place, to });
    if (next === undefined || !this.#isOpen || this.#busy.has(lane)) return undefined;
    let frame: Uint8Array | undefined;
    await this.#inLane(lane, () =>
      this.#sendNow(next, async (bytes) => {
        frame = bytes;
      }),
    );
    return frame;
  }

  get awaitsNews(): boolean {
    return this.#inFlight > 0;
  }

  /** Whether any command waits until a device fetches it. Hot path. */
  get hasFetched(): boolean {
    return this.#fetched > 0;
  }

  /** Sees every accepted point, including those of a replay. Hot path. */
  see(point: Decoded["points"][number], message: Message): void {
    const arrival = this.#parts.arrivalOf(message, point);
    if (arrival === undefined) return;
    const ms = Number(message.receivedNs / 1_000_000n);
    this.#peers.note(arrival, point, ms);
    const { place, also } = arrival;
    if (also !== undefined) this.#peers.note({ ...arrival, place: also, via: place, watched: NONE_WATCHED }, point, ms);
    if (this.#inFlight > 0) this.#acknowledge(arrival, point, ms);
  }

  #acknowledge({ place, to, struct }: Arrival, point: Decoded["points"][number], ms: number): void {
    const decoder = this.#parts.decoderOf(place);
    // Find structs by name: the acknowledgement counts after a reload, too.
    const ack = decoder?.channel.codecs.structs.find(({ name }) => name === struct);
    const codecs = commandStructs(decoder).filter((codec) => codec.command.ack === struct);
    if (ack === undefined || codecs.length === 0) return;
    const answered = sequenceIn(ack, point, decoder);
    for (const command of this.#parts.log.commands.values()) {
      const codec = codecs.find((one) => commandName(one) === command.command);
      const isSent = command.begun === true && command.place === place && ms >= Date.parse(command.queued);
      if (codec === undefined || !isSent || hasEnded(command)) continue;
      const isOwn = command.to === to;
      const isMeant = answered === undefined || command.sequence === undefined || answered === command.sequence;
      if (!isOwn || !isMeant) {
        this.counts.strangeAcks++;
        const why = isOwn ? "with another sequence number" : `from ${to}`;
        this.#parts.onProblem(
          `An acknowledgement of ${command.command} to ${command.to} came ${why}, and does not count`,
        );
        continue;
      }
      this.#hears(command, answerOf(codec, point));
      return;
    }
  }

  /** It may be here before the log says that the command was sent; a second one finds the command ended. */
  #hears({ id, state, place, to }: KeptCommand, change: Change): void {
    if (state === "queued") this.#early.set(id, change);
    else this.#track(this.#change(id, change).then(() => this.#work(place, to)));
  }

  networkSays(place: string, { id, reference, to, outcome, reason }: NetworkEvent): void {
    const command =
      id === undefined
        ? [...this.#parts.log.commands.values()].findLast((one) => one.to === to && one.reference === reference)
        : this.#parts.log.commands.get(id);
    if (command === undefined || command.begun !== true || hasEnded(command)) return;
    if (command.place !== place || command.to !== to) {
      this.counts.strangeAcks++;
      return;
    }
    const decoder = this.#parts.decoderOf(place);
    const codec = this.#structOf(decoder, command);
    // The device's own acknowledgement says more than the network's.
    if (outcome !== "failed" && codec !== undefined && ackOf(decoder, codec) !== undefined) return;
    this.#hears(command, NEWS[outcome](reason));
  }

  #structOf(decoder: DatagramDecoder | undefined, { command, schema }: KeptCommand): CommandStruct | undefined {
    return commandStructs(decoder).find((codec) => commandName(codec) === command && codec.schema === schema);
  }

  #reachable(place: string): Peer[] {
    return this.#peers.of(place).filter(({ to }) => isFetched(to) || this.#ways.some((way) => way.reaches(to)));
  }

  /** A value received since the start is newer than the stored one. */
  async #interlock(place: string, to: string, codec: CommandStruct): Promise<string | undefined> {
    const { interlock, freshMs = 0 } = codec.command;
    if (interlock === undefined) return undefined;
    const toMs = this.#now();
    const span = { fromMs: toMs - freshMs, toMs };
    const newest = async (struct: string, column: string) =>
      this.#peers.newest(place, to, struct, column) ?? (await this.#parts.stored(place, { struct, column }, span));
    return objection(interlock, newest, { nowMs: () => this.#now(), freshMs });
  }

  #next(place: string, to: string): KeptCommand | undefined {
    const lane = [...this.#parts.log.commands.values()].filter(
      (command) => !hasEnded(command) && command.place === place && command.to === to,
    );
    const [first] = lane;
    return first?.state === "queued" && !first.begun ? first : undefined;
  }

  /** Sends the next command to a device that is connected. */
  #work(place: string, to: string): void {
    const lane = laneOf({ place, to });
    const next = this.#next(place, to);
    if (!this.#isOpen || isFetched(to) || next === undefined || this.#busy.has(lane)) return;
    const way = this.#ways.find((one) => one.reaches(to));
    const send = async (frame: Uint8Array) => {
      if (way === undefined) throw new NotSent(`${to} is no longer connected`);
      const onReference = (reference: string) => void this.#references.set(next.id, reference);
      await way.send(this.#peers.viaOf(place, to), to, frame, { ...this.#sendingOf(next), onReference });
    };
    this.#track(this.#inLane(lane, () => this.#sendNow(next, send)).then(() => this.#work(place, to)));
  }

  #sendingOf(command: KeptCommand): Sending {
    const { id, place, to } = command;
    const decoder = this.#parts.decoderOf(place);
    const codec = this.#structOf(decoder, command);
    const port = decoder?.table.format.idFrom === "fport" ? codec?.id : this.#peers.portOf(place, to);
    const isConfirmed = codec !== undefined && ackOf(decoder, codec) === undefined;
    return { id, isConfirmed, ...(port !== undefined && { port }) };
  }

  async #inLane(lane: string, work: () => Promise<void>): Promise<void> {
    this.#busy.add(lane);
    try {
      await work();
    } finally {
      this.#busy.delete(lane);
    }
  }

  async #sendNow(command: KeptCommand, send: (frame: Uint8Array) => Promise<void>): Promise<void> {
    const { id, hex } = command;
    const reason = await this.#objection(command);
    if (reason !== undefined) {
      await this.#change(id, { state: "refused", reason });
      return;
    }
    try {
      await this.#parts.log.put({ id, begun: true });
    } catch (error) {
      await this.#change(id, { state: "refused", reason: `it could not be kept: ${(error as Error).message}` });
      return;
    }
    this.#recount();
    const ack = this.#timeoutOf(command);
    try {
      await within(send(Buffer.from(hex, "hex")), SENDING_MS, `nothing took it for ${SENDING_MS / 1000} s`);
    } catch (error) {
      const message = (error as Error).message;
      await this.#change(
        id,
        error instanceof NotSent ? { state: "refused", reason: message } : unknown(`while it was sent: ${message}`),
      );
      return;
    }
    const sentMs = this.#now();
    const sent = new Date(sentMs).toISOString();
    const isNetwork = this.#parts.networks.has(command.to);
    // A network server keeps the command until the device listens, then reports.
    const deadlineMs = (isNetwork ? Math.max(sentMs, command.expiresMs) : sentMs) + (ack ?? 0);
    const reference = this.#references.get(id);
    this.#references.delete(id);
    const due = { sent, deadlineMs, ...(reference !== undefined && { reference }) };
    const more = ack === undefined && !isNetwork ? { sent, ended: sent } : due;
    await this.#change(id, { state: "sent", more });
    const early = this.#early.get(id);
    this.#early.delete(id);
    if (early !== undefined) await this.#change(id, early);
  }

  /** Why the command must not be sent any more. */
  async #objection(command: KeptCommand): Promise<string | undefined> {
    const { place, by, generation, to, expiresMs } = command;
    const codec = this.#structOf(this.#parts.decoderOf(place), command);
    if (codec === undefined) return "the headers have changed since it was ordered";
    const reason = await this.#interlock(place, to, codec);
    if (reason !== undefined) return reason;
    // The codecs may have changed while the store answered.
    if (this.#structOf(this.#parts.decoderOf(place), command) === undefined)
      return "the headers have changed since it was ordered";
    const commander = { user: by, ...(generation !== undefined && { generation }) };
    if (!this.#parts.mayCommand(commander, place, command.command)) return `${by} has lost the permission meanwhile`;
    return expiresMs <= this.#now() ? "it waited too long" : undefined;
  }

  #timeoutOf(command: KeptCommand): number | undefined {
    const decoder = this.#parts.decoderOf(command.place);
    const codec = this.#structOf(decoder, command);
    return codec && ackOf(decoder, codec) && codec.command.timeoutMs;
  }

  /** Puts the state on disk and reports it. A state that cannot be written holds until the service ends; after that it is unknown. */
  async #change(id: number, { state, reason = "", more = {} }: Change): Promise<void> {
    const before = this.#parts.log.commands.get(id);
    if (before === undefined || hasEnded(before)) return;
    const isEnd = state !== "sent" && state !== "queued" && state !== undefined;
    const line = {
      id,
      ...more,
      ...(state !== undefined && { state, states: [...before.states, [state, reason] as const] }),
      ...(reason !== "" && { reason }),
      ...(isEnd && { ended: new Date(this.#now()).toISOString() }),
    };
    const now = await this.#parts.log.put(line).catch((error: Error) => {
      this.#parts.onProblem(`The state '${state}' of command ${id} cannot be kept: ${error.message}`);
      const current = this.#parts.log.commands.get(id) ?? before;
      // Keep a later state that came meanwhile.
      if (current.states.length <= before.states.length) this.#parts.log.commands.set(id, { ...current, ...line });
      return { ...before, ...line };
    });
    this.#noteState(now);
  }

  #noteState(command: KeptCommand): void {
    this.#count(command.state);
    this.#recount();
    this.states.note(command);
  }

  #recount(): void {
    const open = [...this.#parts.log.commands.values()].filter((one) => !hasEnded(one));
    this.#inFlight = open.filter(({ begun }) => begun === true).length;
    this.#fetched = open.filter(({ to, begun }) => isFetched(to) && begun !== true).length;
  }

  #count(state: CommandState): void {
    if (state === "timed out") this.counts.timedOut++;
    else if (state !== "queued") this.counts[state]++;
  }

  #sweep(): void {
    if (this.#inFlight === 0 && this.waiting === 0) return;
    const nowMs = this.#now();
    for (const command of this.#parts.log.commands.values()) {
      const { id, state, begun, deadlineMs, expiresMs, place, to } = command;
      if (hasEnded(command)) continue;
      const isLate = state === "sent" && deadlineMs !== undefined && deadlineMs <= nowMs;
      const isOld = state === "queued" && !begun && expiresMs <= nowMs && !this.#busy.has(laneOf(command));
      const still = this.#parts.networks.has(to) ? "; the network server may still send it" : "";
      const reason = isLate
        ? `no acknowledgement came${still}`
        : "it was not sent: its device did not fetch it, or was busy";
      if (isLate || isOld)
        this.#track(this.#change(id, { state: "timed out", reason }).then(() => this.#work(place, to)));
    }
  }

  #track(work: Promise<unknown>): void {
    const tracked = work
      .catch((error: Error) => this.#parts.onProblem(`A command: ${error.message}`))
      .finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
  }
}

/** The next ID, about the time in ms: other nodes of a cluster never choose the same. */
function nextId(last: number, nowMs: number, { number, of }: Numbering = { number: 0, of: 1 }): number {
  const least = Math.max(last + 1, nowMs);
  return least + ((((number - least) % of) + of) % of);
}

/** @throws OrderError (400) */
function expiryMsOf({ within, time }: Order, usualS: number, nowMs: number): number {
  const withinS = within ?? usualS;
  if (!(withinS > 0 && withinS <= LONGEST_WITHIN_S))
    throw new OrderError(400, `'within' is a number of seconds, at most ${LONGEST_WITHIN_S}`);
  return (time === undefined ? nowMs : Math.min(Date.parse(time), nowMs)) + withinS * 1000;
}

function laneOf({ place, to }: Pick<KeptCommand, "place" | "to">): string {
  return `${place} ${to}`;
}
