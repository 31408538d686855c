/** Every section and key of the configuration file; `docs/configuration.md` is generated from this table. */

import { ABI_NAMES } from "./abi-names.ts";
import { CLUSTER_ROLES } from "./cluster-roles.ts";
import { parseDisplayRule } from "./display-rule.ts";
import { parseDoors } from "./doors.ts";
import { EMIT_NAMES } from "./emit-names.ts";
import { parseBytes, parseFraming } from "./framing.ts";
import type { Places, SectionDescription } from "./key.ts";
import { parseNetworks } from "./networks.ts";
import { parseDialects } from "./realm-words.ts";
import type { Door } from "./settings.ts";
import { MAP_DIALECTS, parseMapAddress, parseMapTopics, VENDORS } from "./topic-maps.ts";
import {
  count,
  oneOf,
  parseClusterName,
  parseDefines,
  parseDuration,
  parseEmit,
  parseEndpoint,
  parseFlags,
  parseHost,
  parseHosts,
  parseList,
  parseMilliseconds,
  parseNames,
  parsePort,
  parseRegion,
  parseServers,
  parseSize,
  parseTimezone,
  parseVersions,
  parseWampTopic,
  size,
  url,
} from "./values.ts";

const path = (written: string, at: Places): string => at.path(written);
const paths = (written: string, at: Places): readonly string[] => parseList(written).map((one) => at.path(one));
const doorsAt = (written: string, at: Places): Door[] =>
  parseDoors(written).map((door) => (door.kind === "file" ? { ...door, path: at.path(door.path) } : door));
const yesOrNo = oneOf(["yes", "no"]);
const nothing = (): undefined => undefined;
const none = (): never[] => [];

/** Credentials that weather stations and gateways send with their data. */
const DROP_FIELDS: readonly string[] = [
  "PASSKEY",
  "PASSWORD",
  "passwd",
  "pwd",
  "api_key",
  "apikey",
  "api-key",
  "token",
  "access_token",
  "auth_token",
  "secret",
  "client_secret",
  "psk",
];

const TLS_KEYS = [
  {
    key: "tls_certificate",
    parse: path,
    meaning: "PEM file with the certificate chain; with `tls_key` it turns TLS on.",
  },
  { key: "tls_key", parse: path, meaning: "PEM file with the private key." },
] as const;

/** Of one realm, or of all. */
const REALM_KEYS = [
  {
    key: "timezone",
    parse: parseTimezone,
    default: "UTC",
    meaning: "IANA zone of times that name none.",
    example: "Europe/Berlin",
  },
  {
    key: "time",
    parse: parseList,
    absent: none,
    meaning: "Fields that give a row's time, before those that are known; within an object `outer.inner`.",
    example: "fix.at, gemessen",
  },
  {
    key: "text",
    parse: parseList,
    absent: none,
    meaning: "Fields whose numbers are names (versions, serial numbers): they are stored as texts, as they came.",
    example: "fw, serial",
  },
  {
    key: "arrays",
    parse: oneOf(["by-name", "by-place"]),
    default: "by-name",
    meaning:
      "What names the columns of an array's objects: `by-name`, a member of each (`value_type`, `name`, `n`, `id`, `type` …), or JSON in one column where there is none; `by-place`, their places (`relays.0.ison`).",
  },
  {
    key: "compat",
    parse: parseDialects,
    absent: none,
    meaning:
      "Other services' addresses and bodies that are taken too: `kotori` for all, or some of `tasmota`, `airrohr`, `bulk`, `aliases`, `csv`, `answers`, `dates`. See [kotori.md](kotori.md).",
    example: "kotori",
  },
  {
    key: "names",
    parse: oneOf(["as-sent", "lower"]),
    default: "as-sent",
    meaning: "`lower`: names of databases and measurements are in small letters, as Kotori makes them.",
  },
  {
    key: "addresses",
    parse: oneOf(["wide", "basic"]),
    default: "wide",
    meaning:
      "`basic`: `<realm>/<node>` is an address too, with the database `<realm>_<node>` and the measurements `sensors` and `events`.",
  },
  {
    key: "direct_networks",
    parse: parseList,
    absent: none,
    meaning: "Networks that direct addresses (`<realm>/channel/…`) may name; all where the key is absent.",
    example: "itest, testdrive",
  },
  {
    key: "republish",
    parse: oneOf(["on", "off"]),
    absent: nothing,
    default: "off",
    meaning:
      "`on`: each reading that comes over HTTP is published over MQTT on `<address as sent>/data.json`, each event on `…/event.json`, with its time. Messages of our own are not taken in again. With `compat = kotori` it is on unless you write `off`.",
    example: "on",
  },
] as const;

/** Messages and frames of a channel [D36, D37]. */
const FRAME_KEYS = [
  {
    key: "messages",
    absent: nothing,
    default: "initialisers",
    meaning:
      "Which struct, class or typedef is which message: an ID and a name by turns, one pair a line or separated by commas. These structs need no `length`, no `ID` and no initialiser. An ID is a number, a text in quotes, or the name of an enumerator or a constant of the headers.",
    example: "0 PacketMotionData, 0x10 gps_t, 'GPS1' fix_t, PACKET_ID_LAP PacketLapData",
  },
  {
    key: "id",
    absent: nothing,
    default: "u8@1",
    meaning:
      "Where the ID stands in a frame: `u8`, `u16le`, `u16be`, `u24le`, `u24be`, `u32le`, `u32be` or `text1` to `text4`, `@` the byte offset from the frame's beginning, and `&` a mask whose bits are shifted down; `none`: there is one message only; `fport`: it is the port of a LoRaWAN uplink.",
    example: "u16be@0&0x7ff",
  },
  {
    key: "length",
    absent: nothing,
    default: "u8@0",
    meaning:
      "The same for the length, with `+n` for bytes that it does not count; `none`: frames do not say it. A length that differs is counted, and a stream is cut by it.",
    example: "u16be@4+7",
  },
  { key: "payload_offset", parse: parseBytes, default: "0", meaning: "Bytes of a frame before the struct." },
  { key: "trailer", parse: parseBytes, default: "0", meaning: "Bytes of a frame behind the struct." },
  {
    key: "check",
    meaning:
      "Checksum with which the trailer begins: a name of the RevEng catalogue, `sum8`, `xor8`, `fletcher16` or `adler32`; `from=` is the first byte that it covers, `little` or `big` its byte order where it is not the channel's. A message may add a byte to what is covered: `0 heartbeat_t extra=50`.",
    example: "crc16/mcrf4xx from=1",
  },
  {
    key: "short",
    parse: oneOf(["reject", "zero"]),
    default: "reject",
    meaning: "`zero`: a frame that ends early is completed with zeros, instead of being rejected.",
  },
  {
    key: "long",
    parse: oneOf(["reject", "ignore"]),
    default: "reject",
    meaning: "`ignore`: surplus bytes of a frame are passed over.",
  },
  {
    key: "framing",
    parse: parseFraming,
    absent: nothing,
    default: "by the length",
    meaning:
      "How a stream is cut into frames: `length`; `fixed` (by the ID's struct) or `fixed:n` bytes; `cobs`; `slip`; `sync:aa55`, with which each frame begins; `lines` of hexadecimal digits or base64 (`lines:hex`, `lines:base64`).",
    example: "sync:b562",
  },
  {
    key: "sources",
    parse: doorsAt,
    absent: nothing,
    default: "udp:<udp_port>",
    meaning:
      "Doors that the channel's frames come by, separated by commas: `udp:8888`; `udp:239.1.2.3:8888@eth0` (multicast); `tcp:9000` (listens); `tcp://host:4001` (connects, again and again); `serial:/dev/ttyUSB0@115200` or `…@9600,8N1`; `mqtt:rig/+/frame.bin` (a topic filter); `file:capture.pcap` (a capture of tcpdump or Wireshark, of which the UDP datagrams to the channel's port are taken, else a recorded stream: taken again at each start, its rows take the place of those that are there) and `-` (standard input: the same, as it comes). Streams are cut by `framing`; what is no frame is skipped, counted and kept.",
    example: "udp:8888, tcp:9000, serial:/dev/ttyUSB0@115200",
  },
] as const;

export const SECTIONS = [
  {
    section: "lab",
    reload: "applied",
    meaning: "Which UDP channels are active. The only section that must be there.",
    keys: [
      {
        key: "channels",
        parse: parseList,
        default: "required",
        meaning: "Names of channel sections, separated by commas. May be empty: HTTP and MQTT serve without any.",
        example: "lab-rig, lab-h2m",
      },
    ],
  },
  {
    section: "lab-<channel>",
    reload: "applied",
    meaning: "One UDP channel. A section that `[lab] channels` does not list is inactive.",
    keys: [
      {
        key: "udp_port",
        parse: parsePort,
        default: "required",
        meaning: "UDP port on which the channel's datagrams arrive. May be left out where `sources` names others.",
        example: "8888",
      },
      {
        key: "wamp_topic",
        parse: parseWampTopic,
        default: "required",
        meaning:
          "WAMP topic of the decoded messages. With `_` for `.` it is the database, with `/` for `.` the beginning of the MQTT error topic.",
        example: "lab.rig.telemetry",
      },
      {
        key: "include_path",
        parse: paths,
        default: "required",
        meaning:
          "Folder of the header files. Further folders behind commas are searched in turn for headers that the first one lacks, like a compiler's `-I`.",
        example: "headers",
      },
      {
        key: "header_files",
        parse: parseList,
        default: "required",
        meaning: "Header files in it, separated by commas; not with `versions`.",
        example: "rig.h",
      },
      {
        key: "versions",
        parse: parseVersions,
        meaning:
          "Instead of `header_files`: versions of the firmware that send at once, oldest first, each with its header files (joined with `+`). A message is taken for the version whose field tagged `@version` says so, else whose length it has, else which its sender is pinned to, else the last one.",
        example: "v1: v1/rig.h, v2: rig.h",
      },
      {
        key: "version_columns",
        parse: parseList,
        absent: none,
        meaning:
          "With `versions`: fields that older versions store in columns of their own, with the version's name behind: `volt_v1`. Without it one column has one unit: values of an older version are converted to the unit of the newest, and units that do not convert are an error.",
        example: "volt, level",
      },
      {
        key: "device.<address>",
        meaning: "The version that the sender at this address sends.",
        example: "v1",
      },
      {
        key: "abi",
        parse: oneOf(ABI_NAMES),
        default: "x86-64",
        meaning:
          "Whose compiler lays the structs out: `x86-64`, `i386`, `aarch64`, `arm-eabi` (Cortex-M), `avr`, `xtensa` (ESP8266, ESP32), `riscv32`, `riscv64`, `msp430` or `msvc-x64`. Sizes of `int`, `long`, `double` and `enum`, alignments, plain-`char` signedness, bit-field allocation and predefined macros follow it.",
      },
      {
        key: "layout",
        parse: oneOf(["natural", "packed"]),
        meaning:
          "`natural` or `packed` settles for all structs of the channel what is otherwise decided for each by its declared length.",
      },
      { key: "byte_order", parse: oneOf(["little", "big"]), default: "little", meaning: "`little` or `big`." },
      { key: "defines", parse: parseDefines, meaning: "Macros for the headers' `#if`s: `A, B=2`." },
      {
        key: "cflags",
        parse: parseFlags,
        meaning:
          "Compiler flags as the firmware's project file has them; those that change layout, macros or language count: the processor (`-mcpu=`, `-march=`, `-mmcu=`, `-mfpu=`, `-mabi=` …) and whatever else changes the compiler's macros, as the compilers said themselves when they were asked; `-D`, `-U`, `-fpack-struct[=n]`, `-fshort-enums`, `-fshort-wchar`, `-funsigned-char`, `-funsigned-bitfields`, `-m32`, `-std=`, and their opposites; for `msvc-x64` also `/Zp`, `/J`, `/std:`, `/D`. One that is not known, or that changes layouts in another way, is an error.",
        example: "-mcpu=cortex-m4 -fpack-struct=1 -DBOARD=2",
      },
      {
        key: "store_exclude",
        parse: parseList,
        absent: none,
        meaning: "Fields that are left out of stored rows.",
        example: "length, ID, ck",
      },
      {
        key: "emit",
        parse: parseEmit,
        absent: none,
        meaning: `Definitions for other tools that are written beside the codecs ([emitters.md](emitters.md)): \`all\`, or some of ${EMIT_NAMES.map((name) => `\`${name}\``).join(", ")}.`,
        example: "kaitai, xtce",
      },
      {
        key: "publish",
        parse: oneOf(["json", "off"]),
        absent: nothing,
        default: "[publish] mqtt",
        meaning: "`json` or `off`: whether the channel's stored rows are published over MQTT.",
      },
      ...FRAME_KEYS,
      {
        key: "listen",
        parse: parseHost,
        absent: nothing,
        default: "[udp] listen",
        meaning: "Address the channel's socket binds to.",
      },
      {
        key: "allow_from",
        parse: parseNetworks,
        absent: none,
        meaning: "Networks (CIDR) datagrams are taken from; all others are rejected. Empty takes all.",
        example: "10.0.7.0/24, 127.0.0.1",
      },
      {
        key: "tcp_idle",
        parse: parseDuration,
        default: "1h",
        meaning:
          "How long a connection to a TCP endpoint of the channel (`tcp:9000`) may be silent before it is closed: `90s`, `30min`, `1h`, `7d`.",
      },
    ],
  },
  {
    section: "gen",
    reload: "applied",
    meaning: "What `structline gen` writes, for all channels.",
    keys: [
      {
        key: "emit",
        parse: parseEmit,
        absent: none,
        meaning:
          "The same as a channel's `emit`, for all channels. `gen --emit` writes this key, so that a fresh clone generates the same.",
        example: "python, cosmos",
      },
      {
        key: "emit_dir",
        parse: path,
        absent: nothing,
        default: "the output folder",
        meaning: "Folder for these definitions. It may hold other files.",
        example: "interfaces",
      },
      {
        key: "import_extension",
        parse: oneOf(["ts", "js", "none"]),
        absent: nothing,
        default: "by tsconfig.json",
        meaning:
          "How the TypeScript of `gen --out` imports its own files: `./rig.ts` (Node's own TypeScript, Deno, Bun, bundlers), `./rig.js` (the compiler, bundlers, Bun) or `./rig` (bundlers, Bun). Without the key it is `js` where the nearest tsconfig.json does not allow `.ts`, else `ts`.",
      },
      {
        key: "int64",
        parse: oneOf(["bigint", "number", "string"]),
        default: "bigint",
        meaning:
          "How records of `gen --out` have 64-bit integers. A `number` loses digits beyond 2^53; a `string` has all of them. The service's own codecs have `bigint`.",
      },
      {
        key: "typed_arrays",
        parse: oneOf(["yes", "no"]),
        default: "no",
        meaning:
          "`yes`: records of `gen --out` have arrays of 16 numbers or more as `Uint16Array`, `Float32Array` and so on, instead of plain arrays.",
      },
    ],
  },
  {
    section: "udp",
    reload: "applied",
    meaning: "What all UDP channels share.",
    keys: [
      {
        key: "listen",
        parse: parseHost,
        default: "127.0.0.1",
        meaning: "Address the UDP sockets bind to; `0.0.0.0` takes datagrams from other machines.",
      },
    ],
  },
  {
    section: "http",
    meaning: "The HTTP listener: data and events under `/api`, the page at `/`, the WAMP router at `/ws`.",
    keys: [
      { key: "listen", parse: parseEndpoint, default: "127.0.0.1:24642", meaning: "`host:port`." },
      {
        key: "max_body",
        parse: size("64k", "1G"),
        default: "2M",
        meaning: "Largest body that is held whole (JSON, form). CSV streams and has no limit.",
      },
      {
        key: "cors_origins",
        parse: parseList,
        absent: none,
        meaning: "Web origins whose pages may call `/api`, separated by commas; `*` for all.",
      },
      {
        key: "drop_fields",
        parse: parseNames,
        reload: "applied",
        default: DROP_FIELDS.join(", "),
        meaning:
          "Fields of bodies that are taken out before anything is kept or shown, at any depth and in any case; a CSV header that names one is refused. `none` keeps everything.",
      },
      {
        key: "hosts",
        parse: parseHosts,
        absent: none,
        meaning:
          "Names that a proxy on this machine calls the service by. On loopback without `[auth]` others than these, addresses and `localhost` are refused, so that no web page reaches the service under a name of its own.",
        example: "telemetry.example.org",
      },
      ...TLS_KEYS,
    ],
  },
  {
    section: "mqtt",
    meaning: "The MQTT side: an embedded broker, or an external one.",
    keys: [
      {
        key: "url",
        parse: url("mqtt", "mqtts"),
        shown: "without secrets",
        meaning: "External broker: `mqtt://host:1883`, `mqtts://host:8883`. Without it an embedded broker runs.",
      },
      {
        key: "listen",
        parse: parseEndpoint,
        default: "127.0.0.1:1883",
        meaning: "`host:port` of the embedded broker.",
      },
      { key: "username", meaning: "For the external broker." },
      { key: "password", shown: "never", meaning: "For the external broker." },
      {
        key: "client_id",
        default: "structline",
        meaning: "Names the durable session at the external broker; one for each instance.",
      },
      {
        key: "tls_ca",
        parse: path,
        meaning: "PEM file of the authority that signed the external broker's certificate.",
      },
      {
        key: "session_expiry",
        parse: parseDuration,
        default: "1d",
        meaning:
          "How long the embedded broker keeps the session of a durable client (`clean session` off) that is away: `90s`, `30min`, `1h`, `7d`.",
      },
      ...TLS_KEYS,
    ],
  },
  {
    section: "publish",
    reload: "applied",
    meaning: "Stored rows and their description, for programs that speak MQTT, through the broker of `[mqtt]`.",
    keys: [
      {
        key: "mqtt",
        parse: oneOf(["json", "off"]),
        default: "off",
        meaning:
          "`json`: every row that was stored, as a JSON object with its time and its columns by name: of a channel on `<wamp topic with slashes>/<measurement>/data.json`, of a device on `<realm>/<network>/<gateway>/<node>/stored.json`, an event on `…/stored-event.json`.",
      },
      {
        key: "interval",
        parse: parseMilliseconds,
        default: "0ms",
        meaning: "Of each topic no more than one row in this time, the newest one; `0ms`: every row.",
        example: "1s",
      },
      {
        key: "retain",
        parse: yesOrNo,
        default: "yes",
        meaning: "Whether the broker keeps the newest row of each topic for whoever subscribes later.",
      },
      {
        key: "home_assistant",
        parse: oneOf(["on", "off"]),
        default: "off",
        meaning:
          "`on`: Home Assistant finds the columns of all rows that are published (`mqtt = json`) by its MQTT discovery, under `homeassistant/`.",
      },
      {
        key: "stale_after",
        parse: parseDuration,
        default: "1h",
        meaning:
          "Home Assistant shows a value as unavailable after this time without a row. A struct with `@every` is stale after three missed messages instead.",
      },
    ],
  },
  {
    section: "wamp",
    meaning: "The software bus.",
    keys: [
      {
        key: "url",
        parse: url("ws", "wss"),
        shown: "without secrets",
        meaning: "External WAMP router (`ws://host:8080/ws`) that decoded messages are published to.",
      },
      { key: "realm", default: "lab", meaning: "WAMP realm." },
    ],
  },
  {
    section: "store",
    meaning: "Where rows are kept.",
    keys: [
      {
        key: "url",
        absent: nothing,
        shown: "without secrets",
        default: "duckdb:data/telemetry.duckdb",
        meaning:
          "`duckdb:FILE`, `parquet:FOLDER` or `parquet:s3://bucket/prefix` (hourly Parquet files for other programs, see [stores](stores.md)), or InfluxDB: `influxdb://user:password@host:8086` (version found by asking), `influxdb+v1://…`, `influxdb+v2://host:8086?org=NAME`, `influxdb+v3://…`; `influxdbs://` and `influxdb+v2s://` with TLS.",
      },
      {
        key: "token",
        shown: "never",
        meaning: "InfluxDB 2.x or 3.x token.",
        example: "${INFLUX_TOKEN}",
      },
      {
        key: "directory",
        parse: path,
        absent: (at) => at.data("history"),
        default: "data/history",
        meaning: "For a bucket: the folder of `head.duckdb` and of the files that are here at the moment.",
      },
      {
        key: "endpoint",
        parse: url("http", "https"),
        absent: nothing,
        default: "Amazon's of the region",
        meaning: "The server of the bucket, where it is not Amazon's.",
        example: "http://minio:9000",
      },
      {
        key: "region",
        parse: parseRegion,
        absent: ({ environment }) => environment["AWS_REGION"] || environment["AWS_DEFAULT_REGION"] || "us-east-1",
        default: "AWS_REGION, else us-east-1",
        meaning: "The bucket's region.",
      },
      {
        key: "path_style",
        parse: yesOrNo,
        absent: nothing,
        default: "yes with endpoint, else no",
        meaning: "Whether the bucket is the first part of the path, and not of the host's name: `yes` or `no`.",
      },
      {
        key: "credentials",
        parse: path,
        absent: nothing,
        default: "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of the environment",
        meaning:
          "A file with the bucket's keys as Amazon's programs have it, `[default]` of it; read anew for each request.",
      },
      {
        key: "cache",
        parse: size("1M"),
        default: "10G",
        meaning: "How much of what the bucket has may be in the folder; one query reads no more than that.",
      },
      {
        key: "adopt",
        parse: yesOrNo,
        default: "no",
        meaning:
          "For Parquet files: `yes` has a new `head.duckdb` take over the files of one that is lost. For that one start.",
      },
      {
        key: "backlog",
        parse: parseSize,
        absent: nothing,
        default: "half of [journal] max_size",
        meaning:
          "With `[store-<name>]` sections: how much of the journal may wait for this store while others keep up. What is beyond it becomes dead letters.",
      },
    ],
  },
  {
    section: "store-<name>",
    meaning:
      "An InfluxDB for some of the databases; `[store]` has the others. If several sections match, the first one applies.",
    keys: [
      {
        key: "databases",
        parse: parseList,
        default: "required",
        meaning: "Names of the databases, with `*` for any text and `?` for any character.",
        example: "plant_a_*, mqttkit_1_testdrive",
      },
      {
        key: "url",
        shown: "without secrets",
        default: "required",
        meaning: "As in `[store]`; InfluxDB only.",
      },
      {
        key: "token",
        shown: "never",
        meaning: "InfluxDB 2.x or 3.x token.",
        example: "${INFLUX_TOKEN}",
      },
      {
        key: "backlog",
        parse: parseSize,
        absent: nothing,
        default: "half of [journal] max_size",
        meaning: "As in `[store]`.",
      },
    ],
  },
  {
    section: "grafana",
    meaning: "Provisioning of Grafana dashboards; off without `url`.",
    keys: [
      { key: "url", parse: url("http", "https"), shown: "without secrets", meaning: "`http://host:3000`" },
      {
        key: "token",
        shown: "never",
        meaning: "Service account token.",
        example: "${GRAFANA_TOKEN}",
      },
      { key: "username", meaning: "Basic auth, instead of a token." },
      { key: "password", shown: "never", meaning: "Basic auth, instead of a token." },
      { key: "folder", default: "structline", meaning: "Folder for what is made." },
      {
        key: "datasource_url",
        parse: url("http", "https"),
        absent: nothing,
        default: "[store] url",
        meaning: "InfluxDB's address as Grafana reaches it.",
      },
    ],
  },
  {
    section: "alarms",
    meaning:
      "Where values beyond their limits are told, beside MQTT and the page: what is raised within 5 s is one message.",
    keys: [
      {
        key: "webhook",
        parse: (text: string) => parseList(text).map(url("http", "https")),
        absent: none,
        shown: "never",
        meaning: 'Addresses that get `{"alarms": […]}` by POST, separated by commas.',
        example: "https://hooks.example.org/T0/B0",
      },
      {
        key: "smtp",
        parse: url("smtp", "smtps"),
        shown: "never",
        meaning: "The mail server, with name and password where it wants them.",
        example: "smtps://user:${SMTP_PASSWORD}@mail.example.org",
      },
      {
        key: "email",
        parse: parseList,
        absent: none,
        meaning: "Addresses that get an e-mail by `smtp`, separated by commas.",
      },
      { key: "from", default: "the first of `email`", absent: nothing, meaning: "The sender of these e-mails." },
    ],
  },
  {
    section: "journal",
    meaning: "The durable log between the sources and the store.",
    keys: [
      {
        key: "directory",
        parse: path,
        absent: (at) => at.data("journal"),
        default: "data/journal",
        meaning: "Its folder; dead letters are beside it.",
      },
      {
        key: "max_size",
        parse: size("1M"),
        default: "4G",
        meaning: "How much may wait for a store that is down; beyond it senders get 503 and no PUBACK.",
      },
      {
        key: "commit_interval",
        parse: parseMilliseconds,
        default: "5ms",
        meaning: "Longest time a message waits for others to be made durable with it.",
      },
    ],
  },
  {
    section: "cluster",
    meaning:
      "Several machines that work as one, by way of NATS JetStream ([cluster](cluster.md)); without `url` there is one process, and nothing of this is loaded.",
    keys: [
      {
        key: "url",
        parse: parseServers,
        shown: "without secrets",
        meaning: "NATS servers with JetStream, separated by commas; `tls://` insists on TLS.",
        example: "nats://a:4222, nats://b:4222, nats://c:4222",
      },
      {
        key: "role",
        parse: oneOf(CLUSTER_ROLES),
        default: "all",
        meaning:
          "What this node does; the option `--role` wins. `ingest` takes messages, `store` brings them to the store, `view` serves page and read API, `all` does everything.",
      },
      {
        key: "acknowledge",
        parse: oneOf(["replicated", "local"]),
        default: "replicated",
        meaning:
          "When a sender is told that its message is kept: `replicated`, when this node's journal and the cluster's log have it; `local`, when the journal has it.",
      },
      { key: "name", parse: parseClusterName, default: "lab", meaning: "Tells labs apart that share servers." },
      {
        key: "partitions",
        parse: count(1, 1024),
        absent: nothing,
        default: "what the log has; 8 where it is made",
        meaning:
          "Parts of the log; the messages of one device or channel are in one of them. The most store workers there can be. Not to be changed while messages wait.",
      },
      {
        key: "nodes",
        parse: count(2, 4096),
        default: "64",
        meaning:
          "How many nodes there can be at a time; times of receipt of node k are k modulo this, ns. The same on all nodes.",
      },
      {
        key: "replicas",
        parse: count(1, 5),
        absent: nothing,
        default: "3 where there are 3 servers",
        meaning: "Copies of the cluster's log.",
      },
      {
        key: "ack_wait",
        parse: parseMilliseconds,
        default: "2s",
        meaning: "After this time without a word from a store worker, its partitions go to the others.",
      },
      {
        key: "keep",
        parse: parseDuration,
        default: "10m",
        meaning:
          "How long this node's journal keeps what the cluster's log has, as long as no more than half of its room is taken: `channel-message cluster resend` sends it once more.",
      },
      {
        key: "max_size",
        parse: size("1M"),
        default: "4G",
        meaning:
          "How much the cluster's log may hold, which each server reserves; what comes beyond waits in the journals of the nodes.",
      },
      {
        key: "credentials",
        parse: path,
        meaning: "Credentials file of the NATS user (`.creds`); or user and password in `url`.",
      },
      {
        key: "tls_ca",
        parse: path,
        meaning: "PEM file of the authority that signed the servers' certificates.",
      },
      {
        ...TLS_KEYS[0],
        meaning: "PEM file with the certificate chain, which this node shows the servers.",
      },
      TLS_KEYS[1],
    ],
  },
  {
    section: "realms",
    reload: "applied",
    meaning: "What holds for all realms of HTTP and MQTT addresses, unless a realm's own section says otherwise.",
    keys: [
      {
        key: "default",
        parse: oneOf(["open", "closed"]),
        meaning:
          "`open`: realms without a section are accepted too. Without the key that is so where there is no `[realm-<name>]` section.",
        example: "open",
      },
      ...REALM_KEYS,
    ],
  },
  {
    section: "realm-<name>",
    reload: "applied",
    meaning:
      "One realm of HTTP and MQTT addresses. Without any such section every realm is accepted; with one, only those named.",
    keys: [
      {
        key: "networks",
        parse: parseList,
        absent: none,
        meaning: "Networks whose names contain hyphens, so that direct addresses resolve.",
        example: "my-net, acme",
      },
      {
        key: "binary",
        meaning:
          "Channel by whose structs binary payloads of this realm's devices are decoded: LoRaWAN uplinks without a decoded payload (`frm_payload`; the channel may say `id = fport`), `<address>/data.bin` over MQTT, `application/octet-stream` over HTTP. The values go into the device's own measurement.",
        example: "node",
      },
      ...REALM_KEYS,
      {
        key: "rule.<field>",
        parse: parseDisplayRule,
        meaning:
          "How a field of this realm's devices is shown and judged on the page: `unit`, `warn`, `alarm`, `hold` and `states` as in [rules](rules.md), separated by `;` without a blank before it.",
        example: "unit=°C; warn=10..30",
      },
    ],
  },
  {
    section: "map-<name>",
    reload: "applied",
    meaning:
      "MQTT topics of a vendor that mean an address of ours. They are subscribed to at an external broker, too. See [kotori.md](kotori.md).",
    keys: [
      {
        key: "vendor",
        parse: oneOf(Object.keys(VENDORS) as [string, ...string[]]),
        meaning: `Topics that are ready under a word: ${Object.keys(VENDORS)
          .map((name) => `\`${name}\``)
          .join(", ")}.`,
        example: "tasmota",
      },
      {
        key: "topic",
        parse: parseMapTopics,
        absent: none,
        meaning: "Topics, with `+` for what differs: `{1}`, `{2}` … in the other keys.",
        example: "greenhouse/+/status",
      },
      {
        key: "address",
        parse: parseMapAddress,
        default: "required",
        meaning: "The device that such a topic is of.",
        example: "home/tasmota/main/{1}",
      },
      {
        key: "dialect",
        parse: oneOf(MAP_DIALECTS),
        default: "json",
        meaning:
          "How payloads of `topic` are read: `json`, `value` (a plain one), `tasmota-sensor`, `tasmota-state`, `airrohr`, `bulk`.",
      },
      { key: "field", meaning: "Name of a plain value.", example: "{2}" },
      { key: "time", meaning: "Field that is the time.", example: "last_seen" },
    ],
  },
  {
    section: "auth",
    meaning: "Who may do what.",
    keys: [
      {
        key: "users_file",
        parse: path,
        meaning:
          "File of users and tokens, made with `channel-message users add`; without it everybody may do everything. See [security.md](security.md).",
        example: "users.json",
      },
    ],
  },
  {
    section: "log",
    meaning: "Logging, to standard error.",
    keys: [
      {
        key: "level",
        parse: oneOf(["debug", "info", "warn", "error"]),
        default: "info",
        meaning: "`debug`, `info`, `warn` or `error`.",
      },
      {
        key: "format",
        parse: oneOf(["pretty", "json"]),
        default: "pretty",
        meaning: "`pretty` (a line for people) or `json`.",
      },
    ],
  },
] as const satisfies readonly SectionDescription[];

type Sections = (typeof SECTIONS)[number];
/** Keys of the section of this description. */
export type KeysOf<Section extends Sections["section"]> = Extract<Sections, { section: Section }>["keys"][number];
export type SectionName = Sections["section"];

/** Names of the section's keys. */
export function keysOf(section: SectionName): string[] {
  return SECTIONS.find((each) => each.section === section)?.keys.map(({ key }) => key) ?? [];
}
