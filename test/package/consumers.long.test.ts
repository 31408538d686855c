/** The packed package in an empty folder, as for its users: initialised, generated, compiled, bundled and run. */

import assert from "node:assert/strict";
import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { isInstalled, LINTERS_FOLDER } from "../../scripts/test/peers.mjs";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const folder = temporaryFolder();
const home = join(folder, "home");

/** What `npm install structline` installs: the package and its dependencies. */
before(() => {
  execFileSync(process.execPath, ["scripts/build/package.mjs", "--out", join(folder, "npm")], { cwd: ROOT });
  mkdirSync(join(home, "node_modules"), { recursive: true });
  cpSync(join(folder, "npm/structline"), join(home, "node_modules/structline"), { recursive: true });
  for (const name of neededBy(manifestOf("structline"))) link(name);
  // The consumer's own packages.
  for (const name of ["typescript", "@types/node", "undici-types"]) link(name);
});

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "npm", name, "package.json"), "utf8"));
}

/** Names of all packages that npm would install with it. */
function neededBy({ dependencies, optionalDependencies }: Manifest, found = new Set<string>()): Set<string> {
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const manifest = join(ROOT, "node_modules", name, "package.json");
    if (name === "structline" || found.has(name) || !existsSync(manifest)) continue;
    found.add(name);
    neededBy(JSON.parse(readFileSync(manifest, "utf8")), found);
  }
  return found;
}

function link(name: string): void {
  const target = join(home, "node_modules", name);
  mkdirSync(dirname(target), { recursive: true });
  try {
    symlinkSync(join(ROOT, "node_modules", name), target, "junction");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function structline(...args: string[]) {
  const program = join(home, "node_modules/structline/dist/structline.cjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: home, encoding: "utf8" });
  return { status, stdout, stderr };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}

function node(file: string): string {
  return execFileSync(process.execPath, [file], { cwd: home, encoding: "utf8" });
}

/** Megabytes on the disk. */
function sizeOf(...folders: string[]): number {
  const bytes = folders.flatMap((path) =>
    readdirSync(path, { recursive: true, withFileTypes: true }).map((entry) =>
      entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0,
    ),
  );
  return bytes.reduce((sum, size) => sum + size, 0) / 2 ** 20;
}

/** Packages with which a folder's program runs, linked from the clone. */
function installed(...names: string[]) {
  const needed = new Set(names.flatMap((name) => [...neededBy(manifestOf(name))]));
  const ours = names.map((name) => join(folder, "npm", name));
  return { needed, megabytes: sizeOf(...ours, ...[...needed].map((name) => join(ROOT, "node_modules", name))) };
}

test("the generator needs no other package; with the service it takes less than 98 MB, and nothing needs a compiler", () => {
  const generator = installed("structline");
  assert.deepEqual([...generator.needed], []);
  assert.ok(generator.megabytes < 26, `${generator.megabytes} MB`);
  const service = installed("structline", "structline-service");
  assert.ok(service.megabytes < 98, `${service.megabytes} MB`);
  assert.ok(service.megabytes > 60, "DuckDB is among it");
  assert.ok(service.needed.size < 34, `${service.needed.size} packages`);
  for (const name of ["tree-sitter", "tree-sitter-c", "autobahn"]) assert.equal(service.needed.has(name), false, name);
});

const LINTED = { skip: isInstalled(LINTERS_FOLDER) ? false : "needs packages of npm (npm run peers)" };

test("publint finds nothing in either package", LINTED, () => {
  for (const name of ["structline", "structline-service"]) {
    const program = join(LINTERS_FOLDER, "node_modules/publint/src/cli.js");
    const said = spawnSync(process.execPath, [program, "--strict", join(folder, "npm", name)], { encoding: "utf8" });
    assert.match(said.stdout, /All good!/, `${said.stdout}${said.stderr}`);
    assert.equal(said.status, 0);
  }
});

test("types resolve as modules and by require, and the compiler's as modules", LINTED, () => {
  const program = join(LINTERS_FOLDER, "node_modules/@arethetypeswrong/cli/dist/index.js");
  for (const [profile, ...entries] of [
    ["node16", "codec", "frames"],
    ["esm-only", "compiler"],
  ] as const) {
    const options = ["--profile", profile, "--format", "ascii", "--entrypoints", ...entries];
    const said = spawnSync(process.execPath, [program, "--pack", join(folder, "npm/structline"), ...options], {
      encoding: "utf8",
    });
    const found = said.stdout.match(/^bundler: 🟢/gm) ?? [];
    assert.equal(found.length, entries.length, `${said.stdout}${said.stderr}`);
    assert.equal(said.status, 0);
  }
});

test("the service's package links all programs, and npx finds the one of its name", () => {
  const { bin } = manifestOf("structline-service") as Manifest & { readonly bin: Record<string, string> };
  assert.deepEqual(Object.keys(bin).sort(), ["channel-message", "structline", "structline-service"]);
  for (const file of new Set(Object.values(bin)))
    assert.equal(existsSync(join(folder, "npm/structline-service", file)), true, `${file} is not in the package`);
});

test("without the service, --version names the version", () => {
  const { status, stdout } = structline("--version");
  assert.equal(status, 0);
  assert.match(stdout, new RegExp(`^structline ${manifestOf("structline").version.replaceAll(".", "\\.")}`));
});

const place = join(folder, "with service");
const EVERYTHING_FREE = "[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:0\n";

/** Installs the service, by copies: a link's neighbours are the clone's packages, and autobahn is one of them. */
before(() => {
  cpSync(join(folder, "npm/structline"), join(place, "node_modules/structline"), { recursive: true });
  for (const name of installed("structline-service").needed) {
    mkdirSync(dirname(join(place, "node_modules", name)), { recursive: true });
    cpSync(join(ROOT, "node_modules", name), join(place, "node_modules", name), { recursive: true });
  }
});

/** What an installed service says before it ends by itself. */
function startHere(ini: string, ...args: string[]) {
  writeFileSync(join(place, "channels.ini"), `${ini}${EVERYTHING_FREE}`);
  const program = join(place, "node_modules/structline/dist/structline.cjs");
  return spawnSync(process.execPath, [program, ...args], { cwd: place, encoding: "utf8", timeout: 60_000 });
}

test("an external router asks for its package by name", () => {
  const said = startHere("[lab]\nchannels =\n[wamp]\nurl = ws://127.0.0.1:9/ws\n", "start");
  assert.match(
    said.stderr,
    /\[wamp\] url \(channels\.ini:4\) needs the package 'autobahn', which is not installed: npm install autobahn\n$/,
  );
  assert.equal(said.status, 1);
});

/** Looks at what the service does without these. */
async function without(paths: readonly string[], look: () => unknown): Promise<void> {
  const hidden = paths.map((path) => join(place, "node_modules", path));
  for (const path of hidden) renameSync(path, `${path}.hidden`);
  try {
    await look();
  } finally {
    for (const path of hidden) renameSync(`${path}.hidden`, path);
  }
}

const HERE = `${process.platform}-${process.arch}`;
const lacks = (name: string) =>
  new RegExp(`^.*the package ${name} does not load on ${HERE}.*: docs/systems\\.md lists.*$`, "m");

for (const [path, name] of [
  ["fs-native-extensions/prebuilds", "fs-native-extensions"],
  [`@duckdb/node-bindings-${HERE}`, "@duckdb/node-bindings"],
] as const) {
  test(`without ${path} the service ends with one sentence`, () =>
    without([path], () => {
      const { status, stderr } = startHere("[lab]\nchannels =\n", "start");
      assert.match(stderr, lacks(name));
      assert.deepEqual([status, stderr.trim().split("\n").length], [1, 1], stderr);
    }));
}

test("without the parts of a serial port and of PNG pictures the rest works, and each is one sentence where it is asked for", () =>
  // The package of pictures is optional, and was not installed.
  without(["@serialport/bindings-cpp/prebuilds"], async () => {
    mkdirSync(join(place, "headers"), { recursive: true });
    cpSync(join(ROOT, "headers/rig.h"), join(place, "headers/rig.h"));
    const channel =
      "[lab-rig]\nudp_port = 0\nframing = cobs\nsources = serial:/dev/ttyNONE@9600\nwamp_topic = lab.rig\n";
    const ini = `[lab]\nchannels = lab-rig\n[realm-r]\n${channel}include_path = headers\nheader_files = rig.h\n`;
    assert.equal(startHere(ini, "gen").status, 0);
    const program = join(place, "node_modules/structline/dist/structline.cjs");
    const service = spawn(process.execPath, [program], { cwd: place, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [service.stdout, service.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
    try {
      await until(() => (/ready for data/.test(said) && lacks("serialport").test(said)) || service.exitCode !== null);
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
      const [body, headers] = ['{"t": 1}', { "Content-Type": "application/json" }];
      assert.equal((await fetch(`${url}/api/r/n/g/d/data`, { method: "POST", headers, body })).status, 200, said);
      const picture = await until(async () => {
        const answer = await fetch(`${url}/read/plot.png?database=r_n&measurement=g_d_sensors`);
        return answer.status !== 404 && answer;
      });
      assert.equal(picture.status, 501);
      assert.match(
        await picture.text(),
        /^PNG pictures need the package @napi-rs\/canvas, which is not installed here/,
      );
    } finally {
      service.kill("SIGKILL");
    }
  }));

/** Names of packages in source maps, and of those that the page's sources import: not the bundler's lists. */
function shippedPackages(): Set<string> {
  const nameIn = (path: string) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  const maps = readdirSync(join(ROOT, "dist"), { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".map"),
  );
  const sources = maps.flatMap(
    (path) => JSON.parse(readFileSync(join(ROOT, "dist", path), "utf8")).sources as string[],
  );
  const page = join(ROOT, "runtime/dashboards/page/browser");
  const imports = readdirSync(page, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => [
      ...readFileSync(join(page, path), "utf8").matchAll(/^import (?!type )[^;]*?"([^".][^"]*)";$/gm),
    ])
    .map(([, name = ""]) =>
      name
        .split("/")
        .slice(0, name.startsWith("@") ? 2 : 1)
        .join("/"),
    );
  return new Set([...sources.flatMap((path) => nameIn(path) ?? []), ...imports]);
}

test("every package that is part of the programs and the page is named with its licence", () => {
  const text = readFileSync(join(folder, "npm/structline/THIRD-PARTY-LICENSES.txt"), "utf8");
  const named = new Set(Array.from(text.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) \d[\w.+-]*: \S/gm), ([, name]) => name));
  const shipped = shippedPackages();
  for (const name of ["preact", "dompurify", "mqtt", "mathjs"]) assert.ok(shipped.has(name), `${name} is shipped`);
  assert.deepEqual(
    [...shipped].filter((name) => !named.has(name)),
    [],
  );
  for (const name of ["web-tree-sitter", "tree-sitter-cpp", "roboto-fontface", "uplot"])
    assert.ok(named.has(name), name);
  assert.match(text, /Time Zone Database, .* Natural Earth; both are in the public domain/);
});

test("both packages contain what npm would publish, with every file they name", async () => {
  for (const name of ["structline", "structline-service"]) {
    const manifest = manifestOf(name) as Manifest & {
      readonly exports?: object;
      readonly bin: object;
      readonly repository: { readonly url: string };
      readonly bugs: { readonly url: string };
    };
    const { files } = await publishDryRun(join(folder, "npm", name));
    const named =
      JSON.stringify([manifest.exports ?? {}, manifest.bin]).match(/dist\/[\w./-]+|structline\.js(?=")/g) ?? [];
    assert.deepEqual(
      [...new Set(named)].filter((path) => !files.includes(path)),
      [],
    );
    assert.ok(files.includes("LICENSE") && files.includes("README.md"), `${files}`);
    assert.match(manifest.repository.url, /^git\+https:\/\/.*\.git$/);
    assert.match(manifest.bugs.url, /^https:\/\/.*\/issues$/);
    assert.deepEqual(
      files.filter((path) => /\.map$|\.tgz$|node_modules/.test(path)),
      [],
    );
  }
});

test("the clone itself is private, and packed by mistake it contains no working program, with or without npm's scripts", () => {
  const { private: isPrivate } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  assert.equal(isPrivate, true);
  const env = { ...process.env, npm_config_cache: join(folder, "cache") };
  for (const option of ["--ignore-scripts", "--no-ignore-scripts"]) {
    const said = execFileSync("npm", ["pack", "--dry-run", "--json", option], { cwd: ROOT, env, encoding: "utf8" });
    assert.match(said, /"dist\/structline\.cjs"/);
    assert.doesNotMatch(said, /dist\/(codec|compiler|generator|service)/);
  }
});

/** `npm publish --dry-run` with a registry that has none of our versions. */
async function publishDryRun(package_: string): Promise<{ readonly files: readonly string[] }> {
  const registry = createServer((_request, response) => response.writeHead(404).end("{}"));
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
  const { port } = registry.address() as AddressInfo;
  try {
    const env = { ...process.env, npm_config_cache: join(folder, "cache") };
    const options = ["--dry-run", "--json", "--registry", `http://127.0.0.1:${port}/`];
    const { stdout } = await promisify(execFile)("npm", ["publish", package_, ...options], { env });
    const said = JSON.parse(stdout);
    const { files } = said.files === undefined ? Object.values<{ files: { path: string }[] }>(said)[0]! : said;
    return { files: files.map(({ path }: { path: string }) => path) };
  } finally {
    registry.close();
    registry.closeAllConnections();
  }
}

test("without the service's packages, 'start' names the package to install", () => {
  const { status, stderr } = structline("start");
  assert.equal(status, 1);
  assert.equal(
    stderr,
    "structline start: the service's packages are not installed; the package structline-service brings them\n",
  );
});

test("init asks nothing, creates a project, and writes nothing twice", () => {
  const first = structline("init");
  assert.deepEqual([first.status, first.stderr], [0, ""]);
  assert.match(
    first.stdout,
    /^wrote headers\/example\.h\nwrote channels\.ini\nwrote package\.json\nwrote \.gitignore\n\nnext: 'npx structline gen' after each change of a header, the package structline-service runs the service\n$/,
  );
  const second = structline("init");
  assert.equal(second.status, 1);
  assert.match(second.stderr, /channels\.ini exists already/);
});

test("init creates a channel from a real header, and reports what is wrong with an invalid one", () => {
  const added = structline("init", "--header", join(ROOT, "headers/rig.h"));
  assert.deepEqual([added.status, added.stderr], [0, ""]);
  assert.match(
    added.stdout,
    /^abi = arm-eabi: 'mbed\.h' is included at rig\.h:\d+\nwrote headers\/rig\.h\nchanged channels\.ini\nmade \d+ files in generated\n/,
  );
  assert.match(
    readFileSync(join(home, "channels.ini"), "utf8"),
    /\n\[lab-rig\]\nudp_port += 8889\n[^[]*header_files = rig\.h\nabi += arm-eabi /,
  );
  write("vendor/none.h", "struct position { float x; };\nstruct course { float v; };\n");
  const refused = structline("init", "--header", "vendor/none.h");
  assert.equal(refused.status, 1);
  assert.match(refused.stdout, /\n {2}1 position {2}4 bytes; nothing in the headers says its ID\n/);
  assert.match(refused.stderr, /nothing was written; say which struct is which message: --messages '7 position, …'/);
  write("vendor/empty.h", "#define NOTHING 1\n");
  const empty = structline("init", "--header", "vendor/empty.h");
  assert.equal(empty.status, 1);
  assert.match(empty.stderr, /E405[\s\S]*nothing was written\n$/);
  assert.doesNotMatch(readFileSync(join(home, "channels.ini"), "utf8"), /none\.h|empty/);
});

test("init uses a vendor's header unchanged, with messages named on the command line", () => {
  write("vendor/gps.h", "typedef struct { uint8_t type; uint8_t id; int16_t lat; } gps_t;\n");
  const added = structline("init", "--header", "vendor/gps.h", "--messages", "7 gps_t");
  assert.deepEqual([added.status, added.stderr], [0, ""]);
  assert.match(readFileSync(join(home, "channels.ini"), "utf8"), /include_path = vendor\n[^[]*messages += 7 gps_t\n/);
});

test("gen and channel-message work there; a wrong command is reported", () => {
  const { status, stderr } = structline("gen");
  assert.deepEqual([status, stderr], [0, ""]);
  const tool = join(home, "node_modules/structline/dist/channel-message.cjs");
  const said = execFileSync(process.execPath, [tool, "example", "decode", "0x0801c409102758ff"], { cwd: home });
  assert.match(String(said), /temperature {2}2500/);
  assert.deepEqual(structline("strat"), {
    status: 2,
    stdout: "",
    stderr:
      "structline: there is no command 'strat' (did you mean 'start'?); known are start, gen, ci, publish, follow, lsp, init, import, demo, cluster, command, check, reload, completion\n",
  });
});

const CHECKS = `
const bytes = Uint8Array.from([8, 1, 0xc4, 9, 0x10, 0x27, 88, 255]);
const message = channels.example.decode(bytes);
console.log(message.name, message.raw.temperature, channels.example.decode(bytes.subarray(1)).reason);
console.log(columnsOf(channels.example.weather).map(({ name }) => name).join());
try {
  encodeChecked(channels.example.weather, { humidity: 300 });
} catch (error) {
  console.log(error.message);
}
`;
const SAID = `struct_weather 2500 unknown-id
length,ID,temperature,pressure,humidity,ck
humidity: 300 is out of range 0 to 255
`;

test("Node loads the codecs as modules and by require", () => {
  const names = "columnsOf, encodeChecked";
  write(
    "esm.mjs",
    `import { channels } from "./generated/index.js";\nimport { ${names} } from "structline/codec";${CHECKS}`,
  );
  assert.equal(node("esm.mjs"), SAID);
  const required = `const { ${names} } = require("structline/codec");\nconst { channels } = require("./generated/index.js");`;
  write("cjs.cjs", `${required}${CHECKS}`);
  assert.equal(node("cjs.cjs"), SAID);
});

test("the compiler works as a library", () => {
  write(
    "compiler.mjs",
    `import { compile } from "structline/compiler";
const headers = { "a.h": "struct struct_a { uint8_t length; uint8_t ID; uint16_t x; } a = {4, 1};" };
const good = compile({ name: "a", headers }, { contract: "standalone" });
console.log(good.ok, good.files.some(({ path }) => path === "codec.ts"), good.files.filter(({ text }) => text.includes('"structline/codec"')).length);
const bad = compile({ name: "a", headers: { "a.h": headers["a.h"].replace("uint16_t", "uint61_t") } });
console.log(bad.ok, bad.files.length, bad.diagnostics[0].code, bad.diagnostics[0].place.line);
`,
  );
  assert.match(node("compiler.mjs"), /^true true 0\nfalse 0 E\d+ 1\n$/);
});

const STRICT = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--isolatedModules"];

function tsc(...args: string[]): void {
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [compiler, "--ignoreConfig", "--target", "ES2022", ...args], {
    cwd: home,
    encoding: "utf8",
  });
  assert.equal(status, 0, stdout);
}

const EXPECTED = `\
raw     1700 512 3000 3584 1
stored  17 V 0.000 A 3584 J
bytes   1202a4060000b80b00000000000000000000
refused rpm: 70000 is out of range 0 to 65535
power   1700
none    unknown-id 9
field   length uint8_t 0
field   ID uint8_t 1
field   voltage uint16_t 2 V
field   current int16_t 4 A
field   rpm uint16_t 6 1/min
field   energy double 8 J
field   fault_overtemp uint8_t 16
field   fault_current uint8_t 16
field   ck uint8_t 17
`;

test("the example type-checks strictly with node16 and bundler resolution, and runs", () => {
  cpSync(join(ROOT, "examples/consumer/main.ts"), join(home, "main.ts"));
  write("tsconfig.json", "{}\n");
  assert.equal(structline("gen", "--out", "telemetry").status, 0);
  const plain = readdirSync(join(home, "telemetry"), { recursive: true }).map(String);
  assert.deepEqual(plain.filter((path) => !/\.ts$/.test(path) || /\.d\.ts$/.test(path)).sort(), [
    ".structline",
    ".structline/catalogue.json",
    "build.json",
    "example",
    "gps",
    "rig",
  ]);
  tsc(...STRICT, "--types", "node", "--module", "esnext", "--moduleResolution", "bundler", "--noEmit", "main.ts");
  tsc(...STRICT, "--types", "node", "--module", "node16", "main.ts");
  assert.equal(node("main.js"), EXPECTED);
  write(
    "wrong.ts",
    `import { encodeChecked, patched } from "structline/codec";
import { frames } from "structline/frames";
import { rig } from "./telemetry/rig.js";
import { powerCodec } from "./telemetry/rig/struct_power.js";
encodeChecked(powerCodec, { rpm: 5 });
// @ts-expect-error
encodeChecked(powerCodec, { rpmm: 5 });
// @ts-expect-error
encodeChecked(powerCodec, { rpm: "5" });
// @ts-expect-error
patched(powerCodec, new Uint8Array(18), { rpmm: 5 });
export async function first(source: AsyncIterable<Uint8Array>): Promise<number | undefined> {
  for await (const message of frames(rig, source)) if (message.id === 2) return message.raw.rpm;
  return undefined;
}
`,
  );
  tsc(...STRICT, "--types", "node", "--module", "node16", "--noEmit", "wrong.ts");
});

test("standalone code does not need structline, and a bundle with one decode is smaller than 1 kB", async () => {
  assert.equal(structline("gen", "--out", "../alone", "--standalone").status, 0);
  const alone = join(folder, "alone");
  const sources = readdirSync(alone, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith(".ts"));
  assert.doesNotMatch(sources.map((path) => readFileSync(join(alone, path), "utf8")).join(), /from "structline/);
  tsc(
    ...STRICT,
    "--types",
    "",
    "--lib",
    "ES2023,DOM",
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
    "--allowImportingTsExtensions",
    "--noEmit",
    join(alone, "index.ts"),
  );
  const bundle = async (contents: string) => {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: alone, loader: "ts" },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      write: false,
    });
    return outputFiles[0]?.contents.length ?? Number.NaN;
  };
  const one = await bundle(`import { decodePower } from "./rig/struct_power.js"; globalThis.used = decodePower;`);
  assert(one < 1000, `one decode takes ${one} bytes`);
  const channel = await bundle(`import { decodeRig } from "./rig.js"; globalThis.used = decodeRig;`);
  assert(channel < 3000, `a channel's decode takes ${channel} bytes`);
  const all = await bundle(`import { channels } from "./index.js"; globalThis.used = channels;`);
  assert(all < 20_000, `all channels take ${all} bytes`);
});
