/** Every section and key of the configuration file; `docs/configuration.md` is generated from this table. */

import { ABI_NAMES } from "./abi-names.ts";
import { CLUSTER_ROLES } from "./cluster-roles.ts";
import { parseDisplayRule } from "./display-rule.ts";
import { EMIT_NAMES } from "./emit-names.ts";
import { parseEndpoints } from "./endpoints.ts";
import { parseBytes, parseFraming } from "./framing.ts";
import { parseKeep } from "./keep.ts";
import type { Places, SectionDescription } from "./key.ts";
import { parseNetworks } from "./networks.ts";
import { KOTORI_TAGS, parseDialects } from "./realm-words.ts";
import type { ChannelEndpoint } from "./settings.ts";
import { MAP_DIALECTS, parseMapAddress, parseMapTopics, VENDORS } from "./topic-maps.ts";
import {
  count,
  oneOf,
  parseBasePath,
  parseClusterName,
  parseDefines,
  parseDuration,
  parseEmit,
  parseEndpoint,
  parseFlags,
  parseFrameAncestors,
  parseHost,
  parseHosts,
  parseList,
  parseMapTiles,
  parseMilliseconds,
  parseNames,
  parseNoticeKinds,
  parsePort,
  parseRegion,
  parseServers,
  parseSize,
  parseTimezone,
  parseVersions,
  parseWampTopic,
  parseWebhookSecret,
  size,
  url,
} from "./values.ts";

const path = (written: string, at: Places): string => at.path(written);
const paths = (written: string, at: Places): readonly string[] => parseList(written).map((one) => at.path(one));
const endpointsAt = (written: string, at: Places): ChannelEndpoint[] =>
  parseEndpoints(written).map((endpoint) =>
    endpoint.kind === "file" ? { ...endpoint, path: at.path(endpoint.path) } : endpoint,
  );
const yesOrNo = oneOf(["yes", "no"]);
const nothing = (): undefined => undefined;
const none = (): never[] => [];

/** Credentials that weather stations and gateways include in their data. */
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

/** Keys for one realm, or for all. */
const REALM_KEYS = [
  {
    key: "timezone",
    parse: parseTimezone,
    default: "UTC",
    meaning: "IANA zone of times without an offset.",
    example: "Europe/Berlin",
  },
  {
    key: "time",
    parse: parseList,
    absent: none,
    meaning: "Fields with a row's time, tried before the known ones; inside an object `outer.inner`.",
    example: "fix.at, gemessen",
  },
  {
    key: "text",
    parse: parseList,
    absent: none,
    meaning: "Fields whose numbers are names (versions, serial numbers). They are stored as text, unchanged.",
    example: "fw, serial",
  },
  {
    key: "arrays",
    parse: oneOf(["by-name", "by-place"]),
    default: "by-name",
    meaning:
      "How the columns of objects in an array get their names. `by-name`: from a member (`value_type`, `name`, `n`, `id`, `type` …), or if there is no such member, one column of JSON. `by-place`: from their index (`relays.0.ison`).",
  },
  {
    key: "compat",
    parse: parseDialects,
    absent: none,
    meaning:
      "Accepts other services' addresses and bodies, too: `kotori` for all, or some of `tasmota`, `airrohr`, `bulk`, `aliases`, `csv`, `answers`, `wunderground`, `osmand`, `dates`. See [kotori.md](kotori.md).",
    example: "kotori",
  },
  {
    key: "names",
    parse: oneOf(["as-sent", "lower"]),
    default: "as-sent",
    meaning: "`lower`: names of databases and measurements in lower case, as in Kotori.",
  },
  {
    key: "addresses",
    parse: oneOf(["wide", "short", "basic"]),
    default: "wide",
    meaning:
      "`short`: `<realm>/<network>/<node>` is an address too, with the gateway `default`. `basic`: `<realm>/<node>` is one, with the database `<realm>_<node>` and the measurements `sensors` and `events`.",
  },
  {
    key: "direct_networks",
    parse: parseList,
    absent: none,
    meaning: "Networks that direct addresses (`<realm>/channel/…`) may name. Default: all.",
    example: "itest, testdrive",
  },
  {
    key: "tags",
    parse: parseNames,
    absent: nothing,
    default: "none",
    meaning: `Fields that say what was measured where: they are texts, and in InfluxDB tags, unless the measurement has a field of that name already. With \`compat = kotori\` these, unless you write others or \`none\`: ${KOTORI_TAGS.map((name) => `\`${name}\``).join(", ")}.`,
    example: "geohash, sensor_id",
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
      "Which struct, class or typedef is which message: pairs of an ID and a name, one per line or separated by commas. These structs need no `length`, `ID` or initialiser. An ID is a number, a quoted text, or the name of an enumerator or a constant in the headers. `extra=50` (or a macro's name) is a byte for the checksum, `order=big` the byte order of a struct that differs from the channel's.",
    example: "0 PacketMotionData, 0x10 gps_t, 'GPS1' fix_t, PACKET_ID_LAP PacketLapData",
  },
  {
    key: "id",
    absent: nothing,
    default: "u8@1",
    meaning:
      "The position of the ID in a frame: `u8`, `u16le`, `u16be`, `u24le`, `u24be`, `u32le`, `u32be` or `text1` to `text4`, `@` the byte offset from the frame's beginning, and `&` a mask (its bits are shifted down). `none`: the channel has one message. `fport`: the port of a LoRaWAN uplink.",
    example: "u16be@0&0x7ff",
  },
  {
    key: "length",
    absent: nothing,
    default: "u8@0",
    meaning:
      "The same for the length, with `+n` for bytes that it does not count; `none`: frames have no length. It cuts a stream into frames; differing lengths are counted.",
    example: "u16be@4+7",
  },
  { key: "payload_offset", parse: parseBytes, default: "0", meaning: "Bytes of a frame before the struct." },
  { key: "trailer", parse: parseBytes, default: "0", meaning: "Bytes of a frame after the struct." },
  {
    key: "check",
    meaning:
      "Checksum at the beginning of the trailer: a name of the RevEng catalogue, `sum8`, `xor8`, `fletcher16` or `adler32`. `from=` is the first byte it covers; `little` or `big` is its byte order, if it differs from the channel's. A message may add a byte to the checksum: `0 heartbeat_t extra=50`.",
    example: "crc16/mcrf4xx from=1",
  },
  {
    key: "short",
    parse: oneOf(["reject", "zero"]),
    default: "reject",
    meaning: "`zero`: zeros complete a frame that ends early. `reject` rejects it.",
  },
  {
    key: "long",
    parse: oneOf(["reject", "ignore"]),
    default: "reject",
    meaning: "`ignore` skips surplus bytes of a frame. `reject` rejects it.",
  },
  {
    key: "variants",
    absent: nothing,
    default: "none",
    meaning:
      "Other forms of frames in the same channel, separated by commas. Each says what shows it, `sync=fe` (the first bytes) or `u8@2&1=1` (a number in the frame), then in what it differs: `id`, `length`, `payload_offset`, `trailer`, `short`, `long`. The first that fits holds. With `framing = sync`, frames may begin with these words, too.",
    example: "sync=fe id=u8@5 length=u8@1+8 payload_offset=6, u8@2&1=1 length=u8@1+25 trailer=15",
  },
  {
    key: "framing",
    parse: parseFraming,
    absent: nothing,
    default: "by the length",
    meaning:
      "How to cut a stream into frames: `length`; `fixed` (by the ID's struct) or `fixed:n` bytes; `cobs`; `slip`; `sync:aa55` (each frame begins with it); `lines` of hexadecimal digits or base64 (`lines:hex`, `lines:base64`).",
    example: "sync:b562",
  },
  {
    key: "sources",
    parse: endpointsAt,
    absent: nothing,
    default: "udp:<udp_port>",
    meaning:
      "The channel's endpoints, separated by commas: `udp:8888`; `udp:239.1.2.3:8888@eth0` (multicast); `tcp:9000` (listens); `tcp://host:4001` (connects, and reconnects); `serial:/dev/ttyUSB0@115200` or `…@9600,8N1`; `mqtt:rig/+/frame.bin` (a topic filter); `file:capture.pcap` (UDP datagrams of a capture by tcpdump or Wireshark, or any recorded stream; read at each start, with the same rows each time); `-` (the same from standard input). `framing` cuts streams; other bytes are skipped, counted and kept. See [frames.md](frames.md#sources).",
    example: "udp:8888, tcp:9000, serial:/dev/ttyUSB0@115200",
  },
] as const;

export const SECTIONS = [
  {
    section: "lab",
    reload: "applied",
    meaning: "The active channels. The only required section.",
    keys: [
      {
        key: "channels",
        parse: parseList,
        default: "required",
        meaning: "Names of channel sections, separated by commas. May be empty: HTTP and MQTT work without channels.",
        example: "lab-rig, lab-h2m",
      },
    ],
  },
  {
    section: "lab-<channel>",
    reload: "applied",
    meaning: "One channel. A section that `[lab] channels` does not list is inactive.",
    keys: [
      {
        key: "udp_port",
        parse: parsePort,
        default: "required",
        meaning: "UDP port of the channel's datagrams. Not needed if `sources` names other sources.",
        example: "8888",
      },
      {
        key: "wamp_topic",
        parse: parseWampTopic,
        default: "required",
        meaning:
          "WAMP topic of the decoded messages. With `_` for `.` it is the name of the database, with `/` for `.` the beginning of the MQTT error topic.",
        example: "lab.rig.telemetry",
      },
      {
        key: "include_path",
        parse: paths,
        default: "required",
        meaning:
          "Folder of the header files. Further folders, separated by commas, are searched in order, like a compiler's `-I`. structline knows the standard headers; other headers of a C library are read if you list their folders.",
        example: "headers",
      },
      {
        key: "header_files",
        parse: parseList,
        default: "required",
        meaning: "Header files in it, separated by commas. Not with `versions`.",
        example: "rig.h",
      },
      {
        key: "versions",
        parse: parseVersions,
        meaning:
          "Instead of `header_files`: versions of the firmware in the field, oldest first, each with its header files (joined with `+`). The first of these decides a message's version: a field tagged `@version`, the length, the sender (`device.<address>`); otherwise it is the last version.",
        example: "v1: v1/rig.h, v2: rig.h",
      },
      {
        key: "version_columns",
        parse: parseList,
        absent: none,
        meaning:
          "With `versions`: fields that older versions store in columns of their own (`volt_v1`). Other columns have the newest version's unit: structline converts values of older versions, and refuses units that do not convert.",
        example: "volt, level",
      },
      {
        key: "device.<address>",
        meaning: "The version of the sender with this address.",
        example: "v1",
      },
      {
        key: "abi",
        parse: oneOf(ABI_NAMES),
        default: "x86-64",
        meaning:
          "The processor, whose compiler lays out the structs: `x86-64`, `i386`, `aarch64`, `arm-eabi` (Cortex-M), `avr`, `xtensa` (ESP8266, ESP32), `riscv32`, `riscv64`, `msp430` or `msvc-x64`. Sizes of `int`, `long`, `double` and `enum`, alignments, plain-`char` signedness, bit-field allocation and predefined macros follow it.",
      },
      {
        key: "layout",
        parse: oneOf(["natural", "packed"]),
        meaning: "`natural` or `packed` for all structs. Without the key, each struct's declared length decides.",
      },
      { key: "byte_order", parse: oneOf(["little", "big"]), default: "little", meaning: "`little` or `big`." },
      { key: "defines", parse: parseDefines, meaning: "Macros for the headers' `#if`s: `A, B=2`." },
      {
        key: "cflags",
        parse: parseFlags,
        meaning:
          "The firmware's compiler flags. structline uses those that change layout, macros or language: the processor (`-mcpu=`, `-march=`, `-mmcu=`, `-mfpu=`, `-mabi=` …) and other flags that change the compiler's macros; `-D`, `-U`, `-fpack-struct[=n]`, `-fshort-enums`, `-fshort-wchar`, `-funsigned-char`, `-funsigned-bitfields`, `-m32`, `-std=`, and their opposites; for `msvc-x64` also `/Zp`, `/J`, `/std:`, `/D`. An unknown flag is an error, and so is one that changes layouts in another way.",
        example: "-mcpu=cortex-m4 -fpack-struct=1 -DBOARD=2",
      },
      {
        key: "store_exclude",
        parse: parseList,
        absent: none,
        meaning: "Fields that are not stored.",
        example: "length, ID, ck",
      },
      {
        key: "emit",
        parse: parseEmit,
        absent: none,
        meaning: `Definitions for other tools ([emitters.md](emitters.md)): \`all\`, or some of ${EMIT_NAMES.map((name) => `\`${name}\``).join(", ")}.`,
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
        meaning: "Address that the channel's sockets bind to.",
      },
      {
        key: "allow_from",
        parse: parseNetworks,
        absent: none,
        meaning: "Networks (CIDR) whose datagrams are accepted. Empty: all.",
        example: "10.0.7.0/24, 127.0.0.1",
      },
      {
        key: "tcp_idle",
        parse: parseDuration,
        default: "1h",
        meaning:
          "The channel's TCP endpoint (`tcp:9000`) closes a connection after this time without data: `90s`, `30min`, `1h`, `7d`.",
      },
      {
        key: "ack",
        parse: oneOf(["on", "off"]),
        default: "off",
        meaning:
          "`on`: frames that a board has numbered are stored once, however often they come, and over UDP, TCP and serial ports the sender gets an acknowledgement when a frame is safe on disk. Other frames are taken as before. See [frames.md](frames.md#numbered-frames).",
      },
    ],
  },
  {
    section: "gen",
    reload: "applied",
    meaning: "Output of `structline gen`, for all channels.",
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
        meaning: "Folder for these definitions. It may contain other files.",
        example: "interfaces",
      },
      {
        key: "import_extension",
        parse: oneOf(["ts", "js", "none"]),
        absent: nothing,
        default: "by tsconfig.json",
        meaning:
          "How the TypeScript of `gen --out` imports its own files: `./rig.ts` (Node's own TypeScript, Deno, Bun, bundlers), `./rig.js` (the compiler, bundlers, Bun) or `./rig` (bundlers, Bun). Default: `js` if the nearest tsconfig.json does not allow `.ts`, otherwise `ts`.",
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
    meaning: "For all UDP channels.",
    keys: [
      {
        key: "listen",
        parse: parseHost,
        default: "127.0.0.1",
        meaning: "Address that the UDP sockets bind to; `0.0.0.0` accepts datagrams from other machines.",
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
        meaning: "Largest JSON or form body. CSV is streamed and has no limit.",
      },
      {
        key: "cors_origins",
        parse: parseList,
        absent: none,
        meaning: "Web origins that may call `/api`, separated by commas; `*` for all.",
      },
      {
        key: "drop_fields",
        parse: parseNames,
        reload: "applied",
        default: DROP_FIELDS.join(", "),
        meaning:
          "Fields that the service removes from bodies before it keeps or shows them, at any depth and in any case. It refuses a CSV header that names one. `none` keeps everything.",
      },
      {
        key: "hosts",
        parse: parseHosts,
        absent: none,
        meaning:
          "Names of the service behind a proxy on this machine. On loopback without `[auth]`, the service accepts requests only for these names, IP addresses and `localhost`. This stops DNS rebinding. What programs post to `/api/` is accepted for any name.",
        example: "telemetry.example.org",
      },
      {
        key: "base_path",
        parse: parseBasePath,
        meaning:
          "Path under which a reverse proxy shows the service, if not at the root of a name. The proxy may remove it or not. The page's cookie belongs to this path.",
        example: "/telemetry",
      },
      {
        key: "map_tiles",
        parse: parseMapTiles,
        meaning:
          "Map under tracks on the page: the address of a map server's tiles, and after a blank the source that the map names. Browsers then load pictures from that server; without the key they load nothing from elsewhere.",
        example: "https://tile.example.org/{z}/{x}/{y}.png © OpenStreetMap",
      },
      {
        key: "frame_ancestors",
        parse: parseFrameAncestors,
        absent: none,
        meaning:
          "Sites whose pages may show this page in a frame, separated by commas; `self` is this service's own. Nobody may unless given.",
        example: "https://wiki.example.org, https://*.lab.example.org",
      },
      {
        key: "downlinks",
        parse: (text: string) => parseList(text).map(url("http", "https")),
        absent: none,
        meaning:
          "Servers of The Things Stack whose webhooks bring uplinks, separated by commas. Commands are pushed to them, with the downlink API key of the webhook. Without the key no server is asked, whatever a webhook says.",
        example: "https://eu1.cloud.thethings.network",
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
        meaning: "Name of the durable session at the external broker; every instance needs its own.",
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
          "How long the embedded broker keeps a durable session (`clean session` off) without a connection: `90s`, `30min`, `1h`, `7d`.",
      },
      ...TLS_KEYS,
    ],
  },
  {
    section: "publish",
    reload: "applied",
    meaning: "Publishes stored rows over MQTT, through the broker of `[mqtt]`.",
    keys: [
      {
        key: "mqtt",
        parse: oneOf(["json", "off"]),
        default: "off",
        meaning:
          "`json` publishes every stored row as a JSON object with its time and columns. A channel's topic is `<wamp topic with slashes>/<measurement>/data.json`, a device's `<realm>/<network>/<gateway>/<node>/stored.json`, an event's `…/stored-event.json`.",
      },
      {
        key: "interval",
        parse: parseMilliseconds,
        default: "0ms",
        meaning: "At most one row per topic in this time, the newest; `0ms`: every row.",
        example: "1s",
      },
      {
        key: "retain",
        parse: yesOrNo,
        default: "yes",
        meaning: "Whether the broker keeps the newest row of each topic for later subscribers.",
      },
      {
        key: "home_assistant",
        parse: oneOf(["on", "off"]),
        default: "off",
        meaning:
          "`on`: Home Assistant finds the columns of published rows (`mqtt = json`) by its MQTT discovery, under `homeassistant/`.",
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
        meaning: "External WAMP router (`ws://host:8080/ws`) for decoded messages.",
      },
      { key: "realm", default: "lab", meaning: "WAMP realm." },
    ],
  },
  {
    section: "store",
    meaning: "The store of the rows.",
    keys: [
      {
        key: "url",
        absent: nothing,
        shown: "without secrets",
        default: "duckdb:data/telemetry.duckdb",
        meaning:
          "`duckdb:FILE`, `parquet:FOLDER` or `parquet:s3://bucket/prefix` (hourly Parquet files, see [stores](stores.md)), or [PostgreSQL](stores.md#postgresql): `postgres://user:password@host:5432/database`, or InfluxDB: `influxdb://user:password@host:8086` (structline finds the version), `influxdb+v1://…`, `influxdb+v2://host:8086?org=NAME`, `influxdb+v3://…`; `influxdbs://` and `influxdb+v2s://` with TLS.",
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
        meaning: "For a bucket: the local folder, with `head.duckdb` and cached files.",
      },
      {
        key: "endpoint",
        parse: url("http", "https"),
        absent: nothing,
        default: "Amazon's of the region",
        meaning: "The bucket's server, if not Amazon's.",
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
        meaning: "`yes`: the bucket is the first part of the path; `no`: of the host's name.",
      },
      {
        key: "credentials",
        parse: path,
        absent: nothing,
        default: "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of the environment",
        meaning: "A file with the bucket's keys in Amazon's format, section `[default]`. It is read for each request.",
      },
      {
        key: "cache",
        parse: size("1M"),
        default: "10G",
        meaning: "Size of the local cache of the bucket. A query reads at most this much.",
      },
      {
        key: "adopt",
        parse: yesOrNo,
        default: "no",
        meaning:
          "For Parquet files: with `yes`, a new `head.duckdb` takes over the files of a lost one. For one start only.",
      },
      {
        key: "keep",
        parse: parseKeep,
        absent: nothing,
        default: "everything for ever",
        reload: "applied",
        meaning:
          "How long rows are kept (`90d`), and for how long their counts, extremes and means by the minute (`90d, 1m:2y`); see [stores](stores.md#how-long-data-is-kept). DuckDB only.",
        example: "90d, 1m:2y",
      },
      {
        key: "backlog",
        parse: parseSize,
        absent: nothing,
        default: "half of [journal] max_size, in a cluster of [cluster] max_size",
        meaning:
          "With `[store-<name>]` sections: how much of the journal (in a cluster, of its log) may wait for this store while others keep up. Further messages become dead letters.",
      },
    ],
  },
  {
    section: "store-<name>",
    meaning:
      "An InfluxDB for some of the databases; the others are in `[store]`. If several sections match, the first one applies.",
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
        default: "half of [journal] max_size, in a cluster of [cluster] max_size",
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
      { key: "folder", default: "structline", meaning: "Folder of the dashboards." },
      {
        key: "node_dashboards",
        parse: parseNames,
        absent: none,
        default: "none",
        meaning:
          "Realms whose devices have a dashboard each, beside that of their network, with a panel for weights, temperatures, humidities and so on. `hiveeyes` is what Kotori does for HiveEyes.",
        example: "hiveeyes",
      },
      {
        key: "datasource_url",
        parse: url("http", "https"),
        absent: nothing,
        default: "[store] url; this service where that is not InfluxDB",
        meaning: "Where Grafana reads, as it reaches that, with a reader's name and password, or `?token=…`.",
      },
    ],
  },
  {
    section: "webhook-<name>",
    reload: "applied",
    meaning:
      "An address that receives what happens by POST; see [tools.md](tools.md#webhooks). What happens within 5 s is one request.",
    keys: [
      {
        key: "url",
        parse: url("http", "https"),
        default: "required",
        shown: "never",
        meaning: "The address. Redirects are not followed.",
        example: "https://hooks.example.org/T0/B0",
      },
      {
        key: "send",
        parse: parseNoticeKinds,
        default: "alarms",
        meaning: "`alarms`, `events` (annotations) or both.",
        example: "alarms, events",
      },
      {
        key: "databases",
        parse: parseList,
        default: "*",
        meaning: "Of these databases; `*` is any text, `?` any character.",
        example: "farm_*",
      },
      { key: "token", shown: "never", meaning: "Sent as `Authorization: Bearer …`.", example: "${HOOK_TOKEN}" },
      {
        key: "secret",
        parse: parseWebhookSecret,
        shown: "never",
        meaning: "Signs each request as [Standard Webhooks](https://www.standardwebhooks.com): `whsec_` and base64.",
        example: "${HOOK_SECRET}",
      },
    ],
  },
  {
    section: "alarms",
    reload: "applied",
    meaning:
      "E-mails about alarms, in addition to MQTT, the page and `[webhook-<name>]`. Alarms within 5 s are one e-mail.",
    keys: [
      {
        key: "smtp",
        parse: url("smtp", "smtps"),
        shown: "never",
        meaning: "The mail server, with name and password if needed.",
        example: "smtps://user:${SMTP_PASSWORD}@mail.example.org",
      },
      {
        key: "email",
        parse: parseList,
        absent: none,
        meaning: "Addresses for e-mails, separated by commas.",
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
        meaning: "How much may wait while the store is down. When it is full, senders get 503 and no PUBACK.",
      },
      {
        key: "commit_interval",
        parse: parseMilliseconds,
        default: "5ms",
        meaning: "The longest time that a message waits to be written to disk together with others.",
      },
    ],
  },
  {
    section: "cluster",
    meaning:
      "Several machines that work as one, through NATS JetStream ([cluster](cluster.md)). Without `url` there is one process.",
    keys: [
      {
        key: "url",
        parse: parseServers,
        shown: "without secrets",
        meaning: "NATS servers with JetStream, separated by commas; `tls://` requires TLS.",
        example: "nats://a:4222, nats://b:4222, nats://c:4222",
      },
      {
        key: "role",
        parse: oneOf(CLUSTER_ROLES),
        default: "all",
        meaning:
          "What this node does; the option `--role` takes precedence. `ingest` receives messages, `store` stores them, `view` serves page and read API, `all` does everything.",
      },
      {
        key: "acknowledge",
        parse: oneOf(["replicated", "local"]),
        default: "replicated",
        meaning:
          "When a message is acknowledged: `replicated`, once this node's journal and the cluster's log have it; `local`, once the journal has it.",
      },
      {
        key: "name",
        parse: parseClusterName,
        default: "lab",
        meaning: "Name of the cluster, for several clusters on the same servers.",
      },
      {
        key: "partitions",
        parse: count(1, 1024),
        absent: nothing,
        default: "what the log has; 8 where it is made",
        meaning:
          "Partitions of the log. All messages of a device or channel are in one of them. There can be at most as many store workers. Do not change it while messages wait.",
      },
      {
        key: "nodes",
        parse: count(2, 4096),
        default: "64",
        meaning:
          "The most nodes at a time; must be the same on all nodes. Times of receipt of node k are k modulo this number, in ns.",
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
        meaning: "After this time without a sign from a store worker, others take over its partitions.",
      },
      {
        key: "keep",
        parse: parseDuration,
        default: "10m",
        meaning:
          "How long this node's journal keeps messages that the cluster's log has, while it is at most half full. `channel-message cluster resend` sends them again.",
      },
      {
        key: "max_size",
        parse: size("1M"),
        default: "4G",
        meaning: "Size of the cluster's log; each server reserves it. Further messages wait in the nodes' journals.",
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
        meaning: "PEM file with the certificate chain of this node.",
      },
      TLS_KEYS[1],
    ],
  },
  {
    section: "realms",
    reload: "applied",
    meaning: "For all realms of HTTP and MQTT addresses, unless a realm's own section has the key.",
    keys: [
      {
        key: "default",
        parse: oneOf(["open", "closed"]),
        meaning:
          "`open` also accepts realms without a section. This is the default if there is no `[realm-<name>]` section.",
        example: "open",
      },
      ...REALM_KEYS,
    ],
  },
  {
    section: "realm-<name>",
    reload: "applied",
    meaning:
      "One realm of HTTP and MQTT addresses. Without such a section the service accepts every realm; with one, only the named ones.",
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
          "Channel that decodes binary payloads of this realm's devices: LoRaWAN uplinks without a decoded payload (`frm_payload`; the channel may say `id = fport`), `<address>/data.bin` over MQTT, `application/octet-stream` over HTTP. The values go into the device's own measurement.",
        example: "node",
      },
      ...REALM_KEYS,
      {
        key: "rule.<field>",
        parse: parseDisplayRule,
        meaning:
          "Display and limits of a field of this realm's devices: `unit`, `warn`, `alarm`, `hold` and `states` as in [rules](rules.md), separated by `;` without a blank before it.",
        example: "unit=°C; warn=10..30",
      },
    ],
  },
  {
    section: "map-<name>",
    reload: "applied",
    meaning:
      "Maps a vendor's MQTT topics to addresses. The service also subscribes to them at an external broker. See [kotori.md](kotori.md).",
    keys: [
      {
        key: "vendor",
        parse: oneOf(Object.keys(VENDORS) as [string, ...string[]]),
        meaning: `A known vendor: ${Object.keys(VENDORS)
          .map((name) => `\`${name}\``)
          .join(", ")}.`,
        example: "tasmota",
      },
      {
        key: "topic",
        parse: parseMapTopics,
        absent: none,
        meaning: "Topics, with `+` for the parts that differ; the other keys use these parts as `{1}`, `{2}` …",
        example: "greenhouse/+/status",
      },
      {
        key: "address",
        parse: parseMapAddress,
        default: "required",
        meaning: "The device's address.",
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
      { key: "time", meaning: "Field with the time.", example: "last_seen" },
    ],
  },
  {
    section: "auth",
    meaning: "Users and their rights.",
    keys: [
      {
        key: "users_file",
        parse: path,
        meaning:
          "File of users and tokens, made with `channel-message users add`; without it everybody has all rights. See [security.md](security.md).",
        example: "users.json",
      },
    ],
  },
  {
    section: "log",
    meaning: "Log output, on standard error.",
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
