/** `POST /api/…/data` and `…/event` [D18–D21]. */

import { type Context, Hono } from "hono";
import type { HttpSettings, RealmSettings } from "../../config/settings.ts";
import type { CsvHeaders } from "../../intake/csv-headers.ts";
import { type Acceptance, accepted, type Intake } from "../../intake/intake.ts";
import { type Address, type AddressResult, channelId, parsePath } from "../../telemetry/address.ts";
import { TelemetryError, ValueError } from "../../telemetry/error-signal.ts";
import type { Message } from "../../telemetry/message.ts";
import { corsHeaders } from "./cors.ts";
import { CsvUpload } from "./csv-upload.ts";
import { DropFields } from "./drop-fields.ts";
import { Forbidden, failure } from "./failure.ts";
import { openBody, readWhole, receiving, tooLarge } from "./request-body.ts";
import { Signalled } from "./signalled.ts";

/** Says whether a request may write to a realm, and to the database its address stands for; absent: everybody may. */
export type HttpAccess = (
  request: Request,
  realm: string,
  database: string,
) => "allowed" | "unauthenticated" | "forbidden";

export interface HttpSourceOptions {
  readonly intake: Intake;
  readonly settings: Pick<HttpSettings, "maxBodyBytes" | "corsOrigins" | "dropFields">;
  readonly realms: readonly RealmSettings[];
  readonly csvHeaders: CsvHeaders;
  readonly clock: { nowNs(): bigint };
  /** `127.0.0.1:50123` of the connection; empty where it cannot be told. */
  readonly sender?: (context: Context) => string;
  readonly access?: HttpAccess;
}

/** For `createServer`: a client that sends its header slowly, or none, does not hold a connection for long. Bodies have limits of their own. */
export const HTTP_SERVER_OPTIONS = {
  headersTimeout: 15_000,
  // A large CSV body may take its time; it is watched while it is read.
  requestTimeout: 0,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
  connectionsCheckingInterval: 5000,
} as const;

const CONTENT_TYPES: Readonly<Record<"data" | "event", readonly string[]>> = {
  data: ["application/json", "application/x-www-form-urlencoded", "text/csv"],
  event: ["application/json", "application/x-www-form-urlencoded"],
};

/** Handles everything under `/api/`; mounted at the root. */
export function httpSource(options: HttpSourceOptions): Hono {
  const app = new Hono();
  const dropFields = new DropFields(options.settings.dropFields ?? []);
  app.all("/api/*", (context) => new DataRequest(options, dropFields, context).respond());
  return app;
}

class DataRequest {
  readonly #options: HttpSourceOptions;
  readonly #dropFields: DropFields;
  readonly #context: Context;
  readonly #request: Request;
  readonly #path: string;
  readonly #target: AddressResult;
  /** What is known of the body, for the dead letter. */
  #payload: Uint8Array = new Uint8Array();

  constructor(options: HttpSourceOptions, dropFields: DropFields, context: Context) {
    this.#options = options;
    this.#dropFields = dropFields;
    this.#context = context;
    this.#request = context.req.raw;
    const { path, result } = targetOf(context.req.url, options.realms);
    this.#path = path;
    this.#target = result;
  }

  async respond(): Promise<Response> {
    if (this.#request.method === "OPTIONS") return new Response(null, { status: 204, headers: this.#headers() });
    try {
      const texts = await this.#receive();
      const body = texts.map((message) => ({ type: "info", message }));
      return Response.json(body, { headers: this.#headers() });
    } catch (error) {
      if (error instanceof Signalled) return failure(error.reason, this.#headers());
      if (error instanceof TelemetryError) return this.#refuse(error);
      throw error;
    }
  }

  #headers(): Headers {
    const headers = corsHeaders(this.#request, this.#options.settings.corsOrigins);
    if (this.#target.address !== undefined) headers.set("Channel-Id", encodeURI(channelId(this.#target.address)));
    return headers;
  }

  /** Texts of the answer. */
  async #receive(): Promise<readonly string[]> {
    const address = await this.#admit();
    const contentType = this.#contentType();
    await this.#checkContentType(contentType, address);
    return contentType === "text/csv" ? this.#acceptCsv(address) : this.#acceptWhole(contentType);
  }

  async #admit(): Promise<Address> {
    const { address, problem } = this.#target;
    if (problem !== undefined) {
      // A mistyped channel's data can be stored later; where access is restricted, nobody's data is kept without asking.
      if (problem.arrived !== undefined && this.#options.access === undefined) this.#payload = await this.#readWhole();
      throw receiving(problem.message, problem.code);
    }
    if (this.#request.method !== "POST") {
      throw receiving(`Method ${this.#request.method} is not allowed here, use POST`, "wrong-method");
    }
    this.#checkAccess(address);
    return address;
  }

  #checkAccess({ realm, database }: Address): void {
    const access = this.#options.access?.(this.#request, realm, database) ?? "allowed";
    if (access !== "allowed") throw new Forbidden(access, realm);
  }

  #contentType(): string {
    const [mediaType = ""] = (this.#request.headers.get("content-type") ?? "").split(";", 1);
    return mediaType.trim().toLowerCase();
  }

  // The body is read all the same: it is kept with the error, and can be stored once somebody knows what it is.
  async #checkContentType(contentType: string, address: Address): Promise<void> {
    if (address.kind !== "value" && CONTENT_TYPES[address.kind].includes(contentType)) return;
    if (address.kind === "data" && contentType === "application/octet-stream" && this.#takesBinary(address)) return;
    this.#payload = await this.#readWhole();
    if (contentType === "") throw receiving("Unable to handle request without Content-Type", "no-content-type");
    throw receiving(`Unable to handle Content-Type '${contentType}'`, "unknown-content-type");
  }

  #takesBinary({ realm }: Address): boolean {
    return this.#options.realms.some(({ name, binary }) => name === realm && binary !== undefined);
  }

  async #acceptWhole(contentType: string): Promise<readonly string[]> {
    const payload = await this.#readWhole();
    if (payload.length === 0) throw new ValueError("Empty request body", "empty");
    const { readings } = await this.#accept(payload, contentType);
    return [`Received #${readings} readings`];
  }

  async #readWhole(): Promise<Buffer> {
    const limit = this.#options.settings.maxBodyBytes;
    const announced = Number(this.#request.headers.get("content-length") ?? 0);
    if (announced > limit) throw tooLarge(limit);
    return this.#dropFields.strip(await readWhole(openBody(this.#context), limit));
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
        await this.#options.csvHeaders.set(address, header, this.#sender());
      },
      accept: (payload) => this.#accept(payload, "text/csv"),
      refused: (payload) => {
        this.#payload = payload;
      },
    });
    return upload.run(openBody(this.#context));
  }

  // A body takes its time: whoever may not write any more when it is here has sent nothing. What intake refuses, it has
  // signalled itself.
  async #accept(payload: Uint8Array, contentType: string): Promise<Acceptance> {
    if (this.#target.address !== undefined) this.#checkAccess(this.#target.address);
    try {
      return await accepted(this.#options.intake, this.#message(payload, contentType));
    } catch (error) {
      throw error instanceof TelemetryError ? new Signalled(error) : error;
    }
  }

  #refuse(error: TelemetryError): Response {
    this.#options.intake.reject(this.#message(this.#payload, this.#contentType()), error);
    return failure(error, this.#headers());
  }

  #message(payload: Uint8Array, contentType: string): Message {
    const receivedNs = this.#options.clock.nowNs();
    return { source: "http", address: this.#path, sender: this.#sender(), contentType, receivedNs, payload };
  }

  #sender(): string {
    return this.#options.sender?.(this.#context) ?? "";
  }
}

interface Target {
  /** What follows `/api/`, decoded. */
  readonly path: string;
  readonly result: AddressResult;
}

function targetOf(url: string, realms: readonly RealmSettings[]): Target {
  const raw = new URL(url).pathname.slice("/api/".length);
  const parts = decodeParts(raw);
  // A slash within a part would become a border of parts.
  if (parts === undefined || parts.some((part) => part.includes("/"))) {
    const message = `Address '${raw}' is not percent-encoded UTF-8 without slashes in its parts`;
    return { path: raw, result: { problem: { code: "unknown-address", message } } };
  }
  const path = parts.join("/");
  return { path, result: parsePath(path, realms) };
}

function decodeParts(path: string): string[] | undefined {
  try {
    return path.split("/").map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
