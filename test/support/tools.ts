/** The tools of docs/tools.md as processes beside a running service. A tool that this machine lacks is left out. */

import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import {
  DATA_FOLDER,
  DATA_PROGRAM,
  GRAFANA,
  GRAFANA_FOLDER,
  HOME_FOLDER,
  HOME_PROGRAM,
  HTTPFS_FOLDER,
  HTTPFS_PROGRAM,
  isInstalled,
  NODE_RED_FOLDER,
  TELEGRAF,
  TELEGRAF_FOLDER,
} from "../../scripts/test/peers.mjs";
import { HomeAssistant } from "./home-assistant.ts";

import { EXAMPLE, type FlowNode, NodeRed } from "./node-red.ts";
import { noPostgres, startPostgres } from "./postgres.ts";
import { requires } from "./requirements.ts";
import { until } from "./until.ts";

export interface Place {
  /** Where its commands run, with the files of the page. */
  readonly directory: string;
  readonly http: number;
  readonly mqtt: number;
  /** Folder of the codecs. */
  readonly generated: string;
  readonly port: PortOf;
}

/** The page's port → that of this run. */
type PortOf = (named: string) => number;

export interface Attached {
  readonly env?: Readonly<Record<string, string>>;
  log?(): string;
  end(): Promise<void>;
}

export interface Tool {
  readonly skip: false | string;
  /** Program of its commands → how it is started here. */
  programs?(port: PortOf): Readonly<Record<string, string>>;
  /** Ports that the page names. */
  readonly ports?: readonly string[];
  /** Before the service. */
  prepare?(port: PortOf): Promise<{ readonly ini: string; end(): Promise<void> }>;
  attach?(place: Place): Promise<Attached>;
}

const WEBHOOK_SECRET = "whsec_c3RydWN0bGluZS1leGFtcGxlLXNlY3JldA==";
const home = isInstalled(HOME_FOLDER) ? false : "needs Home Assistant from PyPI (STRUCTLINE_PEERS=home npm run peers)";
const data = isInstalled(DATA_FOLDER)
  ? false
  : "needs polars and DuckDB from PyPI (STRUCTLINE_PEERS=data npm run peers)";
const telegraf = isInstalled(TELEGRAF_FOLDER) ? false : "needs Telegraf (STRUCTLINE_PEERS=telegraf npm run peers)";
const nodeRed = isInstalled(NODE_RED_FOLDER)
  ? false
  : "needs Node-RED from npm (STRUCTLINE_PEERS=node-red npm run peers)";

function missing(program: string, from: string): false | string {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0 ? false : `needs ${program} (${from})`;
}

/** A process that runs until the end, and is ready when its address answers. */
export async function daemon(command: readonly string[], cwd: string, ready: string): Promise<Attached> {
  const file = join(cwd, "daemon.log");
  const log = openSync(file, "a");
  const child: ChildProcess = spawn(command[0]!, command.slice(1), { cwd, stdio: ["ignore", log, log] });
  const exited = once(child, "exit");
  const said = () => readFileSync(file, "utf8").slice(-4000);
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${command[0]} ended with ${child.exitCode}\n${said()}`);
    return (await fetch(ready).catch(() => undefined))?.ok === true;
  });
  return {
    log: said,
    end: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

const QUESTDB =
  process.env["STRUCTLINE_QUESTDB"] ?? join(homedir(), ".m2/repository/org/questdb/questdb/9.3.4/questdb-9.3.4.jar");
export const noQuestdb =
  (existsSync(QUESTDB) ? false : "needs QuestDB (mvn dependency:get -Dartifact=org.questdb:questdb:9.3.4)") ||
  missing("java", "Debian package openjdk-17-jre-headless");

export async function questdb(port: number, directory: string): Promise<Attached> {
  mkdirSync(join(directory, "conf"), { recursive: true });
  // Only its HTTP port, which takes line protocol as well.
  const environment = {
    QDB_HTTP_NET_BIND_TO: `127.0.0.1:${port}`,
    QDB_PG_ENABLED: "false",
    QDB_LINE_TCP_ENABLED: "false",
    QDB_HTTP_MIN_ENABLED: "false",
    QDB_TELEMETRY_ENABLED: "false",
  };
  const assigned = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const java = ["java", "-Xmx512m", "-p", QUESTDB, "-m", "io.questdb/io.questdb.ServerMain", "-d", directory];
  return daemon(["env", ...assigned, ...java], directory, `http://127.0.0.1:${port}/ping`);
}

const VICTORIA = process.env["STRUCTLINE_VICTORIA_METRICS"] ?? "victoria-metrics";
export const noVictoria = missing(VICTORIA, "Debian package victoria-metrics, or STRUCTLINE_VICTORIA_METRICS");

export function victoria(port: number, directory: string, ...more: readonly string[]): Promise<Attached> {
  const options = [
    `-httpListenAddr=127.0.0.1:${port}`,
    `-storageDataPath=${join(directory, "vm")}`,
    "-retentionPeriod=50y",
    ...more,
  ];
  return daemon([VICTORIA, ...options], directory, `http://127.0.0.1:${port}/health`);
}

export const TOOLS: Readonly<Record<string, Tool>> = {
  mosquitto_sub: {
    skip: requires("mosquitto_sub"),
    programs: (port) => ({ mosquitto_sub: `/usr/bin/mosquitto_sub -p ${port("1883")}` }),
  },
  "Home Assistant": {
    skip: home,
    ports: ["8123"],
    attach: async ({ mqtt, port }) => {
      const assistant = new HomeAssistant(mqtt, port("8123"));
      const token = await assistant.ready();
      return { env: { HOME_TOKEN: token }, end: () => assistant.end() };
    },
  },
  "Node-RED": {
    skip: nodeRed,
    ports: ["1880"],
    attach: async ({ directory, mqtt, http, port, generated }) => {
      const red = new NodeRed(port("1880"), join(directory, "node-red.log"));
      await red.ready();
      const changes: Record<string, object> = {
        "sl-broker": { port: String(mqtt) },
        "sl-ws": { path: `ws://127.0.0.1:${http}/ws` },
        "sl-codecs": { folder: generated },
      };
      const flow: FlowNode[] = JSON.parse(readFileSync(join(EXAMPLE, "flow.json"), "utf8"));
      // Messages for the side bar also go to the log.
      const console = (type: string) => (type === "debug" ? { console: "true" } : {});
      await red.deploy(flow.map((node) => ({ ...node, ...changes[node.id], ...console(node.type) })));
      return { log: () => red.log, end: () => red.end() };
    },
  },
  standardwebhooks: {
    skip: false,
    ports: ["9099"],
    prepare: async (port) => ({
      ini: `[webhook-log]\nurl = http://127.0.0.1:${port("9099")}/\nsend = alarms, events\nsecret = ${WEBHOOK_SECRET}\n`,
      end: async () => {},
    }),
    attach: async ({ http, port }) => {
      const receiver = `http://127.0.0.1:${port("9099")}/`;
      const over = new AbortController();
      const posted = (async () => {
        const listens = () => fetch(receiver).catch(() => undefined);
        await until(async () => over.signal.aborted || (await listens()) !== undefined);
        const headers = { "Content-Type": "application/json" };
        const body = JSON.stringify({ title: "Pump on" });
        const event = `http://127.0.0.1:${http}/api/mqttkit-1/testdrive/area-42/node-1/event`;
        const answer = await fetch(event, { method: "POST", headers, body });
        assert.equal(answer.status, 200, await answer.text());
      })();
      return {
        env: { HOOK_SECRET: WEBHOOK_SECRET },
        end: async () => {
          over.abort();
          await posted;
        },
      };
    },
  },
  "@foxglove/ws-protocol": { skip: false },
  Telegraf: { skip: telegraf, programs: () => ({ telegraf: TELEGRAF }) },
  "influxdb-client": { skip: home, programs: () => ({ python3: HOME_PROGRAM }) },
  Prometheus: {
    skip: missing("prometheus", "Debian package prometheus"),
    ports: ["9090"],
    attach: ({ directory, port }) => {
      const options = ["--config.file=prometheus.yml", `--web.listen-address=127.0.0.1:${port("9090")}`];
      const folder = `--storage.tsdb.path=${join(directory, "tsdb")}`;
      return daemon(["prometheus", ...options, folder], directory, `http://127.0.0.1:${port("9090")}/-/ready`);
    },
  },
  VictoriaMetrics: {
    skip: noVictoria,
    ports: ["8428"],
    attach: ({ directory, port }) => victoria(port("8428"), directory, "-promscrape.config=prometheus.yml"),
  },
  Grafana: {
    skip: isInstalled(GRAFANA_FOLDER) ? false : "needs Grafana's sources (STRUCTLINE_PEERS=grafana npm run peers)",
    programs: () => ({ "grafana-influxdb": GRAFANA }),
  },
  DuckDB: {
    skip: isInstalled(HTTPFS_FOLDER) ? false : "needs DuckDB's httpfs from PyPI (STRUCTLINE_PEERS=data npm run peers)",
    programs: () => ({ python3: HTTPFS_PROGRAM }),
  },
  polars: { skip: data, programs: () => ({ python3: DATA_PROGRAM }) },
  PostgreSQL: {
    skip: noPostgres,
    ports: ["5432"],
    prepare: async (port) => {
      const postgres = await startPostgres(port("5432"));
      return { ini: `[store]\nurl = ${postgres.url()}\n`, end: () => postgres.remove() };
    },
    attach: async () => ({ env: { PGUSER: "postgres" }, end: async () => {} }),
  },
};
