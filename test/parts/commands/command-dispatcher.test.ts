/** A command's life if disk, device and permission fail. [D52] */

import assert from "node:assert/strict";
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import type { StructCodec } from "../../../runtime/codec/struct-codec.ts";
import { DatagramDecoder } from "../../../runtime/intake/datagram-decoder.ts";
import { type CommandEntry, NotSent, type OrderError, type ReplyPath } from "../../../runtime/model/command.ts";
import { DeviceNetworks } from "../../../runtime/model/device-network.ts";
import type { Message } from "../../../runtime/model/message.ts";
import { CommandDispatcher } from "../../../runtime/parts/commands/command-dispatcher.ts";
import { CommandLog } from "../../../runtime/parts/commands/command-log.ts";
import { type NewestValue, watchedBy } from "../../../runtime/parts/commands/interlock.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { pause, until } from "../../support/until.ts";

const byte = (path: string, byteOffset: number, initial?: number) => ({
  path,
  ctype: "uint8_t",
  scalar: "uint8" as const,
  byteOffset,
  ...(initial !== undefined && { initial }),
});

/** A struct of bytes. */
function struct(name: string, id: number, members: readonly string[], more: Partial<StructCodec> = {}): StructCodec {
  const names = ["length", "ID", ...members];
  const size = names.length;
  const fields = names.map((path, at) => byte(path, at, at === 0 ? size : at === 1 ? id : undefined));
  const read = (view: DataView, offset = 0) =>
    Object.fromEntries(names.map((path, at) => [path, view.getUint8(offset + at)]));
  return {
    name,
    id,
    length: size,
    wireSize: size,
    size,
    measurement: `${String(id).padStart(2, "0")}_${name.slice("struct_".length)}`,
    schema: `0000000${id}`,
    fields,
    decode: read,
    decodeInto: (view, offset, into) => void Object.assign(into, read(view, offset)),
    encode: (record, view, offset = 0) => {
      const values = record as Readonly<Record<string, number>>;
      for (const [at, { path, initial = 0 }] of fields.entries()) view.setUint8(offset + at, values[path] ?? initial);
    },
    toStored: (raw) => raw,
    fromStored: (stored) => stored,
    storedValues: (view, offset, into) => void Object.assign(into, Object.values(read(view, offset))),
    ...more,
  };
}

const STRUCTS = [
  struct("struct_state", 1, ["mode"]),
  struct("struct_ack", 2, ["seq", "result"]),
  struct("struct_go", 3, ["seq", "speed"], {
    command: {
      ack: "struct_ack",
      timeoutMs: 1000,
      accepted: [{ struct: "struct_ack", column: "result", is: "==", value: 0 }],
      interlock: [{ struct: "struct_state", column: "mode", is: "==", value: 2 }],
      freshMs: 5000,
    },
  }),
];

const PLACE = "lab/rig";
const BOARD = "udp://10.0.0.7:4000";
const IDA = { user: "ida", generation: "g" };
const GO = { command: "go", fields: { speed: 9 } };

const logs: CommandLog[] = [];

class World {
  readonly sent: string[] = [];
  readonly events: string[] = [];
  readonly problems: string[] = [];
  nowMs = 1_800_000_000_000;
  allowed = true;
  storing = true;
  /** The board sends nothing on its own. */
  silent = false;
  objection: string | undefined;
  /** The newest value of `mode`. */
  stored: NewestValue | undefined;
  send: (frame: Uint8Array) => Promise<void> = async () => {};
  dispatcher!: CommandDispatcher;
  log!: CommandLog;
  decoder = decoderOf(STRUCTS);
  readonly #path: string;

  constructor(directory: string) {
    this.#path = join(directory, "commands.log");
  }

  get path(): string {
    return this.#path;
  }

  async begin(): Promise<void> {
    const onProblem = (sentence: string) => void this.problems.push(sentence);
    this.log = await CommandLog.open(this.#path, onProblem);
    logs.push(this.log);
    this.dispatcher = new CommandDispatcher({
      log: this.log,
      decoderOf: (place) => (place === PLACE ? this.decoder : undefined),
      networks: new DeviceNetworks([]),
      shapeOf: () => ({}),
      arrivalOf: ({ sender }, { measurement }) => {
        const struct = STRUCTS.find((one) => one.measurement === measurement)?.name;
        return { place: PLACE, to: sender, watched: watchedBy(STRUCTS), ...(struct !== undefined && { struct }) };
      },
      stored: async () => this.stored,
      objectionTo: () => this.objection,
      mayCommand: () => this.allowed,
      tell: async ({ state, reason = "" }: CommandEntry, key) => {
        if (!this.storing) throw new Error("no room");
        this.events.push(`${key.split(" ")[2]} ${state} ${reason}`.trim());
      },
      nowMs: () => this.nowMs,
      onProblem,
    });
    const way: ReplyPath = {
      reaches: (to) => to.startsWith("udp:"),
      send: async (_place, _to, frame) => {
        this.sent.push(Buffer.from(frame).toString("hex"));
        await this.send(frame);
      },
    };
    await this.dispatcher.start([way]);
    if (!this.silent) this.hear([3, 1, 2]);
  }

  /** @param atMs time of measurement */
  hear(bytes: readonly number[], sender = BOARD, atMs = this.nowMs): void {
    const payload = Uint8Array.from(bytes);
    const receivedNs = BigInt(this.nowMs) * 1_000_000n;
    const message: Message = { source: "udp", address: "rig", sender, contentType: "", receivedNs, payload };
    for (const point of this.decoder.decode(message).points)
      this.dispatcher.see({ ...point, timeNs: BigInt(atMs) * 1_000_000n }, message);
  }

  /** As after `kill -9`: only the disk's content remains. */
  async again(): Promise<void> {
    await this.dispatcher.stop();
    await this.begin();
  }
}

function decoderOf(structs: readonly StructCodec[]): DatagramDecoder {
  const byId = Object.fromEntries(structs.map((codec) => [codec.id, codec]));
  return new DatagramDecoder({ name: "rig", wampTopic: "lab.rig", codecs: { name: "rig", structs, byId } });
}

let directory: string;
let world: World;

beforeEach(async () => {
  directory = temporaryFolder();
  world = new World(directory);
  await world.begin();
});

afterEach(async () => {
  await world.dispatcher.stop();
  // Includes those of processes that ended within a test.
  for (const log of logs.splice(0)) await log.close().catch(() => {});
  rmSync(directory, { recursive: true, force: true });
});

const turns = () => pause(10, "the dispatcher goes on with what was begun");
const refusal = async (ordering: Promise<unknown>) => {
  const error = await ordering.then(
    () => assert.fail("it was taken"),
    (reason: OrderError) => reason,
  );
  return `${error.status} ${error.message}`;
};

test("an acknowledgement that arrives before the disk write counts", async () => {
  world.send = async (frame) => world.hear([4, 2, frame[2]!, 0]);
  const { id } = await world.dispatcher.order(PLACE, GO, IDA);
  assert.equal((await world.dispatcher.states.ended(id, 5000))?.state, "acknowledged");
  await until(() => world.events.length === 3);
  assert.deepEqual(world.events, ["0 queued", "1 sent", "2 acknowledged"]);
});

test("each state is reported once and in order, even if the next one follows before it is on disk", async () => {
  const told: string[] = [];
  world.dispatcher.states.onChange(({ state, sent, ended }) => {
    told.push(`${state}${sent === undefined ? "" : " at a time"}${ended === undefined ? "" : ", ended"}`);
  });
  const put = world.log.put.bind(world.log);
  world.log.put = (line) => {
    const kept = put(line);
    if (line.state === "sent") world.hear([4, 2, Number.parseInt(world.sent[0]!.slice(4, 6), 16), 0]);
    return kept;
  };
  const { id } = await world.dispatcher.order(PLACE, GO, IDA);
  assert.equal((await world.dispatcher.states.ended(id, 5000))?.state, "acknowledged");
  assert.deepEqual(told, ["queued", "sent at a time", "acknowledged at a time, ended"]);
  const { ordered, sent, acknowledged } = world.dispatcher.counts;
  assert.deepEqual([ordered, sent, acknowledged], [1, 1, 1]);
});

test("acknowledgements of another sender, with another number, or from before do not count; a second one changes nothing", async () => {
  const { id } = await world.dispatcher.order(PLACE, GO, IDA);
  await until(() => world.dispatcher.entry(id)?.state === "sent");
  const sequence = Number.parseInt(world.sent[0]!.slice(4, 6), 16);
  world.hear([4, 2, sequence, 0], "udp://10.0.0.8:4000");
  world.hear([4, 2, sequence, 0], "udp://10.0.0.7:4001");
  world.hear([4, 2, sequence + 1, 0]);
  world.nowMs -= 10;
  world.hear([4, 2, sequence, 0]);
  world.nowMs += 10;
  await turns();
  assert.equal(world.dispatcher.entry(id)?.state, "sent");
  assert.equal(world.dispatcher.counts.strangeAcks, 3);
  world.hear([4, 2, sequence, 5]);
  world.hear([4, 2, sequence, 0]);
  await until(() => world.dispatcher.entry(id)?.state !== "sent");
  const { state, reason } = world.dispatcher.entry(id)!;
  assert.deepEqual([state, reason], ["refused", "the device answered result = 5"]);
});

test("a permission that ends, an interlock that opens, or headers that change between order and sending prevent sending", async () => {
  const change = async (what: () => void) => {
    const first = await world.dispatcher.order(PLACE, GO, IDA);
    await until(() => world.dispatcher.entry(first.id)?.state === "sent");
    const second = await world.dispatcher.order(PLACE, GO, IDA);
    what();
    const { length } = world.sent;
    world.hear([4, 2, Number.parseInt(world.sent.at(-1)!.slice(4, 6), 16), 0]);
    const ended = await world.dispatcher.states.ended(second.id, 5000);
    assert.equal(world.sent.length, length);
    return `${ended?.state}: ${ended?.reason}`;
  };
  assert.equal(await change(() => (world.allowed = false)), "refused: ida has lost the permission meanwhile");
  assert.match(await refusal(world.dispatcher.order(PLACE, GO, IDA)), /^403 /);
  world.allowed = true;
  assert.match(await change(() => world.hear([3, 1, 0])), /^refused: mode == 2 is required, and 'mode' is 0$/);
  assert.match(await refusal(world.dispatcher.order(PLACE, GO, IDA)), /^409 go is not sent: mode == 2 is required/);
  world.hear([3, 1, 2]);
  const other = STRUCTS.map((codec) => (codec.command ? { ...codec, schema: "0000ffff" } : codec));
  assert.equal(
    await change(() => (world.decoder = decoderOf(other))),
    "refused: the headers have changed since it was ordered",
  );
  world.nowMs += 6000;
  assert.match(await refusal(world.dispatcher.order(PLACE, GO, IDA)), /'mode' is 6\.0 s old \(at most 5 s\)$/);
});

test("an interlock uses values received since the start, else stored ones, but neither old nor late values", async () => {
  await world.again();
  const fresh = new World(directory);
  await world.dispatcher.stop();
  fresh.silent = true;
  await fresh.begin();
  world = fresh;
  world.hear([4, 2, 99, 0]);
  assert.match(await refusal(world.dispatcher.order(PLACE, GO, IDA)), /mode == 2 is required, and 'mode' is unknown$/);
  world.stored = { value: 1n, ms: world.nowMs - 1000 };
  assert.match(await refusal(world.dispatcher.order(PLACE, GO, IDA)), /'mode' is 1$/);
  world.stored = { value: 2n, ms: world.nowMs - 6000 };
  assert.match(await refusal(world.dispatcher.order(PLACE, GO, IDA)), /'mode' is 6\.0 s old/);
  world.stored = { value: 2n, ms: world.nowMs - 4000 };
  const { id } = await world.dispatcher.order(PLACE, GO, IDA);
  await until(() => world.sent.length === 1);
  world.hear([4, 2, Number.parseInt(world.sent[0]!.slice(4, 6), 16), 0]);
  assert.equal((await world.dispatcher.states.ended(id, 5000))?.state, "acknowledged");
  world.hear([3, 1, 0]);
  assert.match(await refusal(world.dispatcher.order(PLACE, GO, IDA)), /'mode' is 0$/);
  world.hear([3, 1, 2], BOARD, world.nowMs - 10_000);
  assert.match(await refusal(world.dispatcher.order(PLACE, GO, IDA)), /'mode' is 0$/);
});

test("nothing is sent if the service cannot send; commands whose struct a reload removes end unsent", async () => {
  const first = await world.dispatcher.order(PLACE, GO, IDA);
  await until(() => world.dispatcher.entry(first.id)?.state === "sent");
  const second = await world.dispatcher.order(PLACE, GO, IDA);
  world.decoder = decoderOf(STRUCTS.filter(({ command }) => command === undefined));
  assert.deepEqual(world.dispatcher.commandsOf(PLACE), []);
  assert.match(await refusal(world.dispatcher.order(PLACE, GO, IDA)), /^404 'lab\/rig' takes no commands/);
  world.hear([4, 2, Number.parseInt(world.sent[0]!.slice(4, 6), 16), 0]);
  world.nowMs += 2000;
  const ended = await Promise.all([first, second].map(({ id }) => world.dispatcher.states.ended(id, 5000)));
  assert.deepEqual(
    ended.map((entry) => `${entry?.state}: ${entry?.reason}`),
    ["timed out: no acknowledgement came", "refused: the headers have changed since it was ordered"],
  );
  assert.equal(world.sent.length, 1);
  world.decoder = decoderOf(STRUCTS);
  world.hear([3, 1, 2]);
  world.objection = "A cluster sends no commands that way";
  assert.equal(await refusal(world.dispatcher.order(PLACE, GO, IDA)), "409 A cluster sends no commands that way");
});

test("after a crash nothing is sent again: a begun command is unknown, any other is refused", async () => {
  world.send = () => new Promise(() => {});
  const begun = await world.dispatcher.order(PLACE, GO, IDA);
  const behind = await world.dispatcher.order(PLACE, GO, IDA);
  await until(() => world.sent.length === 1);
  const kept = readFileSync(world.path, "utf8");
  const next = new World(directory);
  writeFileSync(next.path, kept);
  await next.begin();
  const told = (id: number) => `${next.dispatcher.entry(id)?.state}: ${next.dispatcher.entry(id)?.reason}`;
  assert.equal(told(begun.id), "unknown: the service ended while it was sent");
  assert.equal(told(behind.id), "refused: the service ended before it was sent");
  await turns();
  assert.deepEqual(next.sent, []);
  await next.dispatcher.stop();
  await next.dispatcher.close();
  world.send = async () => {};
  world = next;
});

test("a command that was certainly not sent is refused; one that may have been sent is unknown", async () => {
  world.send = async () => {
    throw new NotSent("the port is closed");
  };
  const first = await world.dispatcher.order(PLACE, GO, IDA);
  const refused = await world.dispatcher.states.ended(first.id, 5000);
  assert.deepEqual([refused?.state, refused?.reason], ["refused", "the port is closed"]);
  world.send = async () => {
    throw new Error("write EPIPE");
  };
  const second = await world.dispatcher.order(PLACE, GO, IDA);
  const unknown = await world.dispatcher.states.ended(second.id, 5000);
  assert.deepEqual([unknown?.state, unknown?.reason], ["unknown", "while it was sent: write EPIPE"]);
});

test("if the disk accepts no writes, nothing is ordered and nothing is sent", async () => {
  rmSync(directory, { recursive: true });
  assert.match(await refusal(world.dispatcher.order(PLACE, GO, IDA)), /^503 Commands cannot be kept: /);
  assert.deepEqual([world.sent, world.dispatcher.list()], [[], []]);
});

test("a key orders once, also after a restart and concurrently; another order with the same key is refused", async () => {
  const keyed = { ...GO, key: "k" };
  const both = await Promise.all([
    world.dispatcher.order(PLACE, keyed, IDA),
    world.dispatcher.order(PLACE, keyed, IDA),
  ]);
  assert.equal(both[0].id, both[1].id);
  await until(() => world.dispatcher.entry(both[0].id)?.state === "sent");
  assert.equal(world.sent.length, 1);
  await world.again();
  assert.equal((await world.dispatcher.order(PLACE, keyed, IDA)).id, both[0].id);
  assert.match(
    await refusal(world.dispatcher.order(PLACE, { ...keyed, fields: { speed: 8 } }, IDA)),
    /^409 Another command/,
  );
  assert.notEqual((await world.dispatcher.order(PLACE, keyed, { user: "max" })).id, both[0].id);
});

test("of orders at once with one key, of which the first is refused, one is sent", async () => {
  const keyed = { ...GO, key: "k" };
  world.allowed = false;
  const refused = refusal(world.dispatcher.order(PLACE, keyed, IDA));
  world.allowed = true;
  const [second, third] = await Promise.all([1, 2].map(() => world.dispatcher.order(PLACE, keyed, IDA)));
  assert.match(await refused, /^403 /);
  assert.equal(second!.id, third!.id);
});

test("an order counts from the time when it was given, wherever it waited", async () => {
  const time = (agoMs: number) => new Date(world.nowMs - agoMs).toISOString();
  const late = world.dispatcher.order(PLACE, { ...GO, time: time(10_000) }, IDA);
  assert.equal(await refusal(late), "409 go is not sent: it was ordered too long ago");
  const early = await world.dispatcher.order(PLACE, { ...GO, time: time(-3_600_000) }, IDA);
  const inTime = await world.dispatcher.order(PLACE, { ...GO, time: time(9000) }, IDA);
  const kept = ({ id }: CommandEntry) => world.log.commands.get(id)!.expiresMs - world.nowMs;
  assert.deepEqual([early, inTime].map(kept), [10_000, 1000]);
});

test("events that could not be stored are stored later, also by the next process, each under its own key", async () => {
  world.storing = false;
  const { id } = await world.dispatcher.order(PLACE, GO, IDA);
  await until(() => world.dispatcher.entry(id)?.state === "sent");
  assert.deepEqual(world.events, []);
  await world.dispatcher.stop();
  world.storing = true;
  await world.begin();
  await until(() => world.events.length > 1);
  assert.deepEqual(world.events.slice(0, 2), ["0 queued", "1 sent"]);
});

test("a line cut off by a crash is skipped; a damaged file is kept aside and reported", async () => {
  const { id } = await world.dispatcher.order(PLACE, GO, IDA);
  await until(() => world.dispatcher.entry(id)?.state === "sent");
  await world.dispatcher.stop();
  appendFileSync(world.path, `00000000 {"id":${id},"state":"ackn`);
  await world.begin();
  assert.equal(world.dispatcher.entry(id)?.state, "sent");
  assert.deepEqual(world.problems, []);
  await world.dispatcher.stop();
  appendFileSync(world.path, "{}\nnothing\n");
  await world.begin();
  assert.equal(world.dispatcher.entry(id)?.state, "sent");
  assert.match(
    world.problems.join(),
    /^Some earlier commands are damaged and left out; all are kept in .*damaged: 2 of its entries$/,
  );
  assert.ok(
    readdirSync(directory).some((name) => name.endsWith(".damaged")),
    `${readdirSync(directory)}`,
  );
});

for (const jumpMs of [86_400_000, -86_400_000])
  test(`a command that was sent waits for its acknowledgement when the clock is set by ${jumpMs} ms, and no longer`, async () => {
    const ordered = [await world.dispatcher.order(PLACE, GO, IDA), await world.dispatcher.order(PLACE, GO, IDA)];
    await until(() => world.sent.length === 1);
    world.nowMs += jumpMs;
    await world.log.move(jumpMs);
    // Before that, its interlock has no fresh value.
    world.hear([3, 1, 2]);
    await pause(600, "the dispatcher looks at what is due every 250 ms");
    assert.equal(world.dispatcher.entry(ordered[0]!.id)?.state, "sent");
    world.hear([4, 2, Number.parseInt(world.sent[0]!.slice(4, 6), 16), 0]);
    assert.equal((await world.dispatcher.states.ended(ordered[0]!.id, 5000))?.state, "acknowledged");
    await until(() => world.sent.length === 2, "the second one waited");
    world.nowMs += 1001;
    assert.equal((await world.dispatcher.states.ended(ordered[1]!.id, 5000))?.state, "timed out");
  });
