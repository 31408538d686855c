/** `asyncapi.yaml`: all MQTT and WAMP topics of the channels that ask for it. [AsyncAPI 3.0.0] */

import { type Emit, generatedBy } from "../../codec/emitter.ts";
import type { ChannelModel } from "../../codec/model.ts";
import { lineText } from "../../codec/text.ts";
import type { Emitter } from "../shared/emitter.ts";
import { definitions, type Schema } from "../shared/json-schemas.ts";
import { type Yaml, yamlText } from "../shared/yaml-text.ts";

const asyncapi: Emit = (channels, tool) => {
  const document: Yaml = {
    asyncapi: "3.0.0",
    info: {
      title: "structline",
      version: tool.version,
      description:
        "Publications and subscriptions of the service: decoded messages over WAMP, data, events and error signals over MQTT.",
    },
    defaultContentType: "application/json",
    servers: SERVERS,
    channels: Object.assign({}, ...channels.map(topicsOf), DEVICE_TOPICS),
    operations: Object.assign({}, ...channels.map(operationsOf), DEVICE_OPERATIONS),
    components: {
      messages: MESSAGES,
      schemas: Object.assign(
        {},
        ...channels.map((channel) => prefixed(channel, definitions(channel, reference(channel)))),
      ),
    },
  };
  return [{ path: "asyncapi.yaml", text: `# ${generatedBy(tool)}\n${yamlText(document)}\n`, built: false }];
};

const SERVERS = {
  bus: {
    host: "127.0.0.1:24642",
    pathname: "/ws",
    protocol: "wamp",
    description: "The embedded WAMP router, or the external one that [wamp] url names; realm 'lab' unless set.",
  },
  broker: {
    host: "127.0.0.1:1883",
    protocol: "mqtt",
    description: "The embedded MQTT broker, or the external one that [mqtt] url names.",
  },
};

const ONTO_BUS = [{ $ref: "#/servers/bus" }];
const ONTO_BROKER = [{ $ref: "#/servers/broker" }];

/** All channels share one namespace of schemas. */
function reference({ identifier }: ChannelModel): string {
  return `#/components/schemas/${identifier}.`;
}

function prefixed({ identifier }: ChannelModel, schemas: Schema): Schema {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [`${identifier}.${name}`, schema]));
}

function topicsOf(channel: ChannelModel): { readonly [key: string]: Yaml } {
  const { identifier, messages, name } = channel;
  const topic = channel.channel.plan.wampTopic;
  return {
    [identifier]: {
      address: topic,
      title: lineText(`Decoded messages of channel ${name}`),
      servers: ONTO_BUS,
      messages: Object.fromEntries(
        messages.map(({ className, name: title }) => [
          className,
          { title: lineText(title), payload: { $ref: `${reference(channel)}${className}` } },
        ]),
      ),
    },
    [`${identifier}.errors`]: {
      address: `${topic.replaceAll(".", "/")}/error.json`,
      title: lineText(`Error signals of channel ${name}`),
      servers: ONTO_BROKER,
      messages: { error: { $ref: "#/components/messages/error" } },
    },
  };
}

function operationsOf({ identifier }: ChannelModel): { readonly [key: string]: Yaml } {
  return {
    [`${identifier}.publish`]: { action: "send", channel: { $ref: `#/channels/${identifier}` } },
    [`${identifier}.signal`]: { action: "send", channel: { $ref: `#/channels/${identifier}.errors` } },
  };
}

/** The parts of a device's address. [D25, D26] */
const ADDRESS = { realm: {}, network: {}, gateway: {}, node: {} };

function deviceTopic(suffix: string, title: string, message: string): Yaml {
  return {
    address: `{realm}/{network}/{gateway}/{node}/${suffix}.json`,
    title,
    servers: ONTO_BROKER,
    parameters: ADDRESS,
    messages: { [message]: { $ref: `#/components/messages/${message}` } },
  };
}

const DEVICE_TOPICS = {
  "device.data": deviceTopic("data", "Measurements of a device", "data"),
  "device.event": deviceTopic("event", "Annotation events of a device", "event"),
  "device.errors": deviceTopic("error", "Error signals of a device", "error"),
};

const DEVICE_OPERATIONS = {
  "device.takeData": { action: "receive", channel: { $ref: "#/channels/device.data" } },
  "device.takeEvent": { action: "receive", channel: { $ref: "#/channels/device.event" } },
  "device.signal": { action: "send", channel: { $ref: "#/channels/device.errors" } },
};

const text = { type: "string" };

const MESSAGES = {
  data: {
    title: "Measurements",
    description: "An object of field names to values, or an array of them.",
    payload: { type: ["object", "array"] },
  },
  event: {
    title: "Annotation event",
    payload: { type: "object", properties: { title: text, text, tags: text, time: { type: "string" } } },
  },
  error: {
    title: "Error signal",
    payload: {
      type: "object",
      properties: { message: text, type: text, description: text },
      required: ["message", "type", "description"],
      additionalProperties: false,
    },
  },
};

export const ASYNCAPI_EMITTER: Emitter = {
  name: "asyncapi",
  writes: "asyncapi.yaml: all MQTT and WAMP topics",
  reading: "none",
  joins: true,
  presence: "follows",
  emit: asyncapi,
};
