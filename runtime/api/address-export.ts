/** `GET /api/<address>/data.<suffix>`: a device's rows by its own address, in the formats of Kotori. */

import { type Context, type Handler, Hono } from "hono";
import { exported } from "../formats/encode-export.ts";
import { ENDINGS } from "../formats/formats.ts";
import { answerRequestError, neverCached } from "../http/answers.ts";
import { callerOf } from "../http/caller.ts";
import { ParameterError } from "../http/parameters.ts";
import type { Grant } from "../http/permission.ts";
import { declared, whilePermitted } from "../http/route.ts";
import { dictionary } from "../lib/dictionary.ts";
import { type Address, channelId, parsePath } from "../model/address.ts";
import { type Batch, type BatchColumn, cellOf, emptyColumn, joined, type TableColumn, TIME } from "../model/batch.ts";
import { formatNs } from "../model/clock.ts";
import type { ExportRequest } from "../model/export-request.ts";
import type { Provided } from "../model/provided.ts";
import type { DecodedRealm } from "../model/realm-settings.ts";
import { checkWidth, writerOf } from "./address-formats.ts";
import { ADDRESS_EXPORT, type AddressQuery, addressQuery, isView } from "./address-query.ts";
import { indexOf, shaped, wanted } from "./address-table.ts";
import { begun, fitting, releasing } from "./export-answer.ts";
import { EXPORT_LIMITS, ExportSlots, tooManyExports } from "./export-slots.ts";
import { nowNs } from "./now.ts";
import type { ReadApiOptions } from "./read-api.ts";
import { READERS } from "./readable.ts";
import { textStream } from "./text-stream.ts";
import { refusedWhileBehind } from "./whole-export.ts";

export interface AddressExportOptions extends ReadApiOptions {
  readonly realms: () => readonly DecodedRealm[];
  /** Serves `/read/plot.png`; undefined: it cannot be drawn here. */
  readonly pictures: () => Provided["pictures"];
  /** `plot.html` of the built page. */
  readonly plotTemplate: () => string;
}

const ALIASES: Readonly<Record<string, string>> = dictionary({ dt: "datatables", dy: "dygraphs", bk: "bokeh" });
/** Maximum number of values in an answer that needs all rows at once: most take 8 bytes. */
const MOST_CELLS = 5_000_000;
const PATH = /^\/api\/(.+)\/(data|event)\.([a-z0-9._-]+)$/i;

/** A browser shows it; other files are saved. */
const isShown = (suffix: string) => ENDINGS.get(suffix)?.format.isShown ?? (isView(suffix) || suffix === "png");

export function addressExport(parts: AddressExportOptions): Hono {
  const api = new Hono();
  const slots = new ExportSlots(EXPORT_LIMITS);
  api.use("/api/*", neverCached);
  // For any method: other methods on these paths belong to the source.
  const handler: Handler = async (context, next) => {
    const found = context.req.method === "GET" ? PATH.exec(decodedPath(context)) : null;
    if (found === null) return next();
    const caller = callerOf(context, parts);
    return whilePermitted(READERS, context, { parts, caller }, (readable, grant) =>
      whole(readable, context, found, grant),
    );
  };
  const whole = async (readable: AddressExportOptions, context: Context, found: RegExpExecArray, grant: Grant) => {
    const asked = askedFor(readable, context, found);
    const refusal = await refusedWhileBehind(context, parts.settled, "ask /read/export for what is stored");
    if (refusal !== undefined) return refusal;
    const slot = slots.take(parts.client?.(context) ?? "");
    if (typeof slot === "string") return tooManyExports(context, slot, "exports", EXPORT_LIMITS);
    const made = await answer(readable, context, asked).catch((error: Error) => {
      slot.release();
      throw error;
    });
    if (made instanceof Response) {
      slot.release();
      grant.insist();
      return made;
    }
    const bytes = releasing(made.bytes, slot.release);
    if (!grant.isAllowed()) await bytes.return(undefined);
    grant.insist();
    return context.body(textStream(bytes, { grant, context, slot, log: parts.log }), 200, made.headers);
  };
  api.all("/api/*", declared([ADDRESS_EXPORT], handler));
  api.onError(answerRequestError);
  return api;
}

interface Asked {
  readonly address: Address;
  readonly exporting: AddressQuery;
  readonly suffix: string;
  /** Undefined: a picture. */
  readonly write: ReturnType<typeof writerOf>;
  readonly pictures: Provided["pictures"];
}

/** @throws ParameterError if there is no such address or format */
function askedFor(parts: AddressExportOptions, context: Context, found: RegExpExecArray): Asked {
  const [, device = "", kind = "", written = ""] = found;
  const suffix = ALIASES[written.toLowerCase()] ?? written.toLowerCase();
  const { address, problem } = parsePath(`${device}/${kind}`, parts.realms());
  if (address === undefined) throw new ParameterError(notFound(problem.message), 404);
  const exporting = addressQuery(new URL(context.req.url).searchParams, nowNs());
  const write = writerOf(suffix);
  const pictures = suffix === "png" ? parts.pictures() : undefined;
  if (write === undefined && pictures === undefined) throw new ParameterError(`# Unknown data format "${suffix}"`);
  return { address, exporting, suffix, write, pictures };
}

/** An answer of any length. */
interface Streamed {
  readonly bytes: AsyncGenerator<string | Uint8Array>;
  readonly headers: Readonly<Record<string, string>>;
}

async function answer(parts: AddressExportOptions, context: Context, asked: Asked): Promise<Response | Streamed> {
  const { address, exporting, suffix } = asked;
  const { database, measurement } = address;
  const { fromNs, toNs } = exporting;
  const expression = expressionOf(address, exporting);
  const about = {
    "Channel-Id": encodeURI(channelId(address)),
    "Target-Database": printable(database),
    "Target-Expression": printable(expression),
  };
  const types = await parts.store.fieldTypes(database, measurement);
  if (types === undefined || (await parts.store.extent({ database, measurement, fromNs, toNs })) === undefined)
    return context.text(notFound(`No data for query expression "${expression}" in database "${database}"`), 404, about);
  const disposition = `${isShown(suffix) ? "inline" : "attachment"}; filename=${fileName(address, exporting, suffix)}`;
  const headers = { ...about, "Content-Disposition": disposition };
  if (asked.write === undefined) {
    const { status, body, headers: own } = await picture(asked.pictures!, context, address, exporting);
    const type = own.get("Content-Type") ?? "image/png";
    return new Response(body, { status, headers: { ...headers, "Content-Type": type } });
  }
  const columns = [TIME, ...[...types.keys()].sort().map((name): TableColumn => ({ name, type: types.get(name)! }))];
  const asStored = storedAnswer(parts, asked, columns);
  if (asStored !== undefined)
    return { bytes: await begun(asStored.body), headers: { ...headers, "Content-Type": asStored.contentType } };
  const table = shaped(await tableOf(parts, columns, asked), exporting);
  if (exporting.scalar !== undefined) return context.text(scalarOf(table, exporting.scalar), 200, about);
  const { plotTemplate } = parts;
  const { contentType, body } = asked.write(table, {
    names: namesOf(address),
    title: channelId(address),
    plotTemplate,
  });
  const policy = contentType.startsWith("text/html") ? { "Content-Security-Policy": PAGE_POLICY } : {};
  return { bytes: await begun(body), headers: { ...headers, "Content-Type": contentType, ...policy } };
}

/**
 * Rows as they are, of any number, which the store's thread reads and writes a page at a time.
 * @returns undefined if the request needs all rows at once, or a page
 */
function storedAnswer(
  parts: AddressExportOptions,
  { address, exporting, suffix }: Asked,
  columns: readonly TableColumn[],
) {
  const ending = ENDINGS.get(suffix);
  const { sort, exclude, fills, limit, scalar, fromNs, toNs } = exporting;
  if (ending === undefined || !isInTimeOrder(exporting) || fills.length > 0 || exclude.includes(TIME.name))
    return undefined;
  if (limit !== undefined || scalar !== undefined) return undefined;
  for (const name of sort) indexOf(columns, name);
  const [, ...others] = wanted(columns, exporting);
  checkWidth(ending, 1 + others.length);
  const { database, measurement } = address;
  const named = others.map((column) => ({ ...column, as: column.name }));
  const request: ExportRequest = {
    sources: [{ database, measurement, columns: named, rows: "all" }],
    combine: "join",
    fill: "none",
    fromNs,
    toNs,
    timeZone: "UTC",
    format: ending.format.name,
    byAddress: namesOf(address),
  };
  return { contentType: ending.contentType, body: fitting(exported(parts.store, request)) };
}

/** The order of the store. No two rows of a measurement have the same time. */
function isInTimeOrder({ sort, direction }: AddressQuery): boolean {
  return sort.length === 0 || (sort[0] === TIME.name && direction === "ascending");
}

function namesOf({ network, gateway, node }: Address): NonNullable<ExportRequest["byAddress"]> {
  return { sheet: underscored([gateway, node]).slice(0, 31), name: underscored([network, gateway, node]) };
}

const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/** @throws ParameterError if there are more rows than one answer may have */
async function tableOf(
  { store }: AddressExportOptions,
  columns: readonly TableColumn[],
  { address: { database, measurement }, exporting }: Asked,
): Promise<Batch> {
  const { fromNs, toNs, fills, limit } = exporting;
  /** Later rows change nothing. */
  const enough = isInTimeOrder(exporting) && fills.every((how) => how === "pad") ? limit : undefined;
  const parts = columns.map((): BatchColumn[] => []);
  let rows = 0;
  for await (const batch of store.batches({ database, measurement, fromNs, toNs })) {
    const byName = new Map(batch.columns.map((column) => [column.name, column]));
    for (const [index, column] of columns.entries()) {
      const found = byName.get(column.name);
      parts[index]!.push(found?.type === column.type ? found : emptyColumn(column, batch.rows));
    }
    rows += batch.rows;
    if (enough !== undefined && rows >= enough) break;
    if (rows * columns.length > MOST_CELLS)
      throw new ParameterError(
        `The range has more than ${MOST_CELLS} values: ask for less with 'from' and 'to', or for its rows as they are`,
      );
  }
  return { rows, columns: columns.map((column, index) => joined(column, parts[index]!)) };
}

function scalarOf({ columns, rows }: Batch, name: string): string {
  const column = columns[indexOf(columns, name)]!;
  const value = rows === 0 ? null : cellOf(column, 0);
  if (value === null) return "";
  return name === "time" ? formatNs(BigInt(value as bigint)) : String(value);
}

async function picture(
  pictures: NonNullable<Provided["pictures"]>,
  context: Context,
  { database, measurement }: Address,
  { fromNs, toNs }: AddressQuery,
): Promise<Response> {
  const url = new URL("/read/plot.png", context.req.url);
  url.search = new URLSearchParams({ database, measurement, from: formatNs(fromNs), to: formatNs(toNs) }).toString();
  return pictures(new Request(url), context.env);
}

function expressionOf({ measurement }: Address, { fromNs, toNs }: AddressQuery): string {
  const [from, to] = [formatNs(fromNs), formatNs(toNs)];
  return `SELECT * FROM "${measurement}" WHERE time >= '${from}' AND time < '${to}'`;
}

function fileName({ network, gateway, node }: Address, { fromNs, toNs }: AddressQuery, suffix: string): string {
  const moment = (timeNs: bigint) => formatNs(timeNs).slice(0, 19).replaceAll(/[-:]/g, "");
  return `${underscored([network, gateway, node])}_${moment(fromNs)}_${moment(toNs)}.${suffix}`;
}

function underscored(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== "")
    .join("_")
    .replace(/[^\w.]/g, "_");
}

function notFound(why: string): string {
  return [
    "# 404 Not Found",
    "#",
    `# ${why}`,
    "#",
    "# Please check channel identifier and date range.",
    "# The default time range is the last 10 days. Examples:",
    "#",
    "#   ?from=2016-07-01",
    "#   ?from=now-8d5h3m&to=now-6d",
    "#   ?from=20160626T170000Z&to=20160626T183000Z",
  ].join("\n");
}

/** [RFC 9110 5.5] */
function printable(text: string): string {
  return text.replace(/[^ -~]/gu, encodeURIComponent);
}

function decodedPath(context: Context): string {
  try {
    return decodeURIComponent(new URL(context.req.url).pathname);
  } catch {
    return "";
  }
}
