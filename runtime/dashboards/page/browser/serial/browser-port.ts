/** The serial port of this browser: the channel that was chosen, its session, and what came. It outlives the view. */

import type { MeasurementDescription } from "../../../../model/measurement.ts";
import type { OfferedChannel } from "../../../../model/offered-channel.ts";
import { keep, kept } from "../app/kept.ts";
import { data } from "../app/page.ts";
import { devicePath, fetchNamed, get } from "../data/api.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import { Query } from "../data/query.ts";
import { feedKey, type MeasurementName } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import { ChannelDecoder, channelOf, type LoadModule } from "./channel-decoder.ts";
import { type PostAnswer, PostQueue } from "./post-queue.ts";
import { SerialSession } from "./serial-session.ts";
import { steadyMs } from "./steady-clock.ts";

const CHANNEL = "structline.serial-channel";
const BAUD = "structline.serial-baud";
const RANGE_MS = 60_000;
const CODECS_MS = 5000;
/** Bodies that the service answers with `said`: it has kept what it refused. */
const ANSWERED = [200, 400];
const FORBIDDEN = [403, 404];
const USELESS = 415;
const PATIENCE_MS = 30_000;

const load: LoadModule = (address) => import(new URL(address, document.baseURI).href);

export class BrowserPort {
  readonly #offered = new Query<readonly OfferedChannel[]>({ onChange: () => this.#follow() });
  session: SerialSession | undefined;
  queue: PostQueue | undefined;
  /** By measurement, of the session. */
  feeds = new Map<string, MeasurementFeed>();
  openedMs = 0;
  #problem = "";
  /** The channel whose frames they are instead. */
  instead: string | undefined;
  channel = kept(CHANNEL) ?? "";
  baudRate = Number(kept(BAUD) ?? 115_200);
  #recognised: SerialSession | undefined;
  readonly #requested = new Set<string>();

  constructor() {
    navigator.serial?.addEventListener("connect", ({ target }) => {
      void this.session?.cameBack(target as SerialPort).catch((error: Error) => {
        this.#problem = say("The port cannot be opened: {0}", error.message);
      });
    });
    addEventListener("beforeunload", (event) => {
      if ((this.queue?.waiting ?? 0) > 0) event.preventDefault();
    });
  }

  get chosen(): OfferedChannel | undefined {
    return this.channels?.find(({ name }) => name === this.channel) ?? this.channels?.[0];
  }

  /** Undefined: not read yet. */
  get channels(): readonly OfferedChannel[] | undefined {
    return this.#offered.answer;
  }

  get problem(): string {
    const { failure } = this.#offered;
    if (this.#problem !== "" || failure === undefined) return this.#problem;
    return say("The list of channels cannot be read: {0}", failure.message);
  }

  choose(channel: string, baudRate: number): void {
    this.channel = channel;
    this.baudRate = baudRate;
    keep(CHANNEL, channel);
    keep(BAUD, String(baudRate));
  }

  /** Asks the user for a port and reads it. */
  async open(): Promise<void> {
    const { chosen } = this;
    const port = await navigator.serial?.requestPort().catch(() => undefined);
    if (port === undefined || chosen === undefined) return;
    const { name } = chosen;
    const feeds = new Map<string, MeasurementFeed>();
    const queue = new PostQueue({ post: (body) => post(name, body) });
    try {
      const session = new SerialSession({
        port,
        baudRate: this.baudRate,
        decoder: await ChannelDecoder.load(chosen, load),
        queue,
        load,
        onBytes: () => this.#keep(),
        onRow: (measurement, timeMs, values) => {
          if (!feeds.has(measurement)) this.#open({ database: chosen.database, measurement }, feeds);
          feeds.get(measurement)?.live(timeMs + data.nowMs() - steadyMs(), values);
        },
      });
      await session.open();
      this.#problem = "";
      this.instead = undefined;
      this.#requested.clear();
      this.openedMs = data.nowMs();
      Object.assign(this, { session, queue, feeds });
    } catch (error) {
      this.#problem = say("The port cannot be opened: {0}", (error as Error).message);
    }
  }

  /** Call this often: takes over changed descriptions, and finds out whose frames they are if not the channel's. */
  async check(): Promise<void> {
    this.#keep();
    for (const feed of this.feeds.values()) {
      const known = data.feeds.get(feedKey(feed.description))?.description;
      if (known !== undefined) feed.update({ ...known, stored: false });
    }
    const { session, channels = [] } = this;
    if (session === undefined || !session.isForeign || this.#recognised === session) return;
    this.#recognised = session;
    const others = channels.filter(({ name }) => name !== session.channel);
    this.instead = await channelOf(session.sample, others, load).catch(() => undefined);
  }

  /** A reload of the service may change the codecs. */
  #keep(): void {
    this.#offered.keep("codecs", offeredChannels, this.session?.state === "open" ? { everyMs: CODECS_MS } : {});
  }

  #follow(): void {
    const { session, channels } = this;
    // If its codecs cannot be loaded, that is tried again with the next answer.
    if (session?.state === "open" && channels !== undefined)
      session.follow(channels.find(({ name }) => name === session.channel)).catch(() => {});
  }

  /** The service describes each struct of a channel; in a large fleet, the page has to ask. */
  #open(name: MeasurementName, feeds: Map<string, MeasurementFeed>): void {
    const known = data.feeds.get(feedKey(name))?.description;
    // What is stored of it is shown on the dashboards.
    const open = (description: MeasurementDescription) =>
      feeds.set(
        name.measurement,
        data.feedOver({ ...description, stored: false }, { kind: "live", rangeMs: RANGE_MS }),
      );
    if (known !== undefined) open(known);
    else if (!this.#requested.has(name.measurement)) {
      this.#requested.add(name.measurement);
      void fetchNamed(name).then(
        (found) => found && open(found),
        () => this.#requested.delete(name.measurement),
      );
    }
  }
}

function offeredChannels(): Promise<readonly OfferedChannel[]> {
  return get<readonly OfferedChannel[]>("codecs");
}

async function post(channel: string, body: Uint8Array<ArrayBuffer>): Promise<PostAnswer> {
  try {
    const answer = await fetch(devicePath(`lab/${channel}/data`), {
      method: "POST",
      headers: { "Content-Type": "application/vnd.structline.numbered-frames" },
      body,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const { status } = answer;
    const said = await answer.text();
    if (ANSWERED.includes(status)) return { kind: "kept", said: status === 200 ? warningIn(said) : said };
    if (status === 413) return { kind: "smaller", said };
    if (status === 401) return { kind: "later", said: say("Log in again, in another tab.") };
    const kind = FORBIDDEN.includes(status) ? "forbidden" : status === USELESS ? "refused" : "later";
    return { kind, said: `${status} ${said}` };
  } catch {
    return { kind: "later", said: say("The service does not answer.") };
  }
}

function warningIn(answer: string): string {
  const all = JSON.parse(answer) as readonly { readonly type: string; readonly message: string }[];
  return all.flatMap(({ type, message }) => (type === "warning" ? [message] : [])).join(" ");
}
