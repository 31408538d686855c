/** Steps of a run about alarms: limits and mutes that users set, floods of them in one realm, and looks at the list. */

import { AlarmField, type Outcome } from "./alarm-model.ts";
import { type Authority, ROOT_TOKEN } from "./authority.ts";
import type { Machine, Running } from "./machine.ts";
import type { Plan, Step, UserName } from "./steps.ts";
import type { Answered, Asked } from "./web.ts";

type Right = ReturnType<Authority["during"]>;
type Place = Extract<Step, { do: "limit" }>["place"];

export interface AlarmStepsOptions {
  readonly machine: Machine;
  readonly plan: Plan;
  readonly authority: Authority;
  readonly running: () => Running | undefined;
  readonly problem: (sentence: string) => void;
}

/** Of a field of frames only an administrator has the right. */
const FRAME_FIELD = { realm: "rig", database: "rig_bus", measurement: "07_probe", column: "v" };
/** More than the budget of a realm. */
const FLOOD = 1010;
/** Devices of floods have such names. */
const FLOODED = "flood";
const NO_EFFECT = [400, 401, 403, 409, 429, 501];
const LIMITS = { method: "PUT", path: "/alarms/limits" } as const;
const MUTE = { method: "POST", path: "/alarms/mute" } as const;
/** After this time the system clock is believed, ms. */
const BELIEVED_MS = 15_000;
const HOLD_MS = 500;
/** A request is answered by then, ms. */
const SETTLED_MS = 20_000;

export class AlarmSteps {
  readonly #from: AlarmStepsOptions;
  readonly #fields = new Map<string, AlarmField>();
  /** How many alarms, and how many fields without one, were found as expected. */
  readonly found = { alarms: 0, calm: 0, mutes: 0 };
  /** Realms whose list may be full of active alarms. */
  readonly #full = new Set<string>();
  /** The disk had faults since the start of the process. */
  #isTroubled = false;
  #clockMs = Number.NEGATIVE_INFINITY;

  constructor(from: AlarmStepsOptions) {
    this.#from = from;
  }

  async limit({ by, place, limit }: Pick<Extract<Step, { do: "limit" }>, "by" | "place" | "limit">): Promise<void> {
    if (this.#from.running() === undefined) return;
    const { realm, ...at } = placeOf(place);
    const field = this.#field(at);
    const operation = field.begin(this.#nowMs);
    field.mayLimit(limit);
    const limits = limit === undefined ? null : { alarm: { max: limit.max }, holdMs: limit.holdMs ?? 0 };
    const answered = await this.#change(by, realm, LIMITS, { ...at, limits });
    field.limited(operation, outcomeOf(answered), limit);
  }

  /** Until the alarm clears, or no longer. */
  async mute({ by, place, isMuted }: Extract<Step, { do: "mute" }>): Promise<void> {
    if (this.#from.running() === undefined) return;
    const { realm, ...at } = placeOf(place);
    const field = this.#field(at);
    const operation = field.begin(this.#nowMs);
    const body = { ...at, ...(!isMuted && { minutes: 0 }) };
    field.muted(operation, outcomeOf(await this.#change(by, realm, MUTE, body)), isMuted);
  }

  /** More mutes or alarms than there is room for, in this realm. */
  async flood({ by, realm, what }: Extract<Step, { do: "flood" }>): Promise<void> {
    const running = this.#from.running();
    if (running === undefined) return;
    const database = `${realm}_plant`;
    if (what === "mutes") {
      const muted = Array.from({ length: FLOOD }, (_, n) => {
        const place = { database, measurement: `hall_${FLOODED}_sensors`, column: `c${n}` };
        return this.#change(by, realm, MUTE, { ...place, minutes: 60 });
      });
      await Promise.all(muted);
      return;
    }
    this.#full.add(realm);
    const limits = { alarm: { max: 0 } };
    const place = { database, measurement: "*", column: "x" };
    const { status } = await this.#change(by, realm, LIMITS, { ...place, limits });
    if (status !== 204 || this.#from.running() !== running) return;
    const { intake, clock } = running.context;
    for (let n = 0; n < FLOOD; n++) {
      const address = `${realm}/plant/hall/${FLOODED}${n}/data`;
      const message = { source: "http", address, sender: "10.0.0.2", contentType: "application/json" };
      intake.take({
        message: { ...message, receivedNs: clock.nowNs(), payload: Buffer.from('{"x":1}') },
        acknowledge: () => {},
        refuse: () => {},
      });
    }
  }

  /** @returns what to call with the answer; undefined if no field is watched */
  valued(place: Place, value: number | undefined): (answer: "shown" | "not" | "perhaps") => void {
    const field = this.#field(placeOf(place));
    const operation = field.begin(this.#nowMs);
    if (this.#nowMs - this.#clockMs < BELIEVED_MS) field.forgetTimes();
    return (answer) => {
      if (answer === "not") field.end(operation);
      else field.valued(operation, answer === "shown" ? value : undefined, this.#nowMs);
    };
  }

  /** The list as a user sees it. */
  async look(by: UserName | "root"): Promise<void> {
    const running = this.#from.running();
    if (running === undefined) return;
    const quiet = [...this.#fields.values()].flatMap((field) => (field.isQuiet ? [[field, field.begun] as const] : []));
    const fromMs = this.#nowMs;
    const token = this.#tokenOf(by);
    const asked = { method: "GET", path: "/alarms", token, from: by } as const;
    const { status, text } = await this.#from.machine.ask(running, asked);
    if (this.#from.running() !== running) return;
    const may = (place: string) => this.#rightOf(by, token, place.split("_", 1)[0]!, fromMs);
    if (status !== 200) {
      if (may("beta") === "always") this.#from.problem(`alarms: ${by} was answered ${status} for the list`);
      return;
    }
    const { active, muted } = JSON.parse(text) as Listed;
    const listed = { active: new Set(active.map(placeText)), muted: new Set(muted.map(placeText)) };
    for (const place of [...listed.active, ...listed.muted])
      if (may(place) === "never") this.#from.problem(`authority: ${by} sees the alarm of ${place}`);
    const undisturbed = quiet.filter(([field, begun]) => field.begun === begun && may(field.place) === "always");
    for (const [field] of undisturbed) this.#compare(field, listed);
  }

  #compare({ place, isActive, isMuted }: AlarmField, listed: Record<"active" | "muted", ReadonlySet<string>>): void {
    const isRoomSure = !this.#full.has(place.split("_", 1)[0]!);
    if (isActive === false || (isActive && isRoomSure)) {
      this.found[isActive ? "alarms" : "calm"]++;
      if (listed.active.has(place) !== isActive)
        this.#from.problem(`alarm: that of ${place} is ${isActive ? "not " : ""}active`);
    }
    if (isMuted) this.found.mutes++;
    if (isMuted !== undefined && listed.muted.has(place) !== isMuted)
      this.#from.problem(`mute: that of ${place} is ${isMuted ? "gone" : "still there"}`);
  }

  #rightOf(by: UserName | "root", token: string, realm: string, fromMs: number): Right {
    if (by === "root" || this.#from.plan.users === "nobody") return "always";
    return this.#from.authority.during(by, token, realm, fromMs, this.#nowMs);
  }

  /** Rows that no step has noted. */
  static isFlooded(place: string): boolean {
    return place.includes(`/hall_${FLOODED}`);
  }

  diskFails(): void {
    this.#isTroubled = true;
  }

  /** @param lastsMs until it changes again */
  clockChanges(lastsMs: number): void {
    this.#clockMs = Math.max(this.#clockMs, this.#nowMs + lastsMs);
  }

  /** Earlier messages may be judged now. */
  forget(): void {
    for (const field of this.#fields.values()) field.forget();
  }

  /** Its alarms go with a measurement, at any time until the deletion is answered. @returns what to call then */
  removing(measurement: string): () => void {
    const fields = [...this.#fields.values()].filter(({ place }) => place.startsWith(`${measurement}/`));
    const ends = fields.map((field) => [field, field.begin(this.#nowMs)] as const);
    return () => {
      for (const [field, operation] of ends) {
        field.end(operation);
        field.forget();
      }
    };
  }

  restarted(how: "restart" | "kill" | "cut power"): void {
    const { disk } = this.#from.machine;
    const saved = this.#isTroubled ? "nothing" : how === "restart" ? "all" : "older";
    for (const field of this.#fields.values()) field.restarted(this.#nowMs, saved);
    this.#isTroubled = disk.failing > 0 || disk.room !== undefined;
  }

  damaged(): void {
    for (const field of this.#fields.values()) field.damaged();
  }

  /** After all faults: a limit is taken, a value beyond it raises its alarm, one within it clears it, as does one without a limit. */
  async check(places: readonly Place[], send: (place: Place, isBeyond: boolean) => Promise<void>): Promise<void> {
    const { machine } = this.#from;
    // So that the system clock is believed.
    while (this.#nowMs - this.#clockMs <= BELIEVED_MS) await machine.scheduler.pass(1000 * 1_000_000);
    for (const limit of [{ max: 50 }, undefined]) {
      for (const place of places) await machine.settle(this.limit({ by: "root", place, limit }), SETTLED_MS);
      if (limit !== undefined) await this.#checkValues(places, send, { areBeyond: false, areAlarms: false });
      await this.#checkValues(places, send, { areBeyond: true, areAlarms: limit !== undefined });
    }
  }

  /** Another realm's limits, alarms and mutes change nothing of the frames' field: its hold, its alarm, its mute. */
  async checkNeighbours(send: (place: Place, isBeyond: boolean) => Promise<void>): Promise<void> {
    const { machine } = this.#from;
    const place = "frames";
    const other = { realm: "acme", device: "a" };
    const settled = (step: Promise<void>) => machine.settle(step, SETTLED_MS);
    await settled(this.limit({ by: "root", place, limit: { max: 50, holdMs: HOLD_MS } }));
    await this.#checkValues([place], send, { areBeyond: false, areAlarms: false });
    await send(place, true);
    await settled(this.limit({ by: "root", place: other, limit: { max: 80 } }));
    await machine.scheduler.pass(2 * HOLD_MS * 1_000_000);
    await this.#checkValues([place], send, { areBeyond: true, areAlarms: true });
    await settled(this.mute({ do: "mute", by: "root", place, isMuted: true }));
    for (const what of ["alarms", "mutes"] as const)
      await settled(this.flood({ do: "flood", by: "root", realm: other.realm, what }));
    await machine.scheduler.pass(HOLD_MS * 1_000_000);
    await settled(this.look("root"));
  }

  async #checkValues(
    places: readonly Place[],
    send: (place: Place, isBeyond: boolean) => Promise<void>,
    { areBeyond, areAlarms }: { readonly areBeyond: boolean; readonly areAlarms: boolean },
  ): Promise<void> {
    for (const place of places) await send(place, areBeyond);
    await this.#from.machine.settle(this.look("root"), SETTLED_MS);
    for (const { place, isActive } of places.map((place) => this.#field(placeOf(place))))
      if (isActive !== areAlarms) this.#from.problem(`alarm: whether ${place} is active is unknown in the end`);
  }

  #field({ database, measurement, column }: Listing): AlarmField {
    const place = `${database}/${measurement}/${column}`;
    const known = this.#fields.get(place) ?? new AlarmField(place);
    this.#fields.set(place, known);
    return known;
  }

  async #change(
    by: UserName | "root",
    realm: string,
    { method, path }: Pick<Asked, "method" | "path">,
    body: object,
  ): Promise<Answered> {
    const running = this.#from.running();
    if (running === undefined) return { status: undefined, text: "" };
    const fromMs = this.#nowMs;
    const token = this.#tokenOf(by);
    const asked = { method, path, token, from: by, contentType: "application/json", body: [JSON.stringify(body)] };
    const answered = await this.#from.machine.ask(running, asked);
    if (this.#from.plan.users === "nobody") return answered;
    const { status } = answered;
    const right = this.#rightOf(by, token, realm, fromMs);
    const name = `${method} ${path} in ${realm} by ${by}`;
    if (right === "never" && (status === 204 || status === 409))
      this.#from.problem(`authority: ${name} succeeded without the right`);
    if (right === "always" && (status === 401 || status === 403 || status === 429))
      this.#from.problem(`authority: ${name} was refused with ${status}`);
    return answered;
  }

  #tokenOf(by: UserName | "root"): string {
    return by === "root" ? ROOT_TOKEN : this.#from.authority.tokenOf(by);
  }

  get #nowMs(): number {
    return this.#from.machine.trueMs;
  }
}

function outcomeOf({ status }: Answered): Outcome {
  if (status === 204) return "done";
  return NO_EFFECT.includes(status ?? 0) ? "refused" : "unknown";
}

interface Listed {
  readonly active: readonly Listing[];
  readonly muted: readonly Listing[];
}

type Listing = Readonly<Record<"database" | "measurement" | "column", string>>;

function placeText({ database, measurement, column }: Listing): string {
  return `${database}/${measurement}/${column}`;
}

function placeOf(place: Place): Listing & { readonly realm: string } {
  if (place === "frames") return FRAME_FIELD;
  const { realm, device } = place;
  return { realm, database: `${realm}_plant`, measurement: `hall_${device}_sensors`, column: "t" };
}
