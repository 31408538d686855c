/** Every section of the configuration file; `docs/configuration.md` is generated from this table. */

import { ABI_NAMES } from "./abi-names.ts";
import { CLUSTER_ROLES } from "./cluster-roles.ts";
import { parseDisplayRule } from "./display-rule.ts";
import { parseEndpoints } from "./endpoints.ts";
import { parseBytes, parseFraming } from "./framing.ts";
import { parseKeep } from "./keep.ts";
import type { Places, SectionDescription } from "./key.ts";
import { parseNetworks } from "./networks.ts";
import { PARTS } from "./parts.ts";
import { KOTORI_TAGS, parseDialects } from "./realm-words.ts";
import type { ChannelEndpoint } from "./settings.ts";
import { TLS_KEYS } from "./tls-keys.ts";
import { MAP_DIALECTS, parseMapAddress, parseMapTopics, VENDORS } from "./topic-maps.ts";
import {
  count,
  none,
  nothing,
  oneOf,
  parseClusterName,
  parseDefines,
  parseDuration,
  parseEmit,
  parseFlags,
  parseHost,
  parseList,
  parseMilliseconds,
  parseNames,
  parseNoticeKinds,
  parsePath,
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
  yesOrNo,
} from "./values.ts";

const paths = (written: string, at: Places): readonly string[] => parseList(written).map((one) => at.path(one));
const endpointsAt = (written: string, at: Places): ChannelEndpoint[] =>
  parseEndpoints(written).map((endpoint) =>
    endpoint.kind === "file" ? { ...endpoint, path: at.path(endpoint.path) } : endpoint,
  );

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
    meaning: "Fields with a row's time, before the known ones; in an object `outer.inner`.",
  },
  {
    key: "text",
    parse: parseList,
    absent: none,
    meaning: "Fields whose numbers are names (versions, serial numbers): stored as text, unchanged.",
  },
  {
    key: "arrays",
    parse: oneOf(["by-name", "by-place"]),
    default: "by-name",
    meaning:
      "Column names of objects in an array, from a member (`value_type`, `name`, `n`, `id`, `type` …), or `by-place` (`relays.0.ison`).",
  },
  {
    key: "compat",
    parse: parseDialects,
    absent: none,
    meaning: "Other services' addresses and bodies: `kotori` for all, or some of its [dialects](kotori.md#dialects).",
  },
  {
    key: "names",
    parse: oneOf(["as-sent", "lower"]),
    default: "as-sent",
    meaning: "`lower`: databases and measurements in lower case, as in Kotori.",
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
  },
  {
    key: "tags",
    parse: parseNames,
    absent: nothing,
    default: "none",
    meaning: `Fields stored as texts, in InfluxDB as tags of new measurements. With \`compat = kotori\`, by default ${KOTORI_TAGS.map((name) => `\`${name}\``).join(", ")}.`,
  },
  {
    key: "republish",
    parse: oneOf(["on", "off"]),
    absent: nothing,
    default: "off",
    meaning:
      "`on`: readings and events from HTTP are [published over MQTT](kotori.md#what-comes-over-http-over-mqtt). With `compat = kotori` the default is `on`.",
  },
] as const;

/** Messages and frames of a channel [D36, D37]. */
const FRAME_KEYS = [
  {
    key: "messages",
    absent: nothing,
    default: "initialisers",
    meaning:
      "Which struct, class or typedef is which message: pairs of an ID and a name, separated by commas or lines. An ID is a number, a quoted text, or an enumerator, constant or macro of the headers. `extra=50` is a byte for the checksum, `order=big` the struct's byte order.",
    example: "0 PacketMotionData, 0x10 gps_t, 'GPS1' fix_t, PACKET_ID_LAP PacketLapData",
  },
  {
    key: "id",
    absent: nothing,
    default: "u8@1",
    meaning:
      "Position of the ID in a frame: `u8`, `u16le`, `u16be`, `u24le`, `u24be`, `u32le`, `u32be` or `text1` to `text4`, `@` its offset, `&` a mask (its bits are shifted down). `none`: one message. `fport`: the port of a LoRaWAN uplink.",
    example: "u16be@0&0x7ff",
  },
  {
    key: "length",
    absent: nothing,
    default: "u8@0",
    meaning:
      "The same for the length, which cuts streams; `+n` for bytes that it does not count; `none`: frames have no length.",
    example: "u16be@4+7",
  },
  { key: "payload_offset", parse: parseBytes, default: "0", meaning: "Bytes of a frame before the struct." },
  { key: "trailer", parse: parseBytes, default: "0", meaning: "Bytes of a frame after the struct." },
  {
    key: "check",
    meaning:
      "Checksum at the beginning of the trailer: a name of the RevEng catalogue, `sum8`, `xor8`, `fletcher16` or `adler32`. `from=` is the first byte; `little` or `big` its byte order.",
    example: "crc16/mcrf4xx from=1",
  },
  {
    key: "short",
    parse: oneOf(["reject", "zero"]),
    default: "reject",
    meaning: "Frames that end early: `zero` fills them with zeros, `reject` rejects them.",
  },
  {
    key: "long",
    parse: oneOf(["reject", "ignore"]),
    default: "reject",
    meaning: "Surplus bytes: `ignore` skips them, `reject` rejects the frame.",
  },
  {
    key: "variants",
    absent: nothing,
    default: "none",
    meaning:
      "[Other forms of frames](frames.md#the-parts-of-a-frame), separated by commas. Each begins with its mark, `sync=fe` (first bytes) or `u8@2&1=1` (a number), then has the keys that differ: `id`, `length`, `payload_offset`, `trailer`, `short`, `long`. The first that matches applies.",
    example: "sync=fe id=u8@5 length=u8@1+8 payload_offset=6, u8@2&1=1 length=u8@1+25 trailer=15",
  },
  {
    key: "framing",
    parse: parseFraming,
    absent: nothing,
    default: "by the length",
    meaning:
      "How to cut a stream: `length`; `fixed` (by the ID's struct) or `fixed:n` bytes; `cobs`; `slip`; `sync:aa55` (each frame begins with it); `lines:hex`, `lines:base64` or `lines`.",
    example: "sync:b562",
  },
  {
    key: "sources",
    parse: endpointsAt,
    absent: nothing,
    default: "udp:<udp_port>",
    meaning: "The channel's [endpoints](frames.md#sources), separated by commas.",
    example: "udp:8888, tcp:9000, serial:/dev/ttyUSB0@115200",
  },
] as const;

const BEFORE_PARTS = [
  {
    section: "lab",
    reload: "applied",
    meaning: "The active channels.",
    keys: [
      {
        key: "channels",
        parse: parseList,
        default: "required",
        meaning: "Channel sections, separated by commas. May be empty.",
      },
    ],
  },
  {
    section: "lab-<channel>",
    reload: "applied",
    meaning: "One channel, active if `[lab] channels` lists it.",
    keys: [
      {
        key: "udp_port",
        parse: parsePort,
        default: "required",
        meaning: "UDP port. Not needed with `sources`.",
      },
      {
        key: "wamp_topic",
        parse: parseWampTopic,
        default: "required",
        meaning:
          "WAMP topic of decoded messages. With `_` for `.` the database's name, with `/` the beginning of the MQTT error topic.",
        example: "lab.rig.telemetry",
      },
      {
        key: "include_path",
        parse: paths,
        default: "required",
        meaning:
          "Folders of header files, separated by commas, like a compiler's `-I`. structline knows the standard headers. `gen` copies others of a C library from the compiler of `abi` to `library-headers`.",
      },
      {
        key: "header_files",
        parse: parseList,
        default: "required",
        meaning: "Header files in it, separated by commas.",
      },
      {
        key: "versions",
        parse: parseVersions,
        meaning:
          "Instead of `header_files`: [firmware versions](versions.md), oldest first, each with its header files (joined with `+`).",
        example: "v1: v1/rig.h, v2: rig.h",
      },
      {
        key: "version_columns",
        parse: parseList,
        absent: none,
        meaning: "Fields that older versions store in their own columns (`volt_v1`), without conversion.",
      },
      {
        key: "device.<address>",
        meaning: "The version of the sender with this address.",
      },
      {
        key: "abi",
        parse: oneOf(ABI_NAMES),
        default: "x86-64",
        meaning:
          "The processor: `x86-64`, `i386`, `aarch64`, `arm-eabi` (Cortex-M), `avr`, `xtensa` (ESP8266, ESP32), `riscv32`, `riscv64`, `msp430` or `msvc-x64`.",
      },
      {
        key: "layout",
        parse: oneOf(["natural", "packed"]),
        meaning: "`natural` or `packed`. Without the key, each struct's declared length decides.",
      },
      { key: "byte_order", parse: oneOf(["little", "big"]), default: "little", meaning: "`little` or `big`." },
      { key: "defines", parse: parseDefines, meaning: "Macros for the headers' `#if`s: `A, B=2`." },
      {
        key: "cflags",
        parse: parseFlags,
        meaning:
          "The firmware's compiler flags, as they are. structline uses those that change layout, macros or language (`-mcpu=`, `-D`, `-fpack-struct=`, `-fshort-enums`, `-std=`, `/Zp` …). Unknown flags are errors.",
        example: "-mcpu=cortex-m4 -fpack-struct=1 -DBOARD=2",
      },
      {
        key: "store_exclude",
        parse: parseList,
        absent: none,
        meaning: "Fields that are not stored.",
      },
      {
        key: "emit",
        parse: parseEmit,
        absent: none,
        meaning: "[Definitions for other tools](emitters.md): `all`, or names separated by commas.",
        example: "c, python, wireshark",
      },
      {
        key: "publish",
        parse: oneOf(["json", "off"]),
        absent: nothing,
        default: "[publish] mqtt",
        meaning: "Whether stored rows are published over MQTT: `json` or `off`.",
      },
      ...FRAME_KEYS,
      {
        key: "listen",
        parse: parseHost,
        absent: nothing,
        default: "[udp] listen",
        meaning: "Address of the channel's sockets.",
      },
      {
        key: "allow_from",
        parse: parseNetworks,
        absent: none,
        meaning: "Networks (CIDR) that may send datagrams. Empty: all.",
        example: "10.0.7.0/24, 127.0.0.1",
      },
      {
        key: "tcp_idle",
        parse: parseDuration,
        default: "1h",
        meaning: "Time after which a TCP connection without data is closed: `90s`, `30min`, `1h`, `7d`.",
      },
      {
        key: "ack",
        parse: oneOf(["on", "off"]),
        default: "off",
        meaning: "`on`: [numbered frames](frames.md#numbered-frames) are stored once and acknowledged.",
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
        meaning: "As a channel's `emit`; `gen --emit` writes it.",
      },
      {
        key: "emit_dir",
        parse: parsePath,
        absent: nothing,
        default: "the output folder",
        meaning: "Folder of these definitions.",
      },
      {
        key: "import_extension",
        parse: oneOf(["ts", "js", "none"]),
        absent: nothing,
        default: "by tsconfig.json",
        meaning: "Extension of imports in TypeScript of `gen --out`: `ts`, `js` or `none`.",
      },
      {
        key: "int64",
        parse: oneOf(["bigint", "number", "string"]),
        default: "bigint",
        meaning:
          "64-bit integers in records of `gen --out`: `bigint`, `string`, or `number`, which loses digits beyond 2^53.",
      },
      {
        key: "typed_arrays",
        parse: oneOf(["yes", "no"]),
        default: "no",
        meaning: "`yes`: arrays of 16 numbers or more are `Uint16Array`, `Float32Array` ….",
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
        meaning: "Address of UDP sockets; `0.0.0.0` for other machines.",
      },
    ],
  },
] as const satisfies readonly SectionDescription[];

const AFTER_PARTS = [
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
          "`duckdb:FILE`, [`parquet:FOLDER`](stores.md#parquet-files), [`parquet:s3://bucket/prefix`](stores.md#in-a-bucket), [`postgres://user:password@host:5432/database`](stores.md#postgresql), `influxdb://user:password@host:8086` (any version), `influxdb+v1://…`, `influxdb+v2://host:8086?org=NAME`, `influxdb+v3://…`; `influxdbs://` and `influxdb+v2s://` with TLS.",
      },
      {
        key: "token",
        shown: "never",
        meaning: "InfluxDB 2.x or 3.x token.",
      },
      {
        key: "directory",
        parse: parsePath,
        absent: (at) => at.data("history"),
        default: "data/history",
        meaning: "For a bucket: the local folder.",
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
        meaning: "`yes`: the bucket is in the path; `no`: in the host's name.",
      },
      {
        key: "credentials",
        parse: parsePath,
        absent: nothing,
        default: "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of the environment",
        meaning: "File with the bucket's keys in Amazon's format, section `[default]`.",
      },
      {
        key: "cache",
        parse: size("1M"),
        default: "10G",
        meaning: "The bucket's local cache. A query reads at most this much.",
      },
      {
        key: "adopt",
        parse: yesOrNo,
        default: "no",
        meaning: "`yes`, for one start: a new `head.duckdb` takes over the Parquet files of a lost one.",
      },
      {
        key: "keep",
        parse: parseKeep,
        absent: nothing,
        default: "everything for ever",
        reload: "applied",
        meaning: "[How long](stores.md#how-long-data-is-kept) DuckDB keeps rows, and summaries of minutes.",
        example: "90d, 1m:2y",
      },
      {
        key: "backlog",
        parse: parseSize,
        absent: nothing,
        default: "half of [journal] max_size, in a cluster of [cluster] max_size",
        meaning: "How much may wait for [one output](stores.md#one-of-them-is-away).",
      },
    ],
  },
  {
    section: "store-<name>",
    meaning: "An InfluxDB for some databases. The first section that matches applies, else `[store]`.",
    keys: [
      {
        key: "databases",
        parse: parseList,
        default: "required",
        meaning: "Names, with `*` for any text and `?` for any character.",
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
    section: "webhook-<name>",
    reload: "applied",
    meaning: "Receives alarms and events by POST: see [tools.md](tools.md#webhooks).",
    keys: [
      {
        key: "url",
        parse: url("http", "https"),
        default: "required",
        shown: "never",
        meaning: "The address. No redirects.",
      },
      {
        key: "send",
        parse: parseNoticeKinds,
        default: "alarms",
        meaning: "`alarms`, `events` (annotations) or both.",
      },
      {
        key: "databases",
        parse: parseList,
        default: "*",
        meaning: "Only these; `*` is any text, `?` any character.",
      },
      { key: "token", shown: "never", meaning: "Sent as `Authorization: Bearer …`." },
      {
        key: "secret",
        parse: parseWebhookSecret,
        shown: "never",
        meaning: "Signs requests as [Standard Webhooks](https://www.standardwebhooks.com): `whsec_` and base64.",
      },
    ],
  },
  {
    section: "cluster",
    meaning: "[Several machines](cluster.md) that work as one.",
    keys: [
      {
        key: "url",
        parse: parseServers,
        shown: "without secrets",
        meaning: "NATS servers, separated by commas; `tls://` requires TLS.",
        example: "nats://a:4222, nats://b:4222, nats://c:4222",
      },
      {
        key: "role",
        parse: oneOf(CLUSTER_ROLES),
        default: "all",
        meaning: "`ingest`, `store`, `view` or `all`; the option `--role` takes precedence.",
      },
      {
        key: "acknowledge",
        parse: oneOf(["replicated", "local"]),
        default: "replicated",
        meaning: "[When](cluster.md#what-an-acknowledgement-means) a message is acknowledged: `replicated` or `local`.",
      },
      {
        key: "name",
        parse: parseClusterName,
        default: "lab",
        meaning: "Name of the cluster; NATS servers may serve several.",
      },
      {
        key: "partitions",
        parse: count(1, 1024),
        absent: nothing,
        default: "8 for a new log",
        meaning:
          "Partitions of the log, and the largest number of store workers. Do not change it while messages wait.",
      },
      {
        key: "nodes",
        parse: count(2, 4096),
        default: "64",
        meaning: "The largest number of nodes; the same on all nodes.",
      },
      {
        key: "replicas",
        parse: count(1, 5),
        absent: nothing,
        default: "3 with 3 servers",
        meaning: "Copies of the cluster's log.",
      },
      {
        key: "ack_wait",
        parse: parseMilliseconds,
        default: "2s",
        meaning: "A store worker that is silent for this time loses its partitions to others.",
      },
      {
        key: "keep",
        parse: parseDuration,
        default: "10m",
        meaning: "How long a node's journal [keeps sent messages](cluster.md#what-the-servers-may-lose).",
      },
      {
        key: "max_size",
        parse: size("1M"),
        default: "4G",
        meaning: "Size of the log on each server. Further messages wait in the nodes' journals.",
      },
      {
        key: "credentials",
        parse: parsePath,
        meaning: "The NATS user's `.creds` file; or user and password in `url`.",
      },
      {
        key: "tls_ca",
        parse: parsePath,
        meaning: "PEM file of the servers' authority.",
      },
      {
        key: "tls_certificate",
        parse: parsePath,
        meaning: "PEM file with this node's certificate, if the servers ask for one.",
      },
      TLS_KEYS[1],
    ],
  },
  {
    section: "realms",
    reload: "applied",
    meaning: "For all realms; a realm's own section takes precedence.",
    keys: [
      {
        key: "default",
        parse: oneOf(["open", "closed"]),
        meaning: "`open` also accepts realms without a section.",
      },
      ...REALM_KEYS,
    ],
  },
  {
    section: "realm-<name>",
    reload: "applied",
    meaning: "One realm of HTTP and MQTT addresses. With such a section, the service accepts only named realms.",
    keys: [
      {
        key: "networks",
        parse: parseList,
        absent: none,
        meaning: "Networks with hyphens in their names, for direct addresses.",
      },
      {
        key: "binary",
        meaning: "Channel that decodes [binary payloads](frames.md#lorawan-nodes) of this realm's devices.",
      },
      ...REALM_KEYS,
      {
        key: "rule.<field>",
        parse: parseDisplayRule,
        meaning:
          "Unit, limits and states of a field, as in [rules](rules.md), separated by `;` without a blank before it.",
        example: "unit=°C; warn=10..30",
      },
    ],
  },
  {
    section: "map-<name>",
    reload: "applied",
    meaning: "A vendor's MQTT topics as addresses.",
    keys: [
      {
        key: "vendor",
        parse: oneOf(Object.keys(VENDORS) as [string, ...string[]]),
        meaning: "A [known vendor](kotori.md#topics-of-vendors).",
      },
      {
        key: "topic",
        parse: parseMapTopics,
        absent: none,
        meaning: "Topics; the parts at `+` are `{1}`, `{2}` … in the other keys.",
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
          "How payloads are read: `json`, `value` (plain), `tasmota-sensor`, `tasmota-state`, `airrohr`, `bulk`.",
      },
      { key: "field", meaning: "Name of a plain value.", example: "{2}" },
      { key: "time", meaning: "Field with the time." },
    ],
  },
] as const satisfies readonly SectionDescription[];

type PartSection = (typeof PARTS)[keyof typeof PARTS]["section"];
type Sections = (typeof BEFORE_PARTS)[number] | PartSection | (typeof AFTER_PARTS)[number];
/** In the order of the documentation. */
export const SECTIONS: readonly Sections[] = [
  ...BEFORE_PARTS,
  ...Object.values(PARTS).map(({ section }) => section),
  ...AFTER_PARTS,
];
export type SectionName = Sections["section"];
/** The description of this name. */
export type Described<Name extends SectionName> = Extract<Sections, { section: Name }>;

/** The description of a section; `lab-<channel>` covers `lab-rig`. */
export function describe(name: string): SectionDescription | undefined {
  return SECTIONS.find(({ section }) => {
    const family = /^(.*-)<\w+>$/.exec(section)?.[1];
    return family === undefined ? section === name : name.startsWith(family) && name.length > family.length;
  });
}
