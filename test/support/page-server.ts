/** The page on a listener of its own, with a store in memory and signals that need no hardware. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { commandsApi } from "../../runtime/api/commands-api.ts";
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
import { formatNs } from "../../runtime/model/clock.ts";
import type { ServedChannel } from "../../runtime/model/measurement.ts";
import type { PartStatus } from "../../runtime/model/part-status.ts";
import type { FieldType } from "../../runtime/model/point.ts";
import type { AskedStore } from "../../runtime/model/store.ts";
import type { AlarmBook } from "../../runtime/parts/alarms/alarm-book.ts";
import { alarmsApi } from "../../runtime/parts/alarms/alarms-api.ts";
import { httpSource } from "../../runtime/sources/http/http-source.ts";
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
  readonly history?: AskedStore;
  /** Whether the store has everything that was received; by default it has. */
  readonly settled?: () => Promise<boolean>;
  readonly alarms?: AlarmBook;
  readonly mapTiles?: string;
}

/** A channel `lab/<name>`. */
export function servedChannel(name: string, ...structs: readonly StructCodec[]): ServedChannel {
  return { name, udpPort: 8888, wampTopic: `lab.${name}`, database: `lab_${name}`, structs };
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
  app.route(
    "/",
    readApi({
      store: options.history ?? store,
      channels: () => (typeof options.channels === "function" ? options.channels() : (options.channels ?? [])),
      recentErrors,
      wampRealm: "lab",
      ...(options.settled && { settled: options.settled }),
      limits: () => options.alarms && ((...place) => options.alarms?.limits.of(...place)),
    }),
  );
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
    await store.write(memory.points.splice(0));
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
  const nobody = { mayCommand: () => false };
  app.route("/", commandsApi({ desk: () => undefined, realms: () => [], channels: () => [], ...nobody }));
  app.route("/", layoutsApi({ store }));
  app.route("/", alarmsApi({ book: () => options.alarms }));
  app.route("/", removalApi({ remove: (database, measurement) => store.remove(database, measurement), log: SILENT }));
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
