/**
 * Every limit on what several clients share, with whose budget it is: the table in docs/security.md. A test finds limits in the
 * source that are not here, and walks it with two users in two realms.
 */

import { BOUNDS, type BoundDeclaration, type BoundName } from "../../runtime/model/bounds.ts";

export interface SharedLimit {
  /** The bound's name, or the file and the constant. */
  readonly limit: BoundName | `${string} ${string}`;
  readonly what: string;
  /** Whose entries give way, or who is refused. */
  readonly owner: string;
  /** What happens at the limit; that of a bound is in its declaration. */
  readonly at?: string;
  /** Where it is counted; a bound is counted in `/health` (`bounds`) and in `/metrics`. */
  readonly counted?: string;
}

/** The owner of a cache: an entry that gives way is made again from what it was made of, and nobody notices. */
export const CACHE = "nobody: it is made again";
const ADDRESS = "network address";
const BUDGET = "client; of all, user, without users network address";
const REALM = "realm";
const CONNECTION = "connection";
const READER = "user; without users, network address";
/** `runtime/lib/owned-room.ts` */
const VIEWER = "user; without log-in, network address: at most four times what is left for all";
const SHARE = "realm: at most four times what is left for all";

function cache(limit: SharedLimit["limit"], what: string): SharedLimit {
  return { limit, what, owner: CACHE };
}

export const SHARED_LIMITS: readonly SharedLimit[] = [
  { limit: "http-connections", what: "HTTP connections", owner: ADDRESS },
  { limit: "http-requests", what: "requests in progress", owner: CONNECTION },
  { limit: "http-bodies", what: "incomplete bodies", owner: ADDRESS },
  { limit: "http-unpacked", what: "unpacked bodies", owner: "request: nothing of it is stored" },
  { limit: "http-spooled", what: "long compressed bodies", owner: ADDRESS },
  { limit: "csv-headers", what: "CSV headers", owner: ADDRESS },
  { limit: "csv-header-lines", what: "header lines of a body", owner: "request" },
  { limit: "tcp-connections", what: "TCP connections", owner: ADDRESS },
  { limit: "wamp-clients", what: "WAMP clients", owner: VIEWER },
  { limit: "wamp-subscriptions", what: "topics and patterns of WAMP clients", owner: VIEWER },
  { limit: "foxglove-clients", what: "Foxglove clients", owner: VIEWER },
  {
    limit: "delivery-budget share",
    what: "time for live values",
    owner: `${READER}: half of the time is divided equally`,
    at: "events are not delivered",
    counted: "`bus_dropped_events_total`",
  },
  { limit: "mqtt-connections", what: "MQTT connections", owner: ADDRESS },
  { limit: "mqtt-unfinished", what: "incomplete MQTT packets", owner: ADDRESS },
  { limit: "mqtt-unread", what: "unread MQTT data", owner: BUDGET },
  { limit: "mqtt-retained", what: "retained messages", owner: BUDGET },
  { limit: "mqtt-queued", what: "queued messages", owner: BUDGET },
  { limit: "mqtt-sessions", what: "durable MQTT sessions", owner: READER },
  { limit: "mqtt-subscriptions", what: "topic filters", owner: BUDGET },
  { limit: "mqtt-aliases", what: "topic aliases", owner: BUDGET },
  { limit: "mqtt-wills", what: "last wills", owner: READER },
  { limit: "mqtt-unreleased", what: "QoS 2 publications", owner: BUDGET },
  { limit: "mqtt-signals", what: "waiting signals", owner: REALM },
  { limit: "dead-letters", what: "dead letters", owner: "network address in a realm; over MQTT, realm" },
  { limit: "notices", what: "waiting notices", owner: "realm of one receiver" },
  { limit: "mqtt-rows", what: "rows to publish", owner: REALM },
  {
    limit: "attempt-limiter maxKeys",
    what: "counted failures of log-ins",
    owner: "network address with name or token",
    at: "the oldest is forgotten",
    counted: "`access` in `/health`: `wrong`, `limited`",
  },
  {
    limit: "check-queue MOST_WAITING",
    what: "credentials that wait for their check",
    owner: ADDRESS,
    at: "429 for a check of the address with most",
    counted: "`access`: `limited`",
  },
  {
    limit: "right-before MOST",
    what: "credentials that were right before",
    owner: "user",
    at: "the oldest is checked again",
    counted: "",
  },
  {
    limit: "sessions MAX_SESSIONS",
    what: "log-ins on the page",
    owner: "user",
    at: "the oldest of the user with most ends",
    counted: "",
  },
  {
    limit: "alarm-book MOST_ENTRIES",
    what: "alarms in the list",
    owner: REALM,
    at: "its oldest cleared one is dropped; an active one never: a further one is announced and not listed",
    counted: "`alarms` in `/health`: `unlisted`, degraded",
  },
  { limit: "alarm-book MOST_MUTED", what: "muted columns", owner: REALM, at: "409", counted: "" },
  { limit: "set-limits MOST", what: "limits that users set", owner: REALM, at: "409", counted: "" },
  {
    limit: "limit-alarms MOST_FIELDS",
    what: "watched fields of devices",
    owner: REALM,
    at: "its oldest begins its hold anew",
    counted: "",
  },
  {
    limit: "dead-letter-index MAX_KEYS",
    what: "names of rejections, against a second letter of one",
    owner: "everybody: the oldest",
    at: "a replay after a crash may keep a letter twice",
    counted: "",
  },
  {
    limit: "refused-messages MOST_OF_REALM",
    what: "addresses whose messages were refused, in `/read/state`",
    owner: REALM,
    at: "further ones are only counted",
    counted: "`rejected` in `/health`",
  },
  {
    limit: "refused-messages MOST_ADDRESSES",
    what: "the same of all realms",
    owner: "everybody: further ones are only counted",
    at: "further ones are only counted",
    counted: "`rejected` in `/health`",
  },
  {
    limit: "activity MOST_OF_REALM",
    what: "devices in `/health`",
    owner: REALM,
    at: "counted as `(others)`",
    counted: "`(others)`",
  },
  {
    limit: "activity MOST_CHANNELS",
    what: "devices of all realms in `/health`",
    owner: "everybody: the latest",
    at: "counted as `(others)`",
    counted: "`(others)`",
  },
  {
    limit: "unset-clocks MOST_COUNTERS",
    what: "counters of devices whose clock is not set",
    owner: REALM,
    at: "its oldest begins anew",
    counted: "",
  },
  {
    limit: "senders MOST_SENDERS",
    what: "senders with counters or clocks",
    owner: "channel, or realm of the device",
    at: "the longest silent one begins anew",
    counted: "",
  },
  {
    limit: "senders MOST_TIMES",
    what: "times of a measurement that are taken",
    owner: "channel or device",
    at: "an old time may be given again",
    counted: "",
  },
  {
    limit: "recent-errors MAX_ADDRESSES",
    what: "addresses with recent errors on the page",
    owner: REALM,
    at: "the oldest is forgotten",
    counted: "",
  },
  {
    limit: "mqtt-orders MOST_RETAINED",
    what: "retained commands that were refused",
    owner: REALM,
    at: "its oldest is reported again",
    counted: "",
  },
  {
    limit: "strays MAX_REALMS",
    what: "realms with unknown topics",
    owner: "everybody",
    at: "each is reported once more",
    counted: "`strays`",
  },
  {
    limit: "strays MAX_TOPICS",
    what: "unknown topics",
    owner: REALM,
    at: "its oldest may be told again",
    counted: "`strays`",
  },
  {
    limit: "webhook-downlinks MOST_KNOWN",
    what: "addresses for downlinks that webhooks told",
    owner: REALM,
    at: "the device's next message tells it again",
    counted: "",
  },
  {
    limit: "peers MOST_PLACES",
    what: "places whose devices are known",
    owner: REALM,
    at: "the device's next message tells it again",
    counted: "",
  },
  {
    limit: "peers MOST_PEERS",
    what: "devices of a place",
    owner: "channel",
    at: "the device's next message tells it again",
    counted: "",
  },
  {
    limit: "announcer MOST_OF_REALM",
    what: "measurements that Home Assistant gets",
    owner: REALM,
    at: "Home Assistant gets the first ones",
    counted: "the log",
  },
  {
    limit: "announcer MOST_PLACES",
    what: "the same of all realms",
    owner: "everybody who may write: the latest",
    at: "Home Assistant gets the first ones",
    counted: "the log",
  },
  {
    limit: "row-messages MOST_TOPICS",
    what: "topics of published rows",
    owner: REALM,
    at: "its longest silent one: its retained row may be older than the newest",
    counted: "",
  },
  {
    limit: "learned-units MOST_KNOWN",
    what: "measurements with units from tables",
    owner: REALM,
    at: "columns of its oldest have no unit; its rows are stored",
    counted: "",
  },
  {
    limit: "first-times MOST_KNOWN",
    what: "`Idempotency-Key`s",
    owner: "realm; in a cluster, everybody who may write",
    at: "its oldest are forgotten: a repeated post is a second row",
    counted: "",
  },
  {
    limit: "registry MOST_COLUMNS",
    what: "columns of a measurement in PostgreSQL",
    owner: "measurement",
    at: "further fields are members of `_more`",
    counted: "",
  },
  cache("partition MOST_KNOWN", "partitions of addresses, in a cluster"),
  cache("shared-dead-letters MOST_GROUPS", "counts of dead letters by address and reason, in a cluster"),
  {
    limit: "replicated-log MOST_REMEMBERED",
    what: "messages that a cluster's servers confirm late",
    owner: SHARE,
    at: "further ones are not remembered: a repeated post may be a second row",
    counted: "",
  },
  {
    limit: "removals MOST_BYTES",
    what: "deletions that a cluster remembers",
    owner: "administrators",
    at: "what was received before the oldest comes again if it is sent again",
    counted: "",
  },
  { limit: "parse MOST_NAMES", what: "fields of an InfluxQL statement", owner: "request", at: "400", counted: "" },
  { limit: "typed MAX_FIELDS", what: "fields of a row with typed values", owner: "request", at: "400", counted: "" },
  {
    limit: "schema MOST_FILES",
    what: "files that a `.proto` file imports",
    owner: "the configuration's author",
    at: "the start fails",
    counted: "",
  },
  {
    limit: "host MOST_NODES",
    what: "edge nodes of Sparkplug",
    owner: REALM,
    at: "its oldest is asked for its births again",
    counted: "",
  },
  {
    limit: "edge-node MOST_DEVICES",
    what: "devices of the service as an edge node of Sparkplug",
    owner: REALM,
    at: "its oldest dies, and is born again with its next row",
    counted: "",
  },
  {
    limit: "refusals MOST_IDS",
    what: "unknown IDs of a channel that have a dead letter",
    owner: "channel",
    at: "frames with further ones are only counted",
    counted: "`rejected` in `/health`",
  },
  {
    limit: "replaced-values MOST_RECENT",
    what: "recent rows that later ones may replace, where the store cannot count",
    owner: "everybody: the oldest",
    at: "a value that is replaced later is not counted",
    counted: "",
  },
  { limit: "name-pattern MOST_STEPS", what: "steps of an InfluxQL pattern", owner: "request", at: "400", counted: "" },
  {
    limit: "csv MOST_LETTERS",
    what: "refused rows, of 32 KiB of a CSV table, that have a dead letter each",
    owner: "request",
    at: "further ones that follow each other share one",
    counted: "`rejected` in `/health`",
  },
  { limit: "line-writes MOST_LINES", what: "lines of line protocol", owner: "request", at: "413", counted: "" },
  { limit: "show-reader MOST_NAMES", what: "names in an InfluxQL statement", owner: "request", at: "400", counted: "" },
  { limit: "sql-api MOST_TABLES", what: "tables of a query", owner: "request", at: "400", counted: "" },
  {
    limit: "layouts-api MOST_OWN",
    what: "dashboards of one's own",
    owner: "user",
    at: "413",
    counted: "",
  },
  { limit: "layouts-api MOST_OWN_NAMES", what: "names of such dashboards", owner: "user", at: "413", counted: "" },
  { limit: "command-dispatcher MOST_WAITING", what: "waiting commands", owner: REALM, at: "409", counted: "" },
  {
    limit: "command-log MOST_KEPT",
    what: "commands that have ended",
    owner: REALM,
    at: "the oldest of the realm with most are forgotten",
    counted: "",
  },
  {
    limit: "draw-picture MOST_WAITING",
    what: "pictures that wait to be drawn",
    owner: READER,
    at: "503 for the newest of the client with most; clients take turns",
    counted: "",
  },
  {
    limit: "readers MAX_RUNNING",
    what: "queries of DuckDB that run at once",
    owner: READER,
    at: "further ones wait, and users take turns",
    counted: "",
  },
  {
    limit: "device-states MOST_DEVICES",
    what: "devices whose state is followed",
    owner: SHARE,
    at: "further ones have the state of their newest stored row",
    counted: "",
  },
  {
    limit: "name-collisions MAX_DEVICES",
    what: "names that are looked at for collisions",
    owner: SHARE,
    at: "further ones give no warning",
    counted: "",
  },
  {
    limit: "name-collisions MAX_WARNINGS",
    what: "warnings of colliding names",
    owner: SHARE,
    at: "further ones are not told",
    counted: "",
  },
  {
    limit: "external-client MAX_IN_FLIGHT",
    what: "publications of another broker that are being stored",
    owner: "that broker",
    at: "further ones wait",
    counted: "",
  },
  {
    limit: "store-worker MOST_REMOVALS",
    what: "outcomes of deletions",
    owner: "administrators",
    at: "202 for a request that waits for the oldest",
    counted: "",
  },
  {
    limit: "file-journal maxBytes",
    what: "messages that wait for the store: the second half of the room",
    owner: SHARE,
    at: "503, no PUBACK",
    counted: "`journal_refused_messages_total`",
  },
  {
    limit: "store MAX_MEASUREMENTS",
    what: "measurements",
    owner: SHARE,
    at: "dead letters",
    counted: "`rejected` in `/health`",
  },
  {
    limit: "host MOST_METRICS",
    what: "metrics of Sparkplug",
    owner: REALM,
    at: "births with further ones are dead letters",
    counted: "`rejected` in `/health`",
  },
  {
    limit: "host MOST_WAITING",
    what: "messages of an edge node that wait for its births",
    owner: "edge node",
    at: "further ones stay dead letters",
    counted: "`rejected` in `/health`",
  },
  ...(["read-api EXPORT_LIMITS", "address-export EXPORT_LIMITS"] as const).map((limit) => ({
    limit,
    what: limit.startsWith("read") ? "exports that run at once" : "exports by a device's address",
    owner: READER,
    at: "429; for all, 503 unless another's was not read for 5 s",
    counted: "",
  })),
  {
    limit: "sql-api LIMITS",
    what: "SQL queries that run at once",
    owner: READER,
    at: "429; for all, 503",
    counted: "",
  },
  ...(["values-api LIMITS", "influxql-api LIMITS"] as const).map((limit) => ({
    limit,
    what: limit.startsWith("values") ? "answers of `/metrics/values`" : "InfluxQL queries that run at once",
    owner: READER,
    at: "further ones wait, and users take turns; 429; for all, 503",
    counted: "",
  })),
  {
    limit: "states-api MOST_STREAMS",
    what: "streams of states",
    owner: READER,
    at: "429",
    counted: "",
  },
  { limit: "values MAX_FIELDS", what: "fields of a row", owner: "request", at: "400", counted: "" },
  cache("time-fields MOST_KNOWN", "names of times"),
  cache("values MOST_KNOWN_NAMES", "names of fields"),
  cache("epochs MOST_KEPT", "codecs of earlier configurations"),
  cache("text-pattern MOST_STATES", "states of a pattern"),
  cache("shared-table MOST_SHAPES", "shapes of rows in a table"),
  cache("table MAX_SHARED", "sets of fields"),
  cache("routing MOST_KNOWN", "outputs of databases"),
  cache("wamp-authentication MAX_KEPT", "decisions about topics"),
  cache("http-source MOST_KNOWN", "parsed paths"),
  cache("content-type MOST_KNOWN", "Content-Types of posts"),
  cache("row MOST_SHAPES", "shapes of rows"),
  cache("field-types MOST_COLUMNS", "columns of remembered measurements in InfluxDB"),
  cache("field-types MOST_SHAPES", "shapes of measurements in InfluxDB"),
];

const PLACE = /(<!-- Shared limits: [^\n]*-->\n)[\s\S]*?(<!-- End of shared limits -->)/;

/** The page with the current table. */
export function withSharedLimits(page: string): string {
  return page.replace(PLACE, (_, begin: string, end: string) => `${begin}\n${table()}\n${end}`);
}

function table(): string {
  const rows = SHARED_LIMITS.filter(({ owner }) => owner !== CACHE).map(({ limit, what, owner, at, counted }) => {
    const bound: BoundDeclaration | undefined = isBound(limit) ? BOUNDS[limit] : undefined;
    const where = bound === undefined ? counted : `\`${limit}\``;
    return `| ${what} | ${owner} | ${bound?.rule ?? at} | ${where} |`;
  });
  return ["| what grows | whose budget | at the limit | counted |", "|---|---|---|---|", ...rows, ""].join("\n");
}

function isBound(limit: string): limit is BoundName {
  return limit in BOUNDS;
}
