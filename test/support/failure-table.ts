/** Each failure of a device's data, with its HTTP answer and its error signal [D20, D27, D31]. */

export interface Failure {
  readonly name: string;
  /** Address without its last part. */
  readonly address: string;
  readonly kind: "data" | "event";
  readonly body: string;
  readonly http: {
    readonly method?: string;
    /** Empty: none is sent. */
    readonly contentType: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly status: number;
    readonly text: string;
    /** The signal's message. */
    readonly message: string;
  };
  /** The same by MQTT; absent where MQTT knows no such failure. */
  readonly mqtt?: { readonly message: string };
  /** `type` of the signal. */
  readonly type: string;
  /** Where it is signalled, without `error.json`. */
  readonly signalledAt: readonly string[];
  /** What the description shows. */
  readonly shown: string;
  /** Whether the payload is kept as a dead letter. */
  readonly kept: boolean;
}

const DEVICE = "mqttkit-1/testdrive/area-42/node-1";
const JSON_TYPE = "application/json";

/** Bodies over this many bytes are refused where the table is run. */
export const FAILURE_LIMIT = 2000;

/** The only realm that is configured where the table is run. */
export const FAILURE_REALM = "mqttkit-1";

interface Given {
  readonly name: string;
  readonly body: string;
  readonly status: number;
  readonly text: string;
  /** What the signal says, where the answer says more. */
  readonly message?: string;
  readonly address?: string;
  readonly kind?: "data" | "event";
  readonly contentType?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** `same`: MQTT says what HTTP says. */
  readonly mqtt?: "same" | string;
  readonly type?: string;
  readonly signalledAt?: readonly string[];
  readonly shown?: string;
  readonly kept?: boolean;
}

function failure(given: Given): Failure {
  const { name, body, status, text, message = text, address = DEVICE, mqtt } = given;
  return {
    name,
    address,
    kind: given.kind ?? "data",
    body,
    http: {
      contentType: given.contentType ?? JSON_TYPE,
      status,
      text,
      message,
      ...(given.method === undefined ? {} : { method: given.method }),
      ...(given.headers === undefined ? {} : { headers: given.headers }),
    },
    ...(mqtt === undefined ? {} : { mqtt: { message: mqtt === "same" ? message : mqtt } }),
    type: given.type ?? "ValueError",
    signalledAt: given.signalledAt ?? [address],
    shown: given.shown ?? body,
    kept: given.kept ?? body.length > 0,
  };
}

const UNKNOWN_FORM = "expected <realm>/<network>/<gateway>/<node>/…, <realm>/channel/<id>/… or <realm>/device/<id>/…";

export const FAILURES: readonly Failure[] = [
  failure({
    name: "no content type",
    body: '{"a":1}',
    contentType: "",
    status: 415,
    text: "Unable to handle request without Content-Type",
  }),
  failure({
    name: "unknown content type",
    body: '{"a":1}',
    contentType: "foo/bar; charset=utf-8",
    status: 415,
    text: "Unable to handle Content-Type 'foo/bar'",
  }),
  failure({
    name: "CSV for an event",
    body: "## title\nx",
    kind: "event",
    contentType: "text/csv",
    shown: "## title\\nx",
    status: 415,
    text: "Unable to handle Content-Type 'text/csv'",
  }),
  failure({
    name: "unknown content encoding",
    body: "x",
    headers: { "Content-Encoding": "br" },
    status: 415,
    text: "Unable to handle Content-Encoding 'br'",
    shown: "",
    kept: false,
  }),
  failure({
    name: "not what the content encoding says",
    body: '{"a":1}',
    headers: { "Content-Encoding": "gzip" },
    status: 400,
    text: "Request body is not valid gzip",
    shown: "",
    kept: false,
  }),
  failure({ name: "empty JSON body", body: "", status: 400, text: "Empty request body", mqtt: "Empty message" }),
  failure({ name: "empty CSV body", body: "", contentType: "text/csv", status: 400, text: "Empty request body" }),
  failure({
    name: "CSV rows before any header",
    body: "1,2\n",
    contentType: "text/csv",
    shown: "1,2\\n",
    status: 400,
    text: "Could not process data, please supply field names via CSV header before sending readings",
  }),
  failure({
    name: "bad CSV header",
    body: "## a,,b\n1,2,3\n",
    contentType: "text/csv",
    shown: "## a,,b",
    status: 400,
    text: "CSV header has a column without a name",
  }),
  failure({
    name: "only bad CSV rows",
    body: "## time,v\nsoon,1\n",
    contentType: "text/csv",
    shown: '{"time":"soon","v":"1"}',
    status: 400,
    text: "Time 'soon' is neither ISO 8601 nor a number",
  }),
  failure({
    name: "bad JSON",
    body: '{"value": 42.42',
    status: 400,
    text: "The message is not JSON, at line 1, column 16: '}' is missing, so the message may be cut off. Expecting '}': line 1 column 16 (char 15)",
    message: "Expecting '}': line 1 column 16 (char 15)",
    mqtt: "same",
  }),
  failure({
    name: "bad JSON by a direct address",
    address: "mqttkit-1/channel/testdrive-area-42-node-1",
    body: "{value: 1}",
    status: 400,
    text: "The message is not JSON, at line 1, column 2: a text without double quotes, or a word that JSON does not have. Unexpected symbol: line 1 column 2 (char 1)",
    message: "Unexpected symbol: line 1 column 2 (char 1)",
    mqtt: "same",
    signalledAt: ["mqttkit-1/channel/testdrive-area-42-node-1", "mqttkit-1/testdrive/area/42-node-1"],
  }),
  failure({
    name: "bad JSON by a device address",
    address: "mqttkit-1/device/123e4567",
    body: "nonsense",
    status: 400,
    text: "The message is not JSON, at line 1, column 1: a text without double quotes, or a word that JSON does not have. Unexpected symbol: line 1 column 1 (char 0)",
    message: "Unexpected symbol: line 1 column 1 (char 0)",
    mqtt: "same",
    signalledAt: ["mqttkit-1/device/123e4567", "mqttkit-1/devices/default/123e4567"],
  }),
  failure({
    name: "bad form",
    body: "a=%zz",
    contentType: "application/x-www-form-urlencoded",
    status: 400,
    text: "'%zz' is not percent-encoded UTF-8",
  }),
  failure({ name: "no values", body: "{}", status: 400, text: "Payload has no values", mqtt: "same" }),
  failure({
    name: "only empty values",
    body: '{"a":null,"b":""}',
    status: 400,
    text: "Payload has no values",
    mqtt: "same",
  }),
  failure({
    name: "neither object nor array",
    body: "42",
    status: 400,
    text: "Expected a JSON object of field names to values, or an array of them",
    mqtt: "same",
  }),
  failure({
    name: "unreadable time",
    body: '{"v":1,"time":"half past nine"}',
    status: 400,
    text: "Time 'half past nine' is neither ISO 8601 nor a number",
    mqtt: "same",
  }),
  failure({
    name: "event without anything",
    kind: "event",
    body: "{}",
    status: 400,
    text: "Event has neither title, text, tags nor another field",
    mqtt: "same",
  }),
  failure({
    name: "too large",
    body: `{"a":"${"x".repeat(FAILURE_LIMIT)}"}`,
    status: 413,
    text: `Request body is larger than ${FAILURE_LIMIT} bytes`,
    mqtt: `Message is larger than ${FAILURE_LIMIT} bytes`,
    shown: "",
    kept: false,
  }),
  failure({
    name: "unknown address form",
    address: "mqttkit-1/testdrive/area-42",
    body: '{"a":1}',
    status: 404,
    text: `Unknown address 'mqttkit-1/testdrive/area-42/data', ${UNKNOWN_FORM}`,
    mqtt: `Unknown address 'mqttkit-1/testdrive/area-42/data.json', ${UNKNOWN_FORM}`,
    kept: true,
  }),
  failure({
    name: "realm that is not configured",
    address: "elsewhere/testdrive/area-42/node-1",
    body: '{"a":1}',
    status: 404,
    text: "Realm 'elsewhere' is not configured",
    mqtt: "same",
    kept: true,
  }),
  failure({
    name: "wrong method",
    method: "PUT",
    body: '{"a":1}',
    status: 405,
    text: "Method PUT is not allowed here, use POST",
    shown: "",
    kept: false,
  }),
];
