/** `GET /api/<address>/data.<suffix>`: a device's rows by its own address, in the formats of Kotori. */

import { type Context, type Handler, Hono } from "hono";
import { ENDINGS } from "../formats/formats.ts";
import { answerRequestError, neverCached } from "../http/answers.ts";
import { callerOf } from "../http/caller.ts";
import { ParameterError } from "../http/parameters.ts";
import type { Grant } from "../http/permission.ts";
import { declared, whilePermitted } from "../http/route.ts";
import { dictionary } from "../lib/dictionary.ts";
import { type Address, channelId, parsePath } from "../model/address.ts";
import { cellOf } from "../model/batch.ts";
import { formatNs } from "../model/clock.ts";
import type { FieldType } from "../model/point.ts";
import type { Provided } from "../model/provided.ts";
import type { DecodedRealm } from "../model/realm-settings.ts";
import { type Written, writerOf } from "./address-formats.ts";
import { ADDRESS_EXPORT, type AddressQuery, addressQuery, isView } from "./address-query.ts";
import { indexOf, shaped, type WholeTable } from "./address-table.ts";
import { EXPORT_LIMITS, ExportSlots, tooManyExports } from "./export-slots.ts";
import { nowNs } from "./now.ts";
import type { ReadApiOptions } from "./read-api.ts";
import { READERS } from "./readable.ts";
import { refusedWhileBehind } from "./whole-export.ts";

export interface AddressExportOptions extends ReadApiOptions {
  readonly realms: () => readonly DecodedRealm[];
  /** Serves `/read/plot.png`; undefined: it cannot be drawn here. */
  readonly pictures: () => Provided["pictures"];
  /** `plot.html` of the built page. */
  readonly plotTemplate: () => string;
}

const ALIASES: Readonly<Record<string, string>> = dictionary({ dt: "datatables", dy: "dygraphs", bk: "bokeh" });
/** Maximum number of cells in an answer, which is built in memory. */
const MOST_CELLS = 5_000_000;
const PATH = /^\/api\/(.+)\/(data|event)\.([a-z0-9._-]+)$/i;

/** A browser shows it; other files are saved. */
const isShown = (suffix: string) => ENDINGS.get(suffix)?.format.isShown ?? (isView(suffix) || suffix === "png");

export function addressExport(parts: AddressExportOptions): Hono {
  const api = new Hono();
  const slots = new ExportSlots(EXPORT_LIMITS);
  api.use("/api/*", neverCached);
  // For any method: other methods on these paths belong to the source.
  const exported: Handler = async (context, next) => {
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
    try {
      const made = await answer(readable, context, asked);
      grant.insist();
      return made;
    } finally {
      slot.release();
    }
  };
  api.all("/api/*", declared([ADDRESS_EXPORT], exported));
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

async function answer(
  parts: AddressExportOptions,
  context: Context,
  { address, exporting, suffix, write, pictures }: Asked,
): Promise<Response> {
  const { database, measurement } = address;
  const expression = expressionOf(address, exporting);
  const headers = {
    "Channel-Id": encodeURI(channelId(address)),
    "Target-Database": printable(database),
    "Target-Expression": printable(expression),
  };
  const types = await parts.store.fieldTypes(database, measurement);
  const table = types === undefined ? undefined : await tableOf(parts, address, types, exporting);
  if (types === undefined || table === undefined || table.rows.length === 0)
    return context.text(
      notFound(`No data for query expression "${expression}" in database "${database}"`),
      404,
      headers,
    );
  const disposition = `${isShown(suffix) ? "inline" : "attachment"}; filename=${fileName(address, exporting, suffix)}`;
  if (write === undefined) {
    const { status, body, headers: own } = await picture(pictures!, context, address, exporting);
    const type = own.get("Content-Type") ?? "image/png";
    return new Response(body, {
      status,
      headers: { ...headers, "Content-Type": type, "Content-Disposition": disposition },
    });
  }
  const result = shaped(table, exporting);
  if (exporting.scalar !== undefined) return context.text(scalarOf(result, exporting.scalar), 200, headers);
  const { network, gateway, node } = address;
  const { contentType, body }: Written = await write(result, {
    sheet: underscored([gateway, node]).slice(0, 31),
    group: underscored([network, gateway, node]),
    title: channelId(address),
    types,
    plotTemplate: parts.plotTemplate,
  });
  return context.body(body, 200, {
    ...headers,
    "Content-Type": contentType,
    "Content-Disposition": disposition,
    ...(contentType.startsWith("text/html") && { "Content-Security-Policy": PAGE_POLICY }),
  });
}

const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/** @throws ParameterError if there are more rows than one answer may have */
async function tableOf(
  { store }: AddressExportOptions,
  { database, measurement }: Address,
  types: ReadonlyMap<string, FieldType>,
  { fromNs, toNs }: AddressQuery,
): Promise<WholeTable> {
  const names = ["time", ...[...types.keys()].sort()];
  const rows: WholeTable["rows"][number][] = [];
  for await (const batch of store.batches({ database, measurement, fromNs, toNs })) {
    const byName = new Map(batch.columns.map((column) => [column.name, column]));
    const columns = names.map((name) => byName.get(name));
    for (let row = 0; row < batch.rows; row++)
      rows.push(columns.map((column) => (column === undefined ? null : cellOf(column, row))));
    if (rows.length * names.length > MOST_CELLS)
      throw new ParameterError(
        `The range has more than ${MOST_CELLS} values: ask for less with 'from' and 'to', or stream it from /read/export`,
      );
  }
  return { names, rows };
}

function scalarOf(table: WholeTable, name: string): string {
  const value = table.rows[0]?.[indexOf(table, name)] ?? null;
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
