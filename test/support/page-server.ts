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
import { SILENT } from "../../runtime/lib/log.ts";
import { isAnnotations } from "../../runtime/model/address.ts";
import { formatNs } from "../../runtime/model/clock.ts";
import type { LimitsSet, ServedChannel } from "../../runtime/model/measurement.ts";
import type { Message } from "../../runtime/model/message.ts";
import type { PartStatus } from "../../runtime/model/part-status.ts";
import type { FieldType, PointColumn } from "../../runtime/model/point.ts";
import type { Beyond } from "../../runtime/model/provided.ts";
import type { StoreAccess } from "../../runtime/model/store.ts";
import type { AlarmBook } from "../../runtime/parts/alarms/alarm-book.ts";
import { alarmsApi } from "../../runtime/parts/alarms/alarms-api.ts";
import { LimitAlarms } from "../../runtime/parts/alarms/limit-alarms.ts";
import { DeviceStates } from "../../runtime/parts/states/device-states.ts";
import { StatesReader } from "../../runtime/parts/states/read-states.ts";
import { statesApi } from "../../runtime/parts/states/states-api.ts";
import { httpSource } from "../../runtime/sources/http/http-source.ts";
import { placeKey } from "../../runtime/store/listed.ts";
import { builtPage } from "./built-page.ts";
import { decodingWith } from "./device-messages.ts";
import { MemoryIntake } from "./memory-intake.ts";
import { MemoryStore } from "./memory-store.ts";
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
  readonly alarms?: AlarmBook;
  readonly mapTiles?: string;
  /** Devices have the addresses of their topics. */
  readonly hasAddresses?: boolean;
}

/** A channel `lab/<name>`. */
export function servedChannel(name: string, ...structs: readonly StructCodec[]): ServedChannel {
  return { name, udpPort: 8888, wampTopic: `lab.${name}`, database: `lab_${name}`, structs };
}

/** What the service knows of its devices: their states, and which are beyond their limits. */
function deviceStates(options: PageServerOptions) {
  const states = new DeviceStates();
  const raised = new Map<string, Beyond>();
  const channels = () => (typeof options.channels === "function" ? options.channels() : (options.channels ?? []));
  let received = 0;
  let annotations = 0;
  const alarms = new LimitAlarms({
    channels,
    publish: () => {},
    onSignal: (database, { measurement, column, level }) => {
      if (level === "ok") raised.delete(placeKey(database, measurement));
      else raised.set(placeKey(database, measurement), { level, column });
    },
    ...(options.alarms && { setLimits: options.alarms.limits }),
  });
  const see = (point: Parameters<LimitAlarms["see"]>[0], address?: string) => {
    received += 1;
    if (isAnnotations(point.measurement)) annotations += 1;
    const receivedNs = BigInt(Date.now()) * 1_000_000n;
    states.see(point, receivedNs, () => address);
    alarms.see(point, { receivedNs } as Message);
  };
  const provided = { beyond: () => new Map([...raised, ...(options.alarms?.beyond() ?? [])]) };
  const counts = () => ({ received, annotations });
  return { states, see, provided, counts, isFed: () => true };
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
    limits: (): LimitsSet | undefined => options.alarms && ((...place) => options.alarms?.limits.of(...place)),
  };
  app.route("/", readApi(reading));
  const fleet = deviceStates(options);
  const shapes = new Map<string, readonly PointColumn[]>();
  const reader = new StatesReader({ ...fleet, reading });
  app.use("/read/state", async (_context, next) => {
    for (const { name, rejected, lastError } of channelHealth) {
      const known = [...fleet.states.refused.all].find(({ address }) => address === name)?.count ?? 0;
      const count = Object.values(rejected).reduce((sum, one) => sum + one, 0);
      const timeNs = BigInt(lastError === undefined ? 1 : Date.parse(lastError.time)) * 1_000_000n;
      for (let i = known; i < count; i++) fleet.states.refuse(name, Object.keys(rejected)[0] ?? "", timeNs);
    }
    await next();
  });
  app.route("/", statesApi({ reader, log: SILENT }));
  const health = () => ({
    zones: "2026f",
    version: "0.1.0",
    startedAt: "2026-01-31T12:00:00Z",
    ready: true,
    parts: { store: store.status(), bus: router.status(), ...parts },
    channels: channelHealth,
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
    reader.changed();
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
  app.route("/", alarmsApi({ book: () => options.alarms }));
  const remove = (database: string, measurement: string) => store.remove(database, measurement);
  app.route("/", removalApi({ remove, log: SILENT, onRemoved: () => reader.removed() }));
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
      fleet.see({ database, measurement, columns, values: Object.values(values), timeNs }, address);
      reader.changed();
      router.publish(topic, { args: [values], kwargs: { database, measurement, time: formatNs(timeNs), values } });
    },
    close: async () => {
      await router.close();
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
