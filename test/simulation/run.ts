/** A run: steps one after another, then all faults are repaired, and the stored rows are compared with the answers. */

import type { Acceptance } from "../../runtime/intake/intake.ts";
import type { Message } from "../../runtime/model/message.ts";
import { AlarmSteps } from "./alarm-steps.ts";
import { Authority, ROOT_TOKEN } from "./authority.ts";
import type { StoredRow } from "./database.ts";
import { FRAMES, frameOf, payloadOf, rowsOf, type Sent, type SentRow, timeIn, uploadOf } from "./expectation.ts";
import { CONFIG, Machine, type Programs, type Running } from "./machine.ts";
import { RepeatingClient } from "./repeating-client.ts";
import { diceOf, Scheduler } from "./scheduler.ts";
import {
  CLIENTS,
  type ClientName,
  configurationOf,
  type Epoch,
  FIRST_EPOCH,
  type Place,
  type Plan,
  type Step,
  TIMES,
} from "./steps.ts";
import type { Answered, Asked } from "./web.ts";

type Right = ReturnType<Authority["during"]>;

const MS = 1_000_000;
/** In a moment. */
const HEALED_MS = 180_000;
/** Before and after the system clock is certainly believed, ms. */
const BELIEVED_MS = { from: 9_700, by: 10_700 };
/** Maximum distance of receipt times from the clock: a process continues slightly after its predecessor. */
const NEAR_MS = 200;
/** Between pieces of a body that is sent slowly. */
const SLOW_MS = 400;
/** One of so many runs ends with a flood in one realm. */
const FLOODED_EVERY = 10;
/** Of rows after the steps; a multiple of 1,000. */
const LAST_N = 1_000_000;
const JOURNAL = "/sim/data/journal";
const USERS_FILE = "/sim/lab/users.json";

export interface Outcome {
  /** One sentence each; the words before the first colon name the kind. */
  readonly problems: readonly string[];
  readonly turns: number;
  /** Number of messages by answer, of completed exports and replays, of alarms, fields without one and mutes as expected. */
  readonly told: Readonly<Record<Sent["answer"] | "exports" | "replays" | "alarms" | "calm" | "mutes", number>>;
  readonly log: readonly string[];
}

let current: Machine | undefined;
process.on("unhandledRejection", (error) => {
  if (current === undefined) throw error;
  current.faults.push(`nobody waits for a promise that failed: ${(error as Error).stack}`);
});

export async function run(plan: Plan, programs: Programs): Promise<Outcome> {
  const one = new Run(plan, programs);
  current = one.machine;
  try {
    await one.play();
  } finally {
    current = undefined;
  }
  return one.outcome();
}

class Run {
  readonly machine: Machine;
  readonly #plan: Plan;
  #running: Running | undefined;
  readonly #sent: Sent[] = [];
  #epoch = FIRST_EPOCH;
  readonly #authority: Authority;
  readonly #alarms: AlarmSteps;
  readonly #clients = new Map(CLIENTS.map((name): [ClientName, RepeatingClient] => [name, new RepeatingClient(name)]));
  /** Uploads without an answer. */
  readonly #underWay = new Set<Sent>();
  /** Being read by a reload. */
  readonly #coming = new Set<Epoch>();
  readonly #problems: string[] = [];
  readonly #given = { exports: 0, replays: 0 };
  /** How far the system clock was ahead, and since when, in ms of true time. */
  #clock: { readonly sinceMs: number; readonly aheadMs: number }[];
  #startedMs = 0;
  #reloads = 0;
  /** Reloads that failed, of those that are over. */
  #refused = 0;

  constructor(plan: Plan, programs: Programs) {
    this.#plan = plan;
    this.machine = new Machine(programs, new Scheduler(diceOf(plan.seed)));
    this.#clock = [{ sinceMs: 0, aheadMs: 0 }];
    this.#authority = new Authority(this.machine.trueMs);
    this.#alarms = new AlarmSteps({
      ...{ machine: this.machine, plan, authority: this.#authority, running: () => this.#running },
      problem: (sentence) => this.#problems.push(sentence),
    });
  }

  async play(): Promise<void> {
    const { machine } = this;
    machine.onPublication = (message) => this.#published(message);
    machine.disk.put(CONFIG, configurationOf(FIRST_EPOCH, this.#plan));
    machine.disk.put(USERS_FILE, this.#authority.text());
    try {
      await this.#start();
      for (const step of this.#plan.steps) await this.#do(step);
      await this.#heal();
    } catch (error) {
      this.#problems.push(`the service stands still: ${(error as Error).message}`);
    }
    this.#compare();
    for (const fault of machine.faults) this.#problems.push(`fault: ${fault}`);
  }

  outcome(): Outcome {
    const told = {
      acknowledged: 0,
      rejected: 0,
      unavailable: 0,
      late: 0,
      forbidden: 0,
      none: 0,
      ...this.#given,
      ...this.#alarms.found,
    };
    for (const { answer } of this.#sent) told[answer]++;
    return { problems: this.#problems, turns: this.machine.scheduler.turns, told, log: this.machine.log };
  }

  async #do(step: Step): Promise<void> {
    const { machine } = this;
    const { scheduler, disk, databases } = machine;
    switch (step.do) {
      case "post":
        this.#post(step);
        return scheduler.pass(scheduler.random() ** 3 * 50 * MS);
      case "frame":
        this.#frame(step);
        return scheduler.pass(scheduler.random() ** 3 * 50 * MS);
      case "publish":
        this.#publish(step);
        return scheduler.pass(scheduler.random() ** 3 * 50 * MS);
      case "reconnect":
        this.#clients.get(step.by)!.reconnect(this.#running);
        return scheduler.pass(scheduler.random() ** 3 * 50 * MS);
      case "upload":
        void this.#upload(step);
        return scheduler.pass(scheduler.random() ** 3 * 800 * MS);
      case "export":
        void this.#export(step);
        return scheduler.pass(scheduler.random() ** 2 * 200 * MS);
      case "users":
        disk.put(USERS_FILE, this.#authority.change(step.who, step.change, machine.trueMs));
        return scheduler.pass(step.ms * MS);
      case "guess":
        void this.#guess(step);
        return scheduler.pass(scheduler.random() ** 2 * 300 * MS);
      case "limit":
        void this.#alarms.limit(step);
        return scheduler.pass(scheduler.random() ** 2 * 50 * MS);
      case "mute":
        void this.#alarms.mute(step);
        return scheduler.pass(scheduler.random() ** 2 * 50 * MS);
      case "flood":
        void this.#alarms.flood(step);
        return scheduler.pass(scheduler.random() ** 2 * 300 * MS);
      case "look":
        void this.#alarms.look(step.by);
        return scheduler.pass(scheduler.random() ** 2 * 50 * MS);
      case "newest":
        void this.#lookAtNewest();
        return scheduler.pass(scheduler.random() ** 2 * 100 * MS);
      case "replay":
        void this.#replay();
        return scheduler.pass(scheduler.random() ** 2 * 100 * MS);
      case "wait":
        return scheduler.pass(step.ms * MS);
      case "reload":
        this.#reload(step.epoch);
        return scheduler.pass(scheduler.random() ** 2 * 40 * MS);
      case "retry":
        return this.#retry();
      case "database":
        for (const { faults } of databases.values()) {
          if (step.fault === "away") faults.awayUntilNs = scheduler.nowNs + step.ms * MS;
          else if (step.fault === "slow") faults.slowNs = (step.ms / 10) * MS;
          else faults.uncertainCommits = 2;
        }
        return;
      case "disk":
        this.#alarms.diskFails();
        if (step.fault === "failing") disk.failing = 3;
        else {
          disk.room = Math.floor(scheduler.random() * 300);
          scheduler.after(FOREVER, step.ms * MS, () => {
            disk.room = undefined;
          });
        }
        return;
      case "clock":
        this.#setClock(step.aheadS * 1000, step.ms);
        scheduler.after(FOREVER, step.ms * MS, () => this.#setClock(0));
        return scheduler.pass(step.ms * 0.9 * MS);
      case "remove":
        void this.#remove(step);
        return scheduler.pass(scheduler.random() ** 2 * 300 * MS);
      case "damage":
        return this.#restart("kill", () => this.#damage(step));
      case "end thread":
        return machine.endThread();
      default:
        return this.#restart(step.do);
    }
  }

  async #start(): Promise<void> {
    const { disk } = this.machine;
    const isIll = disk.failing > 0 || disk.room !== undefined;
    this.#startedMs = this.machine.trueMs;
    try {
      this.#running = await this.machine.start();
    } catch (error) {
      if (!isIll) throw error;
      // It reports the reason and is started again once the disk works.
      Object.assign(disk, { room: undefined, failing: 0 });
      this.#startedMs = this.machine.trueMs;
      this.#running = await this.machine.start();
    }
  }

  async #restart(how: "restart" | "kill" | "cut power", between = () => {}): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (how === "restart" && running !== undefined) await this.machine.settle(running.service.stop(), 60_000);
    if (how === "cut power") this.machine.cutPower(running);
    else if (running !== undefined) this.machine.kill(running);
    for (const perhaps of this.#perhapsRemoved) perhaps();
    this.#perhapsRemoved.clear();
    for (const epoch of this.#coming) this.#epoch = epoch;
    this.#coming.clear();
    this.#underWay.clear();
    this.#refused = this.#refusedReloads();
    this.#alarms.restarted(how);
    // Only a person may choose another database; this checks that nothing adopts it automatically.
    this.#epoch = { ...this.#epoch, store: FIRST_EPOCH.store };
    this.machine.disk.put(CONFIG, configurationOf(this.#epoch, this.#plan));
    between();
    await this.#start();
  }

  #damage({ file, how }: Extract<Step, { do: "damage" }>): void {
    const path = `${JOURNAL}/${file}`;
    const text = this.machine.disk.text(path);
    if (text === undefined) return;
    if (file === "alarms.json") this.#alarms.damaged();
    const middle = text.length >> 1;
    const flipped = String.fromCharCode((text.charCodeAt(middle) || 0) ^ 1);
    const damaged = {
      cut: text.slice(0, middle),
      zeroed: "\0".repeat(text.length),
      flipped: text.slice(0, middle) + flipped + text.slice(middle + 1),
      emptied: "",
    };
    this.machine.disk.put(path, damaged[how]);
  }

  /** What was acknowledged before the request must go; what comes after the answer stays. */
  async #remove({ realm, device }: Extract<Step, { do: "remove" }>): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    const [database, measurement] = [`${realm}_plant`, `hall_${device}_sensors`];
    const ofPlace = (sent: Sent) => sent.rows.some(({ place }) => place === `${database}/${measurement}`);
    const before = new Set(this.#sent.filter((sent) => ofPlace(sent) && sent.answer === "acknowledged"));
    this.#removing++;
    const path = `/measurements?database=${database}&measurement=${measurement}&confirm=${measurement}`;
    const carriedOut = this.#alarms.removing(`${database}/${measurement}`);
    const asked = this.machine.ask(running, { method: "DELETE", path, token: ROOT_TOKEN });
    // It may be carried out at any time from now on, also without an answer.
    const perhaps = () => {
      for (const sent of this.#sent) if (ofPlace(sent)) sent.removed ??= "perhaps";
    };
    this.#perhapsRemoved.add(perhaps);
    const { status } = await asked;
    perhaps();
    this.#perhapsRemoved.delete(perhaps);
    // A server of the simulation cannot delete, which a deletion that waits does not know yet.
    if (status === 202) this.#removedLater.push(carriedOut);
    else carriedOut();
    const { database: kind, outputs } = this.#plan;
    const mayDelete = kind === "embedded" && (outputs === "one" || realm !== "beta");
    const isCertain = status === 204 || (status === 202 && mayDelete);
    if (isCertain) for (const sent of before) sent.removed = "certainly";
  }

  #post(step: Extract<Step, { do: "post" }>): void {
    const address = `${step.realm}/plant/hall/${step.device}/data`;
    const valued = step.body === "level" ? this.#alarms.valued(step, step.t) : undefined;
    this.#take(step, { source: "http", address, ...payloadOf(step) }, valued);
  }

  #frame(step: Extract<Step, { do: "frame" }>): void {
    const times = this.#coming.size === 0 ? TIMES[this.#epoch.header] : undefined;
    const valued = this.#alarms.valued("frames", times && (step.n % 1000) * times);
    this.#take(step, { source: "udp", address: "rig", contentType: "", payload: frameOf(step.n) }, valued);
  }

  /** @param valued called when its values are shown, or not */
  #take(
    step: Sent["step"],
    message: { source: string; address: string; contentType: string; payload: Buffer },
    valued: ReturnType<AlarmSteps["valued"]> = () => {},
  ): void {
    if (this.#running === undefined) {
      valued("not");
      return;
    }
    const { intake, clock } = this.#running.context;
    const receivedNs = clock.nowNs();
    this.#judge(receivedNs);
    const sent = this.#note(step, [receivedNs]);
    intake.take({
      message: { sender: "10.0.0.1", receivedNs, ...message },
      acknowledge: (_: Acceptance) => {
        sent.answer = "acknowledged";
        valued("shown");
      },
      refuse: (error) => {
        const isUnavailable = (error as { code?: string }).code === "unavailable";
        valued(isUnavailable ? "perhaps" : "not");
        if (!isUnavailable) sent.answer = "rejected";
        else sent.answer = error.message.includes("perhaps kept") ? "late" : "unavailable";
      },
    });
  }

  #publish(step: Extract<Step, { do: "publish" }>): void {
    const sent = this.#note(step, []);
    const topic = `${step.realm}/plant/hall/${step.device}/data.json`;
    this.#clients.get(step.by)!.publish({ topic, payload: payloadOf(step).payload, sent }, this.#running);
  }

  #published({ sender, receivedNs }: Message): void {
    this.#judge(receivedNs);
    const [sent] = [...this.#clients.values()].flatMap((client) => client.sentAs(sender) ?? []);
    if (sent === undefined) throw new Error(`nobody published as ${sender}`);
    for (const epoch of [this.#epoch, ...this.#coming]) sent.epochs.add(epoch);
    sent.receivedNs.push(receivedNs);
  }

  #note(step: Sent["step"], receivedNs: bigint[]): Sent {
    const epochs = new Set([this.#epoch, ...this.#coming]);
    const sent: Sent = { step, rows: rowsOf(step), receivedNs, epochs, answer: "none", retried: false };
    this.#sent.push(sent);
    return sent;
  }

  /** Its times are the sender's. */
  async #upload(step: Extract<Step, { do: "upload" }>): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    const { machine } = this;
    const { by, realm, device } = step;
    const token = this.#authority.tokenOf(by);
    const sent = this.#note(step, [0n]);
    this.#underWay.add(sent);
    const fromMs = machine.trueMs;
    const path = `/api/${realm}/plant/hall/${device}/data`;
    const content = uploadOf(step);
    const bodyMs = fromMs + (content.body.length - 1) * SLOW_MS;
    const asked = { method: "POST", path, token, from: by, betweenMs: SLOW_MS, ...content } as const;
    const { status } = await machine.ask(running, asked);
    this.#underWay.delete(sent);
    sent.answer = ANSWERS[status ?? 503] ?? "forbidden";
    if (this.#plan.users === "nobody") return;
    const name = `${step.n} (${step.body} to ${realm} by ${by})`;
    // A body counts when it has arrived.
    sent.authority = this.#authority.during(by, token, realm, bodyMs, Math.max(bodyMs, machine.trueMs));
    const whole = this.#authority.during(by, token, realm, fromMs, machine.trueMs);
    this.#judgeRight(name, status, sent.authority, whole);
  }

  /** @param atEnd whether the user had the right when it counted @param whole and during the whole request */
  #judgeRight(name: string, status: number | undefined, atEnd: Right, whole: Right): void {
    if (atEnd === "never" && status === 200) this.#problems.push(`authority: ${name} succeeded without the right`);
    if (whole === "always" && (status === 401 || status === 403 || status === 429))
      this.#problems.push(`authority: ${name} was refused with ${status}`);
  }

  async #guess({ from, count }: Extract<Step, { do: "guess" }>): Promise<void> {
    const running = this.#running;
    if (running === undefined || this.#plan.users === "nobody") return;
    for (let n = 0; n < count && this.#running === running; n++) {
      const token = `sl_guessed${n % 3}_${"x".repeat(20)}${n}`;
      const { status } = await this.machine.ask(running, { method: "GET", path: "/metrics/values", token, from });
      if (status === 200) this.#problems.push(`authority: a guessed token of ${from} was right`);
    }
  }

  /** The newest value is one up to now, also where later times are stored. */
  async #lookAtNewest(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    const { machine } = this;
    const path = "/metrics/values?max_age=1d";
    const { status, text } = await machine.ask(running, { method: "GET", path, token: ROOT_TOKEN });
    if (status !== 200) return;
    const ahead = Math.max(0, ...this.#clock.map(({ aheadMs }) => aheadMs));
    for (const [, at] of text.matchAll(/^structline_value\{.*\} \S+ (\d+)$/gm)) {
      const byMs = Number(at) - machine.trueMs - ahead;
      if (byMs > NEAR_MS) this.#problems.push(`newest: a value is shown ${Math.round(byMs)} ms before its time`);
    }
  }

  async #export(step: Extract<Step, { do: "export" }>): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    const { machine } = this;
    const { by, realm, device } = step;
    const token = this.#authority.tokenOf(by);
    const [database, measurement] = [`${realm}_plant`, `hall_${device}_sensors`];
    const numbers = () =>
      new Set(
        machine.rows.flatMap(({ place, values }) =>
          place === `${database}/${measurement}` ? [Number(values["n"])] : [],
        ),
      );
    const [before, fromMs, removing] = [numbers(), machine.trueMs, this.#removing];
    const mayBeRemoved = this.#removedLater.length > 0 || this.#perhapsRemoved.size > 0;
    const path = `/read/export?database=${database}&measurement=${measurement}&column=n&format=csv`;
    const { status, text } = await machine.ask(running, { method: "GET", path, token, from: by });
    if (this.#running !== running) return;
    const name = `export of ${realm} ${device} by ${by}`;
    if (this.#plan.users === "some") {
      const atEnd = this.#authority.during(by, token, realm, machine.trueMs, machine.trueMs);
      this.#judgeRight(name, status, atEnd, this.#authority.during(by, token, realm, fromMs, machine.trueMs));
    }
    if (status !== 200) return;
    this.#given.exports++;
    if (mayBeRemoved || removing !== this.#removing) return;
    const given = new Set(
      text
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => Number(line.split(",")[1])),
    );
    const after = numbers();
    for (const n of before) if (!given.has(n) && after.has(n)) this.#problems.push(`export: ${name} lacks ${n}`);
    for (const n of given) if (!after.has(n)) this.#problems.push(`export: ${name} has ${n}, which is not stored`);
  }

  /** From now on, the current codec may also have decoded the frames' rows. */
  async #replay(): Promise<string> {
    if (this.#running === undefined) return "";
    for (const sent of this.#sent) {
      if (sent.step.do === "frame") for (const epoch of [this.#epoch, ...this.#coming]) sent.epochs.add(epoch);
    }
    const body = [JSON.stringify({ apply: true })];
    const asked = { method: "POST", path: "/replay/rig", contentType: "application/json", body } as const;
    const { status, text } = await this.#askAsRoot(asked);
    const end = JSON.parse(status === 200 ? text.trim().split("\n").at(-1)! : "{}") as { left?: number };
    if (end.left === 0) this.#given.replays++;
    if ((end.left ?? 0) > 0) this.#problems.push(`replay: ${end.left} rows were left as they are: ${text}`);
    return text;
  }

  #askAsRoot(asked: Omit<Asked, "token">): Promise<Answered> {
    return this.machine.ask(this.#running!, { ...asked, token: ROOT_TOKEN });
  }

  #reload(epoch: Epoch): void {
    if (this.#running === undefined) return;
    // Reloads run one after another: each has its own file, which no later one changes before it is read.
    const file = `${CONFIG}.${++this.#reloads}`;
    this.machine.disk.put(file, configurationOf(epoch, this.#plan));
    this.#coming.add(epoch);
    for (const sent of this.#underWay) sent.epochs.add(epoch);
    void this.#running.service.reload({ file }).then(() => {
      if (!this.#coming.delete(epoch)) return;
      const refused = this.#refusedReloads();
      if (refused === this.#refused) this.#epoch = epoch;
      this.#refused = refused;
    });
  }

  #refusedReloads(): number {
    return this.machine.log.filter((line) => line.includes("service.reload-failed")).length;
  }

  async #retry(): Promise<void> {
    if (this.#running === undefined) return;
    for (const sent of this.#sent) {
      sent.retried = true;
      for (const epoch of [this.#epoch, ...this.#coming]) sent.epochs.add(epoch);
    }
    this.#alarms.forget();
    const body = [JSON.stringify({ all: true })];
    const asked = { method: "POST", path: "/rejects/retry", contentType: "application/json", body } as const;
    await this.machine.settle(this.#askAsRoot(asked), 20_000).catch(() => undefined);
    this.#alarms.forget();
  }

  /** How many deletions were asked for. */
  #removing = 0;
  /** Deletions that were answered before they were carried out. */
  readonly #removedLater: (() => void)[] = [];
  /** Deletions without an answer. */
  readonly #perhapsRemoved = new Set<() => void>();

  #setClock(aheadMs: number, lastsMs = 0): void {
    this.machine.clockAheadMs = aheadMs;
    this.#clock.push({ sinceMs: this.machine.trueMs, aheadMs });
    this.#alarms.clockChanges(lastsMs);
  }

  /** A receipt time follows the system clock of the process's start, or one that has lasted for ten seconds. */
  #judge(receivedNs: bigint): void {
    const nowMs = this.machine.trueMs;
    let allowed: number[] = [];
    for (const [index, { sinceMs, aheadMs }] of this.#clock.entries()) {
      const endMs = this.#clock[index + 1]?.sinceMs ?? nowMs;
      const lastsMs = endMs - Math.max(sinceMs, this.#startedMs);
      const isAtStart = sinceMs <= this.#startedMs && endMs >= this.#startedMs;
      if (isAtStart) allowed = [aheadMs];
      else if (lastsMs >= BELIEVED_MS.by) allowed = [aheadMs];
      else if (lastsMs >= BELIEVED_MS.from) allowed = [...allowed, aheadMs];
    }
    const offMs = Number(receivedNs / 1_000_000n) - nowMs;
    if (allowed.some((aheadMs) => Math.abs(offMs - aheadMs) < NEAR_MS)) return;
    this.#problems.push(
      `time: a message was received ${Math.round(offMs)} ms from now, which is none of ${allowed.join()}`,
    );
  }

  async #heal(): Promise<void> {
    const { machine } = this;
    for (const { faults } of machine.databases.values())
      Object.assign(faults, { awayUntilNs: 0, slowNs: 0, uncertainCommits: 0 });
    Object.assign(machine.disk, { room: undefined, failing: 0 });
    for (const perhaps of this.#perhapsRemoved) perhaps();
    if (this.#running === undefined) await this.#start();
    const begunMs = machine.trueMs;
    for (const client of this.#clients.values()) {
      while (client.unanswered > 0) {
        if (machine.trueMs - begunMs > HEALED_MS) throw new Error(`${client.unanswered} publications got no PUBACK`);
        client.reconnect(this.#running);
        await machine.scheduler.pass(1000 * MS);
      }
    }
    for (let waiting = await this.#waiting(); waiting > 0; waiting = await this.#waiting()) {
      if (machine.trueMs - begunMs > HEALED_MS) throw new Error(`${waiting} messages still wait`);
      await machine.scheduler.pass(100 * MS);
    }
    await machine.scheduler.pass(1000 * MS);
    this.#letters = await this.#listLetters();
    await machine.scheduler.until(() => this.#coming.size === 0, HEALED_MS * MS);
    await this.#checkAlarms();
    await machine.settle(this.#replay(), 60_000);
    this.#compareReplayed();
    await machine.settle(this.#running!.service.stop(), 60_000);
    machine.kill(this.#running!);
  }

  async #checkAlarms(): Promise<void> {
    const { realms } = this.#epoch;
    const places: Place[] = [...realms.map((realm) => ({ realm, device: "a" })), "frames"];
    let n = LAST_N;
    const send = async (place: Place, isBeyond: boolean) => {
      n += 1000;
      if (place === "frames") this.#frame({ do: "frame", n: isBeyond ? n + 900 : n });
      else this.#post({ do: "post", ...place, body: "level", t: isBeyond ? 90 : 10, n });
      await this.machine.scheduler.until(() => this.#sent.at(-1)!.answer !== "none", 10_000 * MS);
    };
    for (const carriedOut of this.#removedLater) carriedOut();
    await this.#alarms.check(places, send);
    // A flood takes a second of real time.
    if (this.#plan.seed % FLOODED_EVERY === 0) await this.#alarms.checkNeighbours(send);
  }

  #letters = "";

  async #waiting(): Promise<number> {
    const { parts } = (await this.#ask("/health")) as { parts: Record<string, { counts?: { waiting?: number } }> };
    // Each output has a writer.
    const writers = Object.entries(parts).filter(([name]) => name.startsWith("writer"));
    return Math.max(...writers.map(([, { counts }]) => counts?.waiting ?? 0));
  }

  async #ask(path: string): Promise<unknown> {
    const answered = this.#askAsRoot({ method: "GET", path });
    return JSON.parse((await this.machine.settle(answered, 10_000)).text);
  }

  /** All dead letters, as text. */
  async #listLetters(): Promise<string> {
    const { rejects } = (await this.#ask("/rejects?limit=10000")) as { rejects: { id: number; code: string }[] };
    const texts: string[] = [];
    for (const { id } of rejects) texts.push(((await this.#ask(`/rejects/${id}`)) as { payload: string }).payload);
    return texts.join("\n");
  }

  #compare(): void {
    const { rows } = this.machine;
    const byNumber = new Map<number, (typeof rows)[number][]>();
    for (const row of rows) {
      if (AlarmSteps.isFlooded(row.place)) continue;
      const n = Number(row.values["n"]);
      byNumber.set(n, [...(byNumber.get(n) ?? []), row]);
    }
    for (const sent of this.#sent) {
      for (const row of sent.rows) {
        this.#compareRow(sent, row, byNumber.get(row.n) ?? []);
        byNumber.delete(row.n);
      }
      if (sent.rows.length === 0 && sent.answer === "rejected" && !this.#isTold(sent.step.n)) {
        this.#problems.push(`lost: ${sent.step.n} was rejected, and is not a dead letter`);
      }
    }
    for (const n of byNumber.keys()) this.#problems.push(`made up: a row ${n} that nobody sent`);
    this.#compareTimes();
    this.#compareDamage();
    if (this.machine.databases.size > (this.#plan.outputs === "one" ? 1 : 2))
      this.#problems.push("database: another one was opened without a restart");
  }

  #compareDamage(): void {
    // Without faults of the disk every message that has a position was written: none may be called lost.
    const mayLose = this.#plan.steps.some(({ do: what }) => what === "disk" || what === "cut power");
    const said = /^.*(?:are lost|is unknown).*$/m.exec(this.machine.disk.text(`${JOURNAL}/damage.txt`) ?? "");
    if (said !== null && !mayLose) this.#problems.push(`untrue: ${said[0]}`);
  }

  /** After a replay each row must be what the current codec decodes from its frame. */
  #compareReplayed(): void {
    const times = TIMES[this.#epoch.header];
    for (const { place, values } of this.machine.rows) {
      if (place !== FRAMES) continue;
      const [n, v] = [Number(values["n"]), Number(values["v"])];
      if (v !== (n % 1000) * times) this.#problems.push(`replay: ${n} has ${v} after it`);
    }
  }

  #compareRow(sent: Sent, row: SentRow, found: readonly StoredRow[]): void {
    const { step } = sent;
    const of = step.do === "frame" ? "frame" : `${step.body} to ${step.realm}`;
    const name = `${row.n} (${of}, ${sent.answer})`;
    if (found.length > 1 && sent.mayBeTwice !== true)
      this.#problems.push(`doubled: ${name} is stored ${found.length} times`);
    if (this.#isRemoved(sent, name, found)) return;
    if (found.length === 0) {
      const isOwed = sent.answer === "acknowledged" || sent.answer === "rejected";
      if (isOwed && !this.#isTold(row.n)) this.#problems.push(`lost: ${name} is neither stored nor a dead letter`);
      return;
    }
    // A refused message is never stored [D48].
    const isRefused = ["unavailable", "rejected", "forbidden"].includes(sent.answer);
    const isFinal = (sent.answer === "unavailable" || !sent.retried) && sent.mayBeTwice !== true;
    if ((isRefused || sent.authority === "never") && isFinal) this.#problems.push(`no was yes: ${name} is stored`);
    const isRight = found.every(({ place, timeNs, values }) =>
      [...sent.epochs].some(
        (epoch) =>
          place === row.place &&
          sent.receivedNs.some((receivedNs) =>
            [10n, 1n].some((stepNs) =>
              timesOf(sent, row).some((one) => timeIn(epoch, sent, one, { receivedNs, stepNs }) === timeNs),
            ),
          ) &&
          (row.raw === undefined || Number(values["v"]) === row.raw * TIMES[epoch.header]),
      ),
    );
    if (!isRight) this.#problems.push(`wrong: ${name} is stored at ${found[0]!.place} ${found[0]!.timeNs}`);
  }

  /** A retried or repeated message may come after the deletion. */
  #isRemoved(sent: Sent, name: string, found: readonly StoredRow[]): boolean {
    if (sent.removed === undefined) return false;
    const isBack = sent.removed === "certainly" && found.length > 0 && !sent.retried && sent.mayBeTwice !== true;
    if (isBack) this.#problems.push(`back: ${name} is stored after its deletion`);
    return found.length === 0;
  }

  /** No two rows with receipt times have the same time. */
  #compareTimes(): void {
    const times = new Set<string>();
    const received = new Set(
      this.#sent.flatMap(({ rows }) => rows.filter(({ localMs }) => localMs === undefined).map(({ n }) => n)),
    );
    for (const { place, timeNs, values } of this.machine.rows) {
      if (!received.has(Number(values["n"]))) continue;
      const key = `${place} ${timeNs}`;
      if (times.has(key)) this.#problems.push(`time: two rows at ${key}`);
      times.add(key);
    }
  }

  #isTold(n: number): boolean {
    return new RegExp(`\\b${n}\\b`).test(this.#letters);
  }
}

/** For a clock that is behind, a time may be too far ahead to count [D54]. */
function timesOf({ step }: Sent, row: SentRow): readonly SentRow[] {
  if (step.do === "frame" || step.body !== "ahead") return [row];
  const { localMs: _, ...received } = row;
  return [row, received];
}

/** Meaning of a status for an upload; any other status is a reported refusal. */
const ANSWERS: Readonly<Record<number, Sent["answer"]>> = {
  200: "acknowledged",
  // Some pieces of a body may be stored.
  503: "late",
};

const FOREVER = { isAlive: true, parent: undefined, runs: true };
