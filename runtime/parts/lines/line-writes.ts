/**
 * `POST /write` of InfluxDB 1 and `POST /api/v2/write` of InfluxDB 2: their clients can write here after a change of
 * the address.
 */

import type { Context } from "hono";
import { incomingOf, peerOf, senderOf } from "../../http/caller.ts";
import { INFLUXQL, PINGED, WRITE_1, WRITE_2, WRITE_3 } from "../../http/influxdb-parameters.ts";
import { USERS, WRITERS_OF_REALM } from "../../http/permission.ts";
import { addRoute, type Operation } from "../../http/route.ts";
import { listOf, record, TEXT } from "../../http/schema.ts";
import { type Acceptance, accepted, rowsRefused } from "../../intake/intake.ts";
import { dictionary } from "../../lib/dictionary.ts";
import { storedName } from "../../model/address.ts";
import { tellIn } from "../../model/bounds.ts";
import { TelemetryError, ValueError } from "../../model/error-signal.ts";
import type { Message } from "../../model/message.ts";
import { ALL_REALMS, type DecodedRealm } from "../../model/realm-settings.ts";
import { Bodies } from "../../sources/http/bodies.ts";
import { checkWriting, failure, watchWriting } from "../../sources/http/failure.ts";
import { addressOf, openBody, readWhole } from "../../sources/http/request-body.ts";
import type { Source, SourceContext } from "../../sources/source.ts";
import { AUTO, type LineOptions, lineType, PRECISIONS } from "./line-messages.ts";
import { StoredTypes } from "./stored-types.ts";

const LONGEST_NAME = 200;
/** More hold up what others send: at 42 bytes a line, `max_body` is less. Clients send 5,000. */
const MOST_LINES = 50_000;
const LINES = {
  body: { "text/plain": "weather,site=north temperature=21.5\n" },
  answers: [],
  errors: [400, 404, 413, 503],
  may: WRITERS_OF_REALM,
  failure: record({ "error?": TEXT, "code?": TEXT, "message?": TEXT, "data?": listOf({ type: "object" }) }),
};
const WRITE: Operation = {
  method: "post",
  path: "/write",
  summary: "Line protocol, as for InfluxDB 1",
  parameters: WRITE_1,
  ...LINES,
};
const WRITE_IN_BUCKET: Operation = {
  method: "post",
  path: "/api/v2/write",
  summary: "Line protocol, as for InfluxDB 2",
  parameters: WRITE_2,
  ...LINES,
};
const WRITE_LP: Operation = {
  method: "post",
  path: "/api/v3/write_lp",
  summary: "Line protocol, as for InfluxDB 3",
  parameters: WRITE_3,
  ...LINES,
};
const PING: Operation = {
  method: "get",
  path: "/ping",
  summary: "Answers clients of InfluxDB that check for a server",
  parameters: PINGED,
  answers: [],
  errors: [],
  may: USERS,
};
const CREATE: Operation = {
  method: "post",
  path: "/query",
  summary: "Accepts CREATE DATABASE of clients that write",
  parameters: INFLUXQL,
  body: { "application/x-www-form-urlencoded": "q=CREATE+DATABASE+telegraf" },
  answers: ["application/json"],
  answer: record({ results: listOf({ type: "object" }) }),
  failure: record({ error: TEXT }),
  errors: [400],
  may: USERS,
};

/** The formats of error answers. */
type Dialect = "1" | "2" | "3";

interface Target {
  readonly database: string;
  readonly realm: string;
  /** How to read the body. */
  readonly type: string;
}

export class LineWrites implements Source {
  readonly #context: SourceContext;
  readonly #bodies: Bodies;
  readonly #types: StoredTypes | undefined;
  #isStopped = false;
  #written = 0;

  constructor(context: SourceContext) {
    this.#context = context;
    this.#bodies = new Bodies(tellIn(context.log));
    const { routes, store, events } = context;
    this.#types = store && new StoredTypes(store, events);
    addRoute(routes, WRITE, (request) => this.#write(request, "1", request.req.query("db")));
    addRoute(routes, WRITE_IN_BUCKET, (request) => this.#write(request, "2", request.req.query("bucket")));
    addRoute(routes, WRITE_LP, (request) => this.#write(request, "3", request.req.query("db")));
    addRoute(routes, PING, () => answer(204, null));
    // Telegraf and older clients send CREATE DATABASE before they write. Databases are created when something is
    // stored.
    addRoute(routes, CREATE, async (request, next) => {
      const text = request.req.query("q") ?? (await queryOf(request));
      if (/^create\s+database\b[^;]*;?$/i.test(text.trim()))
        return answer(200, JSON.stringify({ results: [{ statement_id: 0 }] }));
      // Reached if the process has no views.
      await next();
      if (!request.finalized || request.res.status === 404)
        request.res = answer(400, JSON.stringify({ error: "only CREATE DATABASE is understood by this node" }));
      return undefined;
    });
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {
    this.#isStopped = true;
  }

  status() {
    return { state: "ok" as const, detail: "line protocol is taken", counts: { requests: this.#written } };
  }

  lines(): readonly string[] {
    return [];
  }

  async #write(request: Context, dialect: Dialect, name: string | undefined): Promise<Response> {
    try {
      if (this.#isStopped) throw new ValueError("the service is stopping", "unavailable");
      const query = request.req.query();
      const target = this.#target(name, dialect, query);
      const http = this.#context.access?.http;
      checkWriting(http, senderOf(request), target);
      const payload = await this.#body(request, target);
      // The client may have lost its permission while the body arrived.
      checkWriting(http, senderOf(request), target);
      if (isLonger(payload, MOST_LINES))
        throw new ValueError(`More than ${MOST_LINES} lines in one request, send several`, "too-large");
      const sender = peerOf(incomingOf(request));
      const receivedNs = this.#context.clock.nowNs();
      const { database: address, type: contentType } = target;
      const message = { source: "lines", address, sender, contentType, receivedNs, payload };
      if (query["accept_partial"] === "false") this.#refuseWhole(message);
      this.#types?.await(payload);
      const kept = payload.length === 0 ? EMPTY : await this.#accept(message);
      const conflicts = await this.#types?.conflicts(payload);
      const { readings, rejected } = kept;
      this.#written++;
      if (rejected.length === 0 && conflicts !== undefined) {
        const said = `partial write: ${conflicts.message} dropped=${conflicts.lines}`;
        return answer(400, textOf(dialect, "invalid", said));
      }
      if (rejected.length === 0) return answer(204, null);
      const [first] = rejected;
      const said = `partial write: ${first!.error.message}; ${readings} lines stored, dropped=${rowsRefused(rejected)}`;
      return answer(400, dialect === "3" ? partialOf(rejected) : textOf(dialect, "invalid", said));
    } catch (error) {
      if (!(error instanceof TelemetryError)) throw error;
      const { status, headers } = failure(error);
      return answer(status, textOf(dialect, CODES[status] ?? "invalid", error.message), headers);
    }
  }

  async #accept(message: Message): Promise<Acceptance> {
    try {
      return await accepted(this.#context.intake, message);
    } catch (error) {
      this.#types?.forget(message.payload);
      throw error;
    }
  }

  /** @throws ValueError if one of its lines is invalid: then none of them is kept. */
  #refuseWhole(message: Message): void {
    const [first] = this.#context.decoding.now.decode(message).rejections;
    if (first !== undefined)
      throw new ValueError(`parsing failed for write_lp endpoint: ${first.error.message}`, "bad-value");
  }

  #target(name: string | undefined, dialect: Dialect, query: Readonly<Record<string, string>>): Target {
    if (name === undefined || name === "" || name.length > LONGEST_NAME || /[\p{Cc}\p{Cs}+#$]/u.test(name))
      throw new ValueError("db or bucket has to name a database", "bad-value");
    const precision = precisionOf(dialect, query["precision"]);
    const options = optionsOf(query);
    const database = storedName(name);
    const { realms } = this.#context.decoding.now.epoch;
    const own = realmFor(database, realms);
    if (realms.length > 0 && own === undefined)
      throw new ValueError(`database not found: "${name}" belongs to no configured realm`, "unknown-realm");
    const realm = own === undefined || own.name === ALL_REALMS ? name.split("/", 1)[0]! : own.name;
    return { database, realm, type: lineType(precision, { ...options, times: own?.times ?? options.times }) };
  }

  #body(request: Context, target: Target): Promise<Buffer> {
    const { access, configuration } = this.#context;
    const watch = watchWriting(access?.http, senderOf(request), target);
    const { maxBodyBytes } = configuration.settings.http;
    return readWhole(openBody(request, watch), maxBodyBytes, this.#bodies, addressOf(incomingOf(request)));
  }
}

/** @throws ValueError */
function precisionOf(dialect: Dialect, given: string | undefined): string {
  const written = given ?? (dialect === "3" ? AUTO : "ns");
  const precision = dialect === "3" ? (LONG_NAMES[written] ?? written) : written;
  if (PRECISIONS.has(precision) || (dialect === "3" && precision === AUTO)) return precision;
  throw new ValueError(`precision '${precision.slice(0, 20)}' is not known`, "bad-value");
}

/** @throws ValueError */
function optionsOf({ tags = "series", times = "checked" }: Readonly<Record<string, string>>): LineOptions {
  if (tags !== "series" && tags !== "columns") throw new ValueError("tags are 'series' or 'columns'", "bad-value");
  if (times !== "checked" && times !== "any") throw new ValueError("times are 'checked' or 'any'", "bad-value");
  return { tags, times };
}

/** The realm with the longest name that begins the database's; the one for all others last. */
function realmFor(database: string, realms: readonly DecodedRealm[]): DecodedRealm | undefined {
  const isOf = ({ name }: DecodedRealm) => database === storedName(name) || database.startsWith(`${storedName(name)}_`);
  const [own] = realms.filter(isOf).sort((a, b) => b.name.length - a.name.length);
  return own ?? realms.find(({ name }) => name === ALL_REALMS);
}

function isLonger(payload: Buffer, lines: number): boolean {
  let count = 1;
  for (let at = payload.indexOf("\n"); at >= 0 && count <= lines + 1; at = payload.indexOf("\n", at + 1)) count++;
  // A body may end with a line end.
  return count > lines + 1;
}

const EMPTY = { readings: 0, rejected: [] as const };
/** [InfluxDB 2 API, error codes] */
const CODES: Readonly<Record<number, string>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not found",
  413: "request too large",
  503: "unavailable",
};

function textOf(dialect: Dialect, code: string, message: string): string {
  return JSON.stringify(dialect === "2" ? { code, message } : { error: message });
}

/** [InfluxDB 3 API, write_lp, partial write] */
function partialOf(rejected: Acceptance["rejected"]): string {
  const data = rejected.map(({ error, shown = "", row = 0 }) => {
    return { error_message: error.message, line_number: row + 1, original_line: shown.slice(0, 200) };
  });
  return JSON.stringify({ error: "partial write of line protocol occurred", data });
}

/** Precisions of `write_lp`. */
const LONG_NAMES: Readonly<Record<string, string>> = dictionary({
  nanosecond: "ns",
  microsecond: "us",
  millisecond: "ms",
  second: "s",
});

/** Clients check by the headers that this is InfluxDB, and its version; the crate influxdb 0.7.2 needs both. */
const SERVER = { "X-Influxdb-Build": "OSS", "X-Influxdb-Version": "1.8.10-structline" };
function answer(status: number, body: string | null, more: Readonly<Record<string, string>> = {}): Response {
  const type = body === null ? {} : { "Content-Type": "application/json" };
  return new Response(body, { status, headers: { ...more, ...type, ...SERVER } });
}

async function queryOf(request: Context): Promise<string> {
  const { q } = await request.req.parseBody().catch((): Record<string, unknown> => ({}));
  return typeof q === "string" ? q : "";
}
