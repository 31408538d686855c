/** The page on a listener of its own, with a store in memory and signals that need no hardware. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import type { ChannelHealth } from "../../runtime/api/health.ts";
import { healthApi } from "../../runtime/api/health-api.ts";
import { readApi } from "../../runtime/api/read-api.ts";
import { RecentErrors } from "../../runtime/api/recent-errors.ts";
import { removalApi } from "../../runtime/api/removal-api.ts";
import { EmbeddedRouter } from "../../runtime/bus/embedded-router.ts";
import type { FieldEntry, StructCodec } from "../../runtime/codec/struct-codec.ts";
import { layoutsApi } from "../../runtime/dashboards/page/layouts-api.ts";
import { servePage } from "../../runtime/dashboards/page/serve-page.ts";
import type { CsvHeaders } from "../../runtime/intake/csv-headers.ts";
import { Events } from "../../runtime/lib/events.ts";
import { SILENT } from "../../runtime/lib/log.ts";
import { formatNs } from "../../runtime/model/clock.ts";
import type { LimitsSet, ServedChannel } from "../../runtime/model/measurement.ts";
import type { Message } from "../../runtime/model/message.ts";
import type { PartStatus } from "../../runtime/model/part-status.ts";
import type { FieldType, PointColumn } from "../../runtime/model/point.ts";
import type { Beyond, Provided } from "../../runtime/model/provided.ts";
import type { Running } from "../../runtime/model/running.ts";
import type { ServiceEvents } from "../../runtime/model/service-events.ts";
import type { NewColumns, StoreAccess } from "../../runtime/model/store.ts";
import type { Ingest, View } from "../../runtime/parts/part-kind.ts";
import { PARTS } from "../../runtime/parts/parts.ts";
import { httpSource } from "../../runtime/sources/http/http-source.ts";
import { builtPage } from "./built-page.ts";
import { decodingWith } from "./device-messages.ts";
import { MemoryIntake } from "./memory-intake.ts";
import { MemoryStore } from "./memory-store.ts";
import { settings } from "./read-settings.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { pause } from "./until.ts";

export interface PageServer {
  readonly url: string;
  readonly store: MemoryStore;
  readonly router: EmbeddedRouter;
  readonly recentErrors: RecentErrors;
  readonly channelHealth: ChannelHealth[];
  /** Parts of the service beside store and bus. */
  readonly parts: Record<string, PartStatus>;
  /** Stores a row and publishes it, as the service does. */
  send(target: Target, values: Record<string, number | bigint | string | boolean>, timeNs?: bigint): void;
  close(): Promise<void>;
}

export interface Target {
  readonly database: string;
  readonly measurement: string;
  readonly topic: string;
}

export interface PageServerOptions {
  /** The page's folder; by default it is built. */
  readonly directory?: string;
  readonly channels?: readonly ServedChannel[] | (() => readonly ServedChannel[]);
  readonly port?: number;
  /** How long an answer with history is on its way, ms. */
  readonly historyDelayMs?: number;
  /** Store to read instead of the one in memory. */
  readonly history?: StoreAccess;
  /** Whether the store has everything that was received; by default it has. */
  readonly settled?: () => Promise<boolean>;
  readonly alarms?: PageAlarms;
  readonly mapTiles?: string;
  /** Devices have the addresses of their topics. */
  readonly hasAddresses?: boolean;
}

/** Alarms of a test's own, beside those of the codecs' limits. */
export interface PageAlarms {
  readonly routes: Hono;
  readonly limits: LimitsSet;
  beyond(): ReadonlyMap<string, Beyond>;
}

/** A channel `lab/<name>`. */
export function servedChannel(name: string, ...structs: readonly StructCodec[]): ServedChannel {
  return { name, udpPort: 8888, wampTopic: `lab.${name}`, database: `lab_${name}`, structs };
}

type Follow = Pick<Ingest, "channels"> & Pick<View, "reading">;

/** The parts that follow messages and answer viewers: what the service knows of its devices. */
async function openParts(app: Hono, { channels, reading }: Follow, alarms: PageAlarms | undefined) {
  const events = new Events<ServiceEvents>();
  const provided: Provided = {};
  const configured = settings("[lab]\nchannels =\n").parts;
  const decoding = {
    now: {
      of: (message: Message) => ({
        addressOf: () => message.address,
        errorTopics: () => [],
        rowTopic: () => ({ channel: "" }),
      }),
    },
  };
  const ingest = {
    ...{ log: SILENT, events, provided, directory: temporaryFolder(), channels, decoding, signal: () => {} },
    ...{ realms: () => [], realmOf: (database: string) => database },
  } as unknown as Ingest;
  const view = { log: SILENT, events, provided, routes: app, callers: {}, reading } as unknown as View;
  const running: Running[] = [];
  if (alarms !== undefined) app.route("/", alarms.routes);
  for (const { name, open } of PARTS) {
    const part = open?.(() => configured[name]);
    if (part?.ingest === undefined || part.view === undefined) continue;
    for (const opened of [await part.ingest(ingest), await part.view(view)])
      if (opened !== undefined) running.push(opened);
  }
  const own = provided.beyond;
  if (alarms !== undefined) provided.beyond = () => new Map([...(own?.() ?? []), ...alarms.beyond()]);
  return {
    events,
    see(point: ServiceEvents["point"][0], address?: string) {
      events.emit("point", point, { address, receivedNs: BigInt(Date.now()) * 1_000_000n } as Message);
    },
    changed: () => events.emit("columns", {} as NewColumns),
    close: async () => {
      for (const one of running) await one.close?.();
    },
  };
}

export async function startPageServer(options: PageServerOptions = {}): Promise<PageServer> {
  const directory = options.directory ?? (await builtPage());
  const store = new MemoryStore();
  const router = new EmbeddedRouter({ realm: "lab" });
  const recentErrors = new RecentErrors();
  const channelHealth: ChannelHealth[] = [];
  const parts: Record<string, PartStatus> = {};
  const app = new Hono();
  app.use("/read/series", async (_context, next) => {
    await next();
    await pause(options.historyDelayMs ?? 0, "a slow store");
  });
  const reading = {
    store: options.history ?? store,
    channels: () => (typeof options.channels === "function" ? options.channels() : (options.channels ?? [])),
    recentErrors,
    wampRealm: "lab",
    ...(options.settled && { settled: options.settled }),
    limits: () => options.alarms?.limits,
  };
  app.route("/", readApi(reading));
  const shapes = new Map<string, readonly PointColumn[]>();
  const refused = new Map<string, number>();
  app.use("/read/state", async (_context, next) => {
    for (const { name: address, rejected, lastError } of channelHealth) {
      const count = Object.values(rejected).reduce((sum, one) => sum + one, 0);
      const receivedNs = BigInt(lastError === undefined ? 1 : Date.parse(lastError.time)) * 1_000_000n;
      const code = (Object.keys(rejected)[0] ?? "") as ServiceEvents["refused"][0]["code"];
      for (let i = refused.get(address) ?? 0; i < count; i++)
        fleet.events.emit("refused", { address, code, receivedNs });
      refused.set(address, count);
    }
    await next();
  });
  const fleet = await openParts(
    app,
    { channels: reading.channels, reading: reading as View["reading"] },
    options.alarms,
  );
  const health = () => ({
    zones: "2026f",
    version: "0.1.0",
    startedAt: "2026-01-31T12:00:00Z",
    ready: true,
    parts: { store: store.status(), bus: router.status(), ...parts },
    channels: channelHealth,
    change: 0,
    warnings: [],
  });
  app.route("/", healthApi({ health }));
  const memory = new MemoryIntake();
  const csvHeaders = { get: async () => undefined, set: async () => {} } as unknown as CsvHeaders;
  app.use("/api/*", async (_context, next) => {
    await next();
    const points = memory.points.splice(0);
    for (const point of points) fleet.see(point);
    await store.write(points);
    fleet.changed();
  });
  app.route(
    "/",
    httpSource({
      intake: memory.core,
      settings: { maxBodyBytes: 1_000_000, corsOrigins: [] },
      decoding: decodingWith(),
      csvHeaders,
      clock: memory.clock,
    }),
  );
  app.get("/commands/places", (context) => context.json({ places: [] }));
  app.route("/", layoutsApi({ store }));
  const remove = (database: string, measurement: string) => store.remove(database, measurement);
  app.route("/", removalApi({ remove, log: SILENT }));
  app.route("/", servePage(directory, options));
  const server = createServer(getRequestListener(app.fetch));
  server.on("upgrade", (request, socket, head) => router.handleUpgrade(request, socket, head));
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    store,
    router,
    recentErrors,
    channelHealth,
    parts,
    send(target, values, timeNs = BigInt(Date.now()) * 1_000_000n) {
      const types = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeOf(value)]));
      store.add(target.database, target.measurement, types, [{ timeNs, values }]);
      const { database, measurement, topic } = target;
      // All points of a struct share the array, as those of a decoder do.
      const shape = JSON.stringify([database, measurement, types]);
      const columns = shapes.get(shape) ?? Object.entries(types).map(([name, type]) => ({ name, type }));
      shapes.set(shape, columns);
      const address = options.hasAddresses === true ? topic.replaceAll(".", "/") : undefined;
      fleet.see(
        { database, measurement, columns, values: Object.values(values), timeNs, timeSource: "receipt" },
        address,
      );
      fleet.changed();
      router.publish(topic, { args: [values], kwargs: { database, measurement, time: formatNs(timeNs), values } });
    },
    close: async () => {
      await router.close();
      await fleet.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function typeOf(value: unknown): FieldType {
  if (typeof value === "string") return "string";
  if (typeof value === "bigint") return "integer";
  return typeof value === "boolean" ? "boolean" : "float";
}

/** The parts of a struct that reading and display use. */
export function describedStruct(name: string, id: number, fields: readonly Partial<FieldEntry>[]): StructCodec {
  const all = [{ path: "length" }, { path: "ID" }, ...fields].map((field, byteOffset) => ({
    ctype: "uint8_t",
    scalar: "uint8",
    byteOffset,
    ...field,
  }));
  return {
    name: `struct_${name}`,
    id,
    measurement: `${String(id).padStart(2, "0")}_${name}`,
    fields: all,
  } as unknown as StructCodec;
}
