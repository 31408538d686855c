/** `POST /api/…/data` and `…/event` [D18–D21]. */

import type { IncomingMessage } from "node:http";
import { type Context, type Handler, Hono } from "hono";
import { incomingOf, peerOf, senderOf } from "../../http/caller.ts";
import type { DirectAnswer, DirectHandler } from "../../http/direct.ts";
import type { HttpSettings } from "../../http/keys.ts";
import { inPath, query } from "../../http/parameters.ts";
import { WRITERS_OF_REALM } from "../../http/permission.ts";
import { declared, type Operation } from "../../http/route.ts";
import { SAID } from "../../http/schema.ts";
import type { Addressing } from "../../intake/addressing.ts";
import { type Acceptance, accepted } from "../../intake/intake.ts";
import { type Decoding, perEpoch, showBytes } from "../../intake/message-kind.ts";
import {
  type Address,
  type AddressProblem,
  type AddressResult,
  CHANNELS_REALM,
  channelId,
  realmOf,
} from "../../model/address.ts";
import type { HttpManners, Query } from "../../model/address-forms.ts";
import { type BodyReader, readerOf } from "../../model/body-reader.ts";
import { COMMAND_HEADER } from "../../model/command.ts";
import type { PostedReplies } from "../../model/device-network.ts";
import { TelemetryError, ValueError } from "../../model/error-signal.ts";
import type { Message } from "../../model/message.ts";
import type { SourceContext } from "../source.ts";
import type { HttpAccess } from "./access.ts";
import { Bodies } from "./bodies.ts";
import { type ContentType, contentTypeOf } from "./content-type.ts";
import { corsHeaders } from "./cors.ts";
import { headerLineOf, withHeaderMark } from "./csv-header-line.ts";
import { CsvUpload } from "./csv-upload.ts";
import { DropFields } from "./drop-fields.ts";
import { checkWriting, failure, responseOf, Signalled, watchWriting } from "./failure.ts";
import { keptSum, keptTexts, NOTHING_KEPT } from "./kept.ts";
import { isPacked, packedAsJson } from "./packed-bodies.ts";
import {
  addressOf,
  asUtf8,
  type BodyStream,
  openBody,
  openIncoming,
  readIncoming,
  readWhole,
  tooLarge,
  type Watch,
  wholeAsUtf8,
} from "./request-body.ts";

export interface HttpSourceOptions extends Pick<SourceContext, "intake" | "decoding" | "csvHeaders" | "commands"> {
  readonly settings: Pick<HttpSettings, "maxBodyBytes" | "corsOrigins">;
  readonly clock: { nowNs(): bigint };
  /** Bounds the total of incomplete bodies. */
  readonly bodies?: Bodies;
  readonly access?: HttpAccess;
  /** For devices whose data a network server posts. */
  readonly posts?: readonly PostedReplies[];
  /** For bodies of formats of parts. */
  readonly bodyReaders?: readonly BodyReader[];
}

/**
 * For `createServer`: a client that sends its header slowly or never cannot hold a connection for long. Bodies have
 * their own limits.
 */
export const HTTP_SERVER_OPTIONS = {
  headersTimeout: 15_000,
  // A large CSV body may take long; reading it has its own timeout.
  requestTimeout: 0,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
  connectionsCheckingInterval: 5000,
} as const;

const CONTENT_TYPES: Readonly<Record<"data" | "event", readonly string[]>> = {
  data: ["application/json", "application/x-ndjson", "application/x-www-form-urlencoded", "text/csv"],
  event: ["application/json", "application/x-www-form-urlencoded"],
};

const BINARY = "application/octet-stream";
const FORM = "application/x-www-form-urlencoded";
const POSTS = {
  method: "post",
  answers: ["application/json"],
  answer: SAID,
  errors: [400, 404, 413, 415, 503],
  may: WRITERS_OF_REALM,
  parameters: [
    inPath("address", "With its slashes", "mqttkit-1/testdrive/area-42/node-1"),
    { ...query("Idempotency-Key", "What comes again with the same one is stored once", "3f0c2a9e-17"), in: "header" },
  ],
} as const;
const POSTED: readonly Operation[] = [
  {
    ...POSTS,
    path: "/api/{address}/data",
    summary: "Data of a device: `<realm>/<network>/<gateway>/<node>`, or `<realm>/channel/<channel_id>`",
    body: {
      "application/json": { temperature: 42.84, humidity: 83 },
      [FORM]: "temperature=42.84&humidity=83",
      "text/csv": "## time,temperature,humidity\n2026-01-31T12:00:00Z,42.84,83\n",
    },
  },
  {
    ...POSTS,
    path: "/api/{address}/event",
    summary: "An annotation of a device",
    body: { "application/json": { title: "Maintenance", text: "Sensor cleaned", tags: "service" } },
  },
];
/** A line of Graphite's plaintext protocol. */
const GRAPHITE = /^[\w.;=-]+ -?[\d.eE+-]+ \d{10}\r?(?:\n|$)/;
const GRAPHITE_HINT =
  ": it is Graphite's plaintext; let Telegraf read it (data_format = graphite) and write line protocol to /write";
const EXPORTED = /\/(?:data|event)\.[^/]+$/;

/** As in draft-ietf-httpapi-idempotency-key-header, except that a different body with the same key is a new message. */
const KEY_HEADER = "idempotency-key";
const LONGEST_KEY = 255;

const ALL_BODIES = new Bodies();

/** Handles everything under `/api/`; mounted at the root. */
export function httpSource(options: HttpSourceOptions): Hono {
  const app = new Hono();
  const dropFields = DropFields.now(options.decoding);
  const posted: Handler = async (context, next) => {
    // Reading by address belongs to the views.
    if (context.req.method === "GET" && EXPORTED.test(context.req.path)) return next();
    const target = targetOf(new URL(context.req.url).pathname, options.decoding);
    return responseOf(await new DataRequest(options, dropFields(), target, ofHono(context, options)).respond());
  };
  app.all("/api/*", declared(POSTED, posted));
  return app;
}

/** Bodies up to this size nearly always arrive together with their request's head, bytes. */
const SMALL_BODY = 64 << 10;
/** A path that needs no decoding and does not match other routes. Frames of channels have their own route. */
const PLAIN_PATH = new RegExp(`^/api/(?!${CHANNELS_REALM}/)[\\w-]+(?:/[\\w-][\\w.-]*)*/(?:data|event)$`);
/** Maximum number of cached paths; then the cache starts anew. */
const MOST_KNOWN = 10_000;
const LONGEST_KNOWN = 256;

/**
 * Handles the frequent case of devices: a small body for a plain address. All other requests go to `httpSource`; the
 * answers are the same.
 */
export function directPosts(options: HttpSourceOptions): DirectHandler {
  const dropFields = DropFields.now(options.decoding);
  const known = perEpoch(options.decoding, () => new Map<string, Target>());
  const largest = Math.min(SMALL_BODY, options.settings.maxBodyBytes);
  return (incoming) => {
    const { method, url = "", headers } = incoming;
    if (method !== "POST") return undefined;
    const announced = Number(headers["content-length"]);
    if (!(announced <= largest) || headers.origin !== undefined) return undefined;
    const target = known().get(url) ?? learn(url);
    return target && new DataRequest(options, dropFields(), target, ofNode(incoming, options)).respond();
  };

  function learn(url: string): Target | undefined {
    if (url.length > LONGEST_KNOWN || !PLAIN_PATH.test(url)) return undefined;
    const target = targetOf(url, options.decoding);
    if (target.result.address === undefined) return undefined;
    if (known().size >= MOST_KNOWN) known().clear();
    known().set(url, target);
    return target;
  }
}

/** A request, from Node or from hono. */
interface PostedRequest {
  /** The object by which access control identifies it. */
  readonly request: object;
  readonly method: string;
  readonly sender: string;
  /** Part after the path, without its question mark; empty if there is none. */
  readonly query: string;
  /** A header by its lower-case name. */
  header(name: string): string | undefined;
  /** @param watch can abort the body */
  body(watch: Watch): BodyStream;
  /** @throws TelemetryError (code `too-large`, `incomplete`) */
  whole(maxBytes: number, watch: Watch): Promise<Buffer>;
  /** That of the sender's network. */
  address(): string;
}

function ofHono(context: Context, { bodies = ALL_BODIES }: HttpSourceOptions): PostedRequest {
  const { raw, method } = context.req;
  return {
    request: senderOf(context),
    method,
    sender: peerOf(incomingOf(context)),
    query: new URL(raw.url).search.slice(1),
    header: (name) => raw.headers.get(name) ?? undefined,
    body: (watch) => openBody(context, watch, bodies),
    whole: (maxBytes, watch) => readWhole(openBody(context, watch), maxBytes, bodies, addressOf(incomingOf(context))),
    address: () => addressOf(incomingOf(context)),
  };
}

function ofNode(incoming: IncomingMessage, { bodies = ALL_BODIES }: HttpSourceOptions): PostedRequest {
  const { headers, method = "" } = incoming;
  return {
    request: incoming,
    method,
    sender: peerOf(incoming),
    query: "",
    header: (name) => headers[name] as string | undefined,
    body: (watch) => openIncoming(incoming, watch, bodies),
    whole: (maxBytes, watch) => readIncoming(incoming, maxBytes, bodies, watch),
    address: () => addressOf(incoming),
  };
}

/** The text of most answers, and the answer with it alone. */
let usual = { text: "", body: "" };

/** [hot path] */
function answerOf(texts: readonly string[], command: string | undefined, indent: number | undefined): string {
  const [text = ""] = texts;
  const isShort = texts.length === 1 && command === undefined && indent === undefined;
  if (isShort && text === usual.text) return usual.body;
  const answer = texts.map((message) => ({ type: "info", message }));
  if (command !== undefined) answer.push({ type: "command", message: command });
  const body = JSON.stringify(answer, null, indent);
  if (isShort) usual = { text, body };
  return body;
}

class DataRequest {
  readonly #options: HttpSourceOptions;
  readonly #dropFields: DropFields;
  readonly #incoming: PostedRequest;
  readonly #path: string;
  readonly #target: AddressResult;
  readonly #channelId: string | undefined;
  /** The sender's idempotency key. */
  readonly #key: string | undefined;
  /** Number of messages in the request. */
  #messages = 0;
  /** The part of the body received so far, for the dead letter. */
  #payload: Uint8Array = new Uint8Array();

  constructor(options: HttpSourceOptions, dropFields: DropFields, target: Target, incoming: PostedRequest) {
    this.#options = options;
    this.#dropFields = dropFields;
    this.#incoming = incoming;
    this.#path = target.path;
    this.#target = target.result;
    this.#channelId = target.channelId;
    this.#key = incoming.header(KEY_HEADER) || undefined;
  }

  async respond(): Promise<DirectAnswer> {
    if (this.#incoming.method === "OPTIONS") return { status: 204, headers: this.#headers(), body: null };
    try {
      const query = this.#query();
      if (query !== undefined) return await this.#respondToQuery(query);
      const texts = await this.#receive();
      this.#learn();
      const headers: Record<string, string> = { ...this.#headers(), "Content-Type": "application/json" };
      const command = this.#options.commands?.hasFetched === true ? await this.#fetchCommand() : undefined;
      if (command !== undefined) headers[COMMAND_HEADER] = command;
      return { status: 200, headers, body: answerOf(texts, command, this.#manners.indent) };
    } catch (error) {
      if (error instanceof Signalled) return failure(error.reason, this.#headers());
      if (error instanceof TelemetryError) return this.#refuse(error);
      throw error;
    }
  }

  /** The query of a device that sends by GET; undefined for other requests. */
  #query(): Query | undefined {
    const { method, query } = this.#incoming;
    return method === "GET" || (method === "POST" && query !== "")
      ? this.#addressing.queryOf(this.#target.address?.reading)
      : undefined;
  }

  async #respondToQuery({ answer }: Query): Promise<DirectAnswer> {
    // Another site's page could make a browser send this; browsers name their site, devices do not.
    const site = this.#incoming.header("sec-fetch-site");
    if (site !== undefined && site !== "none" && site !== "same-origin")
      throw new ValueError("Other sites may not send here", "forbidden");
    this.#checkAccess();
    const payload = this.#strip(Buffer.from(this.#incoming.query));
    if (payload.length === 0) throw new ValueError("Empty query", "empty");
    await this.#accept(payload, FORM);
    return { status: 200, headers: { ...this.#headers(), "Content-Type": "text/plain; charset=utf-8" }, body: answer };
  }

  /** As hexadecimal digits. */
  async #fetchCommand(): Promise<string | undefined> {
    const frame = this.#place && (await this.#options.commands?.fetch(this.#place));
    return frame && showBytes(frame, frame.length);
  }

  /** The device's name for commands. */
  get #place(): string | undefined {
    const { address } = this.#target;
    return address === undefined || address.kind === "event" ? undefined : channelId(address).slice(1);
  }

  #headers(): Record<string, string> {
    const { corsOrigins } = this.#options.settings;
    const headers = corsHeaders(this.#incoming.method, this.#incoming.header("origin"), corsOrigins);
    if (this.#channelId !== undefined) headers["Channel-Id"] = this.#channelId;
    return headers;
  }

  /** Texts of the answer. A valid post waits only for its body and the disk. */
  async #receive(): Promise<readonly string[]> {
    const { address, problem } = this.#target;
    if (problem !== undefined) throw await this.#unknownAddress(problem);
    if (this.#incoming.method !== "POST" && !(this.#incoming.method === "PUT" && this.#manners.put === true)) {
      throw new ValueError(`Method ${this.#incoming.method} is not allowed here, use POST`, "wrong-method");
    }
    this.#checkAccess();
    if (this.#key !== undefined && this.#key.length > LONGEST_KEY)
      throw new ValueError(`Idempotency-Key is longer than ${LONGEST_KEY} characters`, "bad-value");
    const contentType = this.#contentType.form;
    if (!this.#takes(contentType, address)) throw await this.#unknownContentType(contentType);
    return contentType === "text/csv" ? this.#acceptCsv(address) : this.#acceptWhole(contentType);
  }

  async #unknownAddress({ arrived, message, code }: AddressProblem): Promise<TelemetryError> {
    // Data of a mistyped channel can be stored later. With access control, nothing is kept before authorisation.
    if (arrived !== undefined && this.#options.access === undefined) this.#payload = await this.#readWhole();
    return new ValueError(message, code);
  }

  #checkAccess(): void {
    const { address } = this.#target;
    if (address !== undefined) checkWriting(this.#options.access, this.#incoming.request, address);
  }

  // A slow body is aborted when its sender loses permission; a body that arrived with its head is not watched.
  get #watch(): Watch {
    return watchWriting(this.#options.access, this.#incoming.request, this.#target.address);
  }

  get #contentType(): ContentType {
    return contentTypeOf(this.#incoming.header("content-type"));
  }

  #takes(contentType: string, address: Address): boolean {
    if (address.kind !== "value" && CONTENT_TYPES[address.kind].includes(contentType)) return true;
    if (address.kind !== "value" && isPacked(contentType)) return true;
    if (this.#readerOf(contentType) !== undefined) return true;
    return address.kind === "data" && contentType === "application/octet-stream" && this.#takesBinary(address);
  }

  // Reads the body anyway: it is kept with the error, and can be stored once somebody knows its type.
  async #unknownContentType(contentType: string): Promise<TelemetryError> {
    const body = await this.#readWhole();
    this.#payload = body;
    if (contentType === "") return new ValueError("Unable to handle request without Content-Type", "no-content-type");
    const more = GRAPHITE.test(body.toString("latin1", 0, 1000)) ? GRAPHITE_HINT : "";
    return new ValueError(`Unable to handle Content-Type '${contentType}'${more}`, "unknown-content-type");
  }

  #takesBinary({ realm }: Address): boolean {
    return this.#options.decoding.now.epoch.realms.some(({ name, binary }) => name === realm && binary !== undefined);
  }

  async #acceptWhole(contentType: string): Promise<readonly string[]> {
    const reader = this.#readerOf(contentType);
    // An empty body may be a message whose values are all zero.
    const body = await this.#readWhole();
    if (body.length === 0 && reader === undefined) throw new ValueError("Empty request body", "empty");
    if (reader !== undefined) return this.#acceptRead(reader, body, contentType);
    const payload = await this.#translated(body, contentType);
    const type = isPacked(contentType) ? "application/json" : contentType;
    const accepted = await this.#accept(payload, type);
    if (this.#options.commands?.awaitsNews === true && type === "application/json") this.#tellNews(payload);
    return keptTexts(keptSum(NOTHING_KEPT, accepted));
  }

  #readerOf(contentType: string): BodyReader | undefined {
    const { bodyReaders = [] } = this.#options;
    return readerOf(bodyReaders, { source: "http", address: this.#path, contentType }, this.#target.address);
  }

  /** @throws TelemetryError */
  async #acceptRead(reader: BodyReader, body: Buffer, contentType: string): Promise<readonly string[]> {
    this.#payload = body;
    let kept = NOTHING_KEPT;
    for (const message of await reader.read(this.#message(body, contentType), this.#target.address!)) {
      const { payload, contentType: type } = this.#dropFields.stripRead(message);
      kept = keptSum(kept, await this.#accept(payload, type));
    }
    return keptTexts(kept);
  }

  /** The body in a form that the log takes: JSON in UTF-8, unless it is binary. */
  async #translated(body: Buffer, contentType: string): Promise<Buffer> {
    if (contentType === BINARY) return body;
    try {
      const text = isPacked(contentType)
        ? await packedAsJson(contentType, body)
        : wholeAsUtf8(body, this.#contentType.charset);
      return text === body ? body : this.#strip(text);
    } catch (error) {
      this.#payload = body;
      throw error;
    }
  }

  #tellNews(payload: Buffer): void {
    const event = this.#addressing.networks.bodyReport(payload);
    if (event !== undefined && this.#place !== undefined) this.#options.commands?.networkSays(this.#place, event);
  }

  async #readWhole(): Promise<Buffer> {
    const limit = this.#options.settings.maxBodyBytes;
    const announced = Number(this.#incoming.header("content-length") ?? 0);
    if (announced > limit) throw tooLarge(limit);
    return this.#strip(await this.#incoming.whole(limit, this.#watch));
  }

  #strip(body: Buffer): Buffer {
    const query = this.#addressing.queryOf(this.#target.address?.reading);
    const kept = this.#dropFields.strip(body);
    return query === undefined ? kept : new DropFields(query.secrets).strip(kept);
  }

  #acceptCsv(address: Address): Promise<readonly string[]> {
    const upload = new CsvUpload({
      header: async () => {
        const header = await this.#options.csvHeaders.get(address);
        this.#dropFields.refuseColumns(header?.fields ?? []);
        return header;
      },
      setHeader: async (header) => {
        this.#dropFields.refuseColumns(header.fields);
        await this.#options.csvHeaders.set(address, header, this.#incoming.sender);
      },
      accept: (payload, type) => this.#accept(payload, type),
      isSteady: this.#key !== undefined,
      isFile: this.#incoming.header("content-length") !== undefined,
      refused: (payload) => {
        this.#payload = payload;
      },
      bodies: this.#options.bodies ?? ALL_BODIES,
      address: this.#incoming.address(),
    });
    const at = headerLineOf(this.#incoming.header("content-type"));
    const body = asUtf8(this.#incoming.body(this.#watch), this.#contentType.charset);
    if (at !== undefined) return upload.run(withHeaderMark(body, at));
    return upload.run(this.#manners.table?.(body) ?? body);
  }

  get #addressing(): Addressing {
    return this.#options.decoding.now.addressing;
  }

  get #manners(): HttpManners {
    const { address } = this.#target;
    return this.#addressing.manners(address && realmOf(this.#options.decoding.now.epoch.realms, address.realm));
  }

  /** A post through a network's server may say how commands are posted back. */
  #learn(): void {
    for (const posts of this.#options.posts ?? []) {
      if (this.#incoming.header(posts.header) !== undefined && this.#place !== undefined)
        posts.learn(this.#place, this.#incoming.header);
    }
  }

  // The client may have lost its permission while the body arrived. Intake has already signalled what it refuses.
  async #accept(payload: Uint8Array, contentType: string): Promise<Acceptance> {
    this.#checkAccess();
    try {
      const user = this.#options.access?.userOf(this.#incoming.request) ?? "";
      const key = this.#key && `${user === "" ? "" : `${user}\n`}${this.#key}/${this.#messages++}`;
      return await accepted(this.#options.intake, this.#message(payload, contentType), key);
    } catch (error) {
      throw error instanceof TelemetryError ? new Signalled(error) : error;
    }
  }

  #refuse(error: TelemetryError): DirectAnswer {
    this.#options.intake.reject(this.#message(this.#payload, this.#contentType.form), error);
    return failure(error, this.#headers());
  }

  #message(payload: Uint8Array, contentType: string): Message {
    const receivedNs = this.#options.clock.nowNs();
    const { sender } = this.#incoming;
    return { source: "http", address: this.#path, sender, contentType, receivedNs, payload };
  }
}

interface Target {
  /** The decoded part after `/api/`. */
  readonly path: string;
  readonly result: AddressResult;
  /** For the answer's header; absent without a valid address. */
  readonly channelId?: string;
}

function targetOf(pathname: string, { now }: Decoding): Target {
  const raw = pathname.slice("/api/".length);
  const parts = decodeParts(raw);
  // A slash inside a part would look like a separator.
  if (parts === undefined || parts.some((part) => part.includes("/"))) {
    const message = `Address '${raw}' is not percent-encoded UTF-8 without slashes in its parts`;
    return { path: raw, result: { problem: { code: "unknown-address", message } } };
  }
  const path = parts.join("/");
  const result = now.addressing.parsePath(path, now.epoch.realms);
  return { path, result, ...(result.address && { channelId: encodeURI(channelId(result.address)) }) };
}

function decodeParts(path: string): string[] | undefined {
  try {
    return path.split("/").map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
