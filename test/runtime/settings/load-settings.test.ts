import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { loadSettings, parseSettings } from "../../../runtime/settings/load-settings.ts";
import { SECTIONS } from "../../../runtime/settings/sections.ts";
import { isEmbedded } from "../../../runtime/store/store-settings.ts";
import { problems, settings } from "../../support/read-settings.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const RIG = "udp_port = 8888\nwamp_topic = lab.rig\ninclude_path = headers\nheader_files = rig.h, more.h\n";

test("a channel's keys are read, paths are relative to the file", () => {
  const [channel] = settings(`[lab]\nchannels = lab-rig\n[lab-rig]\n${RIG}`).channels;
  assert.deepEqual(channel, {
    name: "rig",
    udpPort: 8888,
    udpHost: "127.0.0.1",
    wampTopic: "lab.rig",
    includePath: "/lab/headers",
    headerFiles: ["rig.h", "more.h"],
    abi: "x86-64",
    abiAssumed: true,
    layout: undefined,
    byteOrder: "little",
    defines: new Map(),
    storeExclude: [],
    emit: [],
    allowFrom: [],
    tcpIdleMs: 3_600_000,
  });
});

test("a file with no channel is fine: HTTP and MQTT still serve", () => {
  const { channels, http, broker, store } = settings("[lab]\nchannels =\n");
  assert.deepEqual(channels, []);
  assert.deepEqual(http.listen, { host: "127.0.0.1", port: 24642 });
  assert.deepEqual(broker, { host: "127.0.0.1", port: 1883 });
  assert.deepEqual(store, { kind: "duckdb", path: "/lab/data/telemetry.duckdb" });
});

test("a channel section that is not listed is inactive", () => {
  assert.deepEqual(settings(`[lab]\nchannels =\n[lab-rig]\nudp_port = nonsense\n`).channels, []);
});

test("python's ConfigParser syntax: colon, comments, continuation lines, CRLF, BOM", () => {
  const text = "\uFEFF[lab]\r\n# comment\r\nchannels: lab-a, ; first\r\n   lab-b\r\n[lab-a]\r\n";
  const channel = (name: string, port: number) =>
    `[lab-${name}]\nudp_port: ${port}\nwamp_topic = lab.${name}\ninclude_path=.\nheader_files = x.h ; the only one\n`;
  const { channels } = settings(`${text.replace("[lab-a]\r\n", "")}${channel("a", 1)}${channel("b", 2)}`);
  assert.deepEqual(
    channels.map(({ name, udpPort, headerFiles }) => [name, udpPort, headerFiles]),
    [
      ["a", 1, ["x.h"]],
      ["b", 2, ["x.h"]],
    ],
  );
});

test("in a file that is indented as a whole, indentation does not mean continuation", () => {
  const plain = `[lab]\nchannels = lab-rig\n[lab-rig]\n${RIG}`;
  const indented = plain.replace(/^/gm, "   ").replace("rig.h, more.h", "rig.h,\n      more.h");
  const { keys: _indented, ...read } = settings(indented);
  const { keys: _plain, ...expected } = settings(plain);
  assert.deepEqual(read, expected);
});

test("commands that only read channels need no secrets; a channel's own variables are always needed", () => {
  const deploy = new URL("../../../deploy/channels.ini", import.meta.url);
  const source = { file: "/lab/channels.ini", shown: "channels.ini", environment: {}, secrets: "optional" } as const;
  const { channels } = parseSettings(readFileSync(deploy, "utf8"), source);
  assert.deepEqual(
    channels.map(({ name }) => name),
    ["rig"],
  );
  const variable = `[lab]\nchannels = lab-rig\n[lab-rig]\n${RIG.replace("= headers", "= ${HEADERS}")}`;
  assert.throws(() => parseSettings(variable, source), /environment variable 'HEADERS' is not set/);
});

test("every other section", () => {
  const text = `[lab]
channels =
[http]
listen = 0.0.0.0:8080
max_body = 64k
cors_origins = *
drop_fields = none
[mqtt]
url = mqtts://broker:8883
username = u
password = \${SECRET}
[wamp]
url = ws://router:8080/ws
realm = test
[store]
url = influxdb+v2s://host:8086?org=acme
token = \${SECRET}
[grafana]
url = http://grafana:3000/
token = t
[journal]
max_size = 1G
commit_interval = 2ms
[realm-mqttkit-1]
networks = my-net, my-net-two
timezone = Europe/Berlin
[log]
level = debug
format = json
`;
  const result = settings(text, { SECRET: "s3cret" });
  assert.deepEqual(result.http, {
    listen: { host: "0.0.0.0", port: 8080 },
    maxBodyBytes: 65536,
    corsOrigins: ["*"],
    dropFields: [],
    hosts: [],
    tls: undefined,
  });
  assert.equal(result.mqtt.password, "s3cret");
  assert.deepEqual(result.store, {
    kind: "influxdb",
    version: "2",
    url: "https://host:8086",
    username: undefined,
    password: undefined,
    token: "s3cret",
    org: "acme",
  });
  assert.equal((result.parts["grafana"] as { url?: string } | undefined)?.url, "http://grafana:3000");
  assert.equal(result.journal.maxBytes, 1024 ** 3);
  assert.deepEqual(result.realms, [
    { name: "mqttkit-1", networks: ["my-net-two", "my-net"], timezone: "Europe/Berlin" },
  ]);
  assert.deepEqual(result.log, { level: "debug", format: "json" });
});

const MISTAKES: readonly [name: string, text: string, expected: string][] = [
  [
    "no [lab]",
    "[http]\n",
    "channels.ini: there is no [lab] section; add one with 'channels = ' and the names of the channel sections",
  ],
  [
    "a listed section that does not exist",
    "[lab]\nchannels = lab-rigg\n[lab-rig]\n",
    "channels.ini:2: channel section [lab-rigg] does not exist (did you mean 'lab-rig'?)",
  ],
  [
    "one port used twice",
    `[lab]\nchannels = lab-a, lab-b\n[lab-a]\n${RIG}[lab-b]\n${RIG}`,
    "channels.ini:9: udp_port 8888 is used by [lab-a] and [lab-b]; each channel needs its own",
  ],
  [
    "a backlog of an output as large as the cluster's log",
    "[lab]\nchannels =\n[cluster]\nurl = nats://127.0.0.1\nmax_size = 1M\n[store-a]\ndatabases = a\nurl = influxdb://127.0.0.1\nbacklog = 1M\n",
    "channels.ini:9: backlog: backlog must be less than [cluster] max_size (1048576 bytes): other stores need room, too",
  ],
  [
    "an unknown section",
    "[lab]\nchannels =\n[htpp]\n",
    `channels.ini:3: there is no section [htpp] (did you mean 'http'?); known are ${SECTIONS.map(({ section }) => section).join(", ")}`,
  ],
  [
    "an unknown key",
    "[lab]\nchannels =\n[log]\nlvel = x\n",
    "channels.ini:4: [log] has no key 'lvel' (did you mean 'level'?)",
  ],
  [
    "a missing key",
    "[lab]\nchannels = lab-a\n[lab-a]\nudp_port = 1\nwamp_topic = a\ninclude_path = .\n",
    "channels.ini:3: [lab-a] has no 'header_files'",
  ],
  [
    "a port that is none",
    `[lab]\nchannels = lab-a\n[lab-a]\n${RIG.replace("8888", "88888")}`,
    "channels.ini:4: udp_port: '88888' is not a port (0 to 65535)",
  ],
  [
    "a secret that is not set",
    "[lab]\nchannels =\n[mqtt]\npassword = ${NOPE}\n",
    "channels.ini:4: password: environment variable 'NOPE' is not set",
  ],
  [
    "a database file that has the name of the store's own schema",
    "[lab]\nchannels =\n[store]\nurl = duckdb:data/Structline.v2.duckdb\n",
    "channels.ini:4: url: a database file cannot be named 'structline'; write duckdb:data/telemetry.duckdb",
  ],
  [
    "a topic with a blank",
    `[lab]\nchannels = lab-a\n[lab-a]\n${RIG.replace("lab.rig", "lab rig")}`,
    "channels.ini:5: wamp_topic: 'lab rig' is not a WAMP topic; write names joined by dots, without blanks or '#'",
  ],
  [
    "a NUL in a topic",
    `[lab]\nchannels = lab-a\n[lab-a]\n${RIG.replace("lab.rig", "lab.\0rig")}`,
    "channels.ini:5: wamp_topic: the value has a control character (U+0000); delete it",
  ],
  [
    "a channel twice",
    `[lab]\nchannels = lab-a, lab-a\n[lab-a]\n${RIG}`,
    "channels.ini:2: [lab-a] occurs twice in channels; remove one",
  ],
  [
    "a journal of no size",
    "[lab]\nchannels =\n[journal]\nmax_size = 0\n",
    "channels.ini:4: max_size: '0' is too little; write at least 1M",
  ],
  [
    "bodies larger than memory",
    "[lab]\nchannels =\n[http]\nmax_body = 99T\n",
    "channels.ini:4: max_body: '99T' is too much; write at most 1G",
  ],
  [
    "a host with its scheme",
    "[lab]\nchannels =\n[http]\nhosts = http://x/\n",
    "channels.ini:4: hosts: 'http://x/' is not a host's name; write it without scheme, port and path: telemetry.example.org",
  ],
  [
    "half of a key pair",
    "[lab]\nchannels =\n[http]\ntls_key = k.pem\n",
    "channels.ini:4: tls_key is given without tls_certificate",
  ],
  [
    "a line that is nothing",
    "[lab]\nchannels =\nnonsense\n",
    "channels.ini:3: 'nonsense' is neither a section header nor 'key = value'",
  ],
  [
    "a misspelled key that is needed: one mistake, told once",
    `[lab]\nchannels = lab-a\n[lab-a]\n${RIG.replace("udp_port", "udp_prt")}`,
    "channels.ini:4: [lab-a] has no key 'udp_prt' (did you mean 'udp_port'?)",
  ],
  [
    "a header without its bracket: its keys are not told one by one",
    "[lab]\nchannels =\n[http\nlisten = 0.0.0.0:1\nmax_body = 3\n",
    "channels.ini:3: '[http' is not a section header; write it as [name]",
  ],
  [
    "channels separated by blanks",
    `[lab]\nchannels = lab-a lab-b\n[lab-a]\n${RIG}[lab-b]\n${RIG}`,
    "channels.ini:2: channel section [lab-a lab-b] does not exist; separate channels with commas: channels = lab-a, lab-b",
  ],
  [
    "a channel without lab-",
    `[lab]\nchannels = a\n[lab-a]\n${RIG}`,
    "channels.ini:2: channel section [a] does not exist (did you mean 'lab-a'?)",
  ],
  [
    "a key twice",
    "[lab]\nchannels =\nchannels =\n",
    "channels.ini:3: 'channels' occurs twice in [lab], first in line 2",
  ],
  [
    "a network that is none",
    `[lab]\nchannels = lab-a\n[lab-a]\n${RIG}allow_from = 10.0.0.0/33\n`,
    "channels.ini:8: allow_from: '10.0.0.0/33' is not a network; write 10.0.7.0/24",
  ],
];

for (const [name, text, expected] of MISTAKES) {
  test(`mistake: ${name}`, () => assert.equal(problems(text), expected));
}

test("all errors are reported together, in order", () => {
  assert.equal(problems("[lab]\nchannels =\n[http]\nport = 1\n[log]\nlevel = loud\n").split("\n").length, 2);
});

test("an abi that init guessed is known by the comment behind it", () => {
  const guessed = (abi: string) =>
    settings(`[lab]\nchannels = lab-rig\n[lab-rig]\n${RIG}${abi}`).channels[0]?.abiGuessed;
  assert.equal(guessed("abi = avr  ; 'Arduino.h' is included; GUESSED: it may be xtensa\n"), true);
  assert.equal(guessed("abi = avr  ; 'avr/io.h' is included\n"), undefined);
  assert.equal(guessed("abi = avr\n; GUESSED\n"), undefined);
});

test("a missing file gives a message that explains how to name one", () => {
  assert.throws(() => loadSettings({ file: "nowhere.ini", env: {}, cwd: "/" }), {
    name: "ConfigError",
    message:
      "nowhere.ini: configuration file does not exist; name one with --config FILE or the environment variable SVC_CONFIG",
  });
});

test("a command in the wrong folder says where the file is, or how to make it", () => {
  const lab = temporaryFolder();
  mkdirSync(join(lab, "mine/headers"), { recursive: true });
  const said = (folder: string) => () => loadSettings({ file: "channels.ini", env: {}, cwd: join(lab, folder) });
  assert.throws(said("mine"), /does not exist; 'structline init' makes one, or name one with --config FILE/);
  writeFileSync(join(lab, "mine/channels.ini"), "[lab]\nchannels =\n");
  assert.throws(said("mine/headers"), /does not exist; there is one in '\.\.': go there, or name one/);
  assert.throws(said("."), /does not exist; there is one in 'mine': go there, or name one/);
});

test("SVC_DATA names the folder of everything without its own path in the file", () => {
  const { journal, store } = settings("[lab]\nchannels =\n", { SVC_DATA: "data/demo" });
  assert.equal(journal.directory, "/lab/data/demo/journal");
  assert.deepEqual(store, { kind: "duckdb", path: "/lab/data/demo/telemetry.duckdb" });
  const placed = settings("[lab]\nchannels =\n[journal]\ndirectory = elsewhere\n", { SVC_DATA: "data/demo" });
  assert.equal(placed.journal.directory, "/lab/elsewhere");
});

test("fields of a realm's devices have their own rules", () => {
  const { realms } = settings("[lab]\nchannels =\n[realm-farm]\nrule.Temperature = unit=°C; warn=10..30\n");
  assert.deepEqual(
    realms[0]?.rules,
    new Map([["temperature", { unit: "°C", limits: { warn: { min: 10, max: 30 } } }]]),
  );
  const wrong = problems("[lab]\nchannels =\n[realm-farm]\nrule.t = warn=30..10\n");
  assert.match(wrong, /rule\.t: 'warn' is not a range like 10\.\.20/);
});

test("how long rows are kept", () => {
  const keep = (value: string) => {
    const { store } = settings(`[lab]\nchannels =\n[store]\nkeep = ${value}\n`);
    return isEmbedded(store) ? store.keep : undefined;
  };
  const day = 86_400_000;
  assert.deepEqual(keep("90d"), { rowsMs: 90 * day });
  assert.deepEqual(keep("90d, 1m:2y"), { rowsMs: 90 * day, minutesMs: 730 * day });
  assert.deepEqual(keep("36h,1min:12w"), { rowsMs: 1.5 * day, minutesMs: 84 * day });
  assert.equal(keep(""), undefined);
});

for (const [value, problem] of [
  ["soon", /'soon' is not a period from 1d to 200y; write 24h, 90d, 12w or 2y/],
  ["1h", /'1h' is not a period from 1d/],
  ["-5d", /'-5d' is not a period/],
  ["1e9d", /is not a period/],
  ["90d, 5m:2y", /figures are by the minute only, not by '5m'/],
  ["90d, 2y", /'2y' is not 1m:PERIOD/],
  ["2y, 1m:90d", /the minutes' period '90d' has to be longer than that of the rows, '2y'/],
  ["90d, 1m:1y, 1h:9y", /has more than two parts/],
] as const) {
  test(`an invalid retention period: ${value}`, () => {
    assert.throws(() => settings(`[lab]\nchannels =\n[store]\nkeep = ${value}\n`), problem);
  });
}

test("retention is supported only in DuckDB, not in files", () => {
  const ini = "[lab]\nchannels =\n[store]\nurl = parquet:data/history\nkeep = 90d\n";
  assert.match(problems(ini), /keep applies to/);
});

test("history in Parquet files", () => {
  const { store } = settings("[lab]\nchannels =\n[store]\nurl = parquet:data/history\n");
  assert.deepEqual(store, {
    kind: "duckdb",
    path: "/lab/data/history/head.duckdb",
    parquet: "/lab/data/history",
  });
});

test("of two words, neither is proposed: the similar one may be the opposite", () => {
  const [line = ""] = problems("[lab]\nchannels =\n[gen]\ntyped_arrays = on\n").split("\n");
  assert.match(line, /typed_arrays: 'on' is not one of yes, no$/);
});
