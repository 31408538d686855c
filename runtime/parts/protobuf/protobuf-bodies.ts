/** Reads bodies in Protobuf by the definitions that the configuration names. */

import type { DecodingEpoch } from "../../intake/decoding-epoch.ts";
import { WireError } from "../../lib/wire-reader.ts";
import type { Address } from "../../model/address.ts";
import { realmOf } from "../../model/address.ts";
import type { BodyReader } from "../../model/body-reader.ts";
import { ValueError } from "../../model/error-signal.ts";
import type { Message } from "../../model/message.ts";
import { TYPED_ROWS, typedRowsText } from "../../model/typed-rows.ts";
import { wildcardsOf } from "../../realms/topic-maps.ts";
import { PROTOBUF_READING } from "./forms.ts";
import type { Definition, ProtobufSettings } from "./keys.ts";
import { readMessage } from "./read-message.ts";
import { rowsOf } from "./rows.ts";
import { loadSchema, type MessageType, type Schema } from "./schema.ts";

/** Google's name, and others in use. gRPC's bodies are none: they have a head of their own. */
const MEDIA_TYPE = /^application\/(?:vnd\.google\.|x-|x-google-)?protobuf$/;
const MOST_ROWS = 20_000;

interface Known {
  readonly schema: Schema;
  readonly type: MessageType;
}

/** @throws Error with a sentence for a definition that cannot be used */
export async function openDefinitions(settings: ProtobufSettings): Promise<ReadonlyMap<Definition, Known>> {
  const schemas = new Map<string, Promise<Schema>>();
  const known = new Map<Definition, Known>();
  for (const definition of [...settings.realms.values(), ...settings.topics.values()]) {
    const { section, file, message } = definition;
    try {
      let schema = schemas.get(file);
      if (schema === undefined) {
        schema = loadSchema(file);
        schemas.set(file, schema);
      }
      known.set(definition, { schema: await schema, type: (await schema).type(message) });
    } catch (cause) {
      throw new Error(`[${section}] proto: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
  }
  return known;
}

export class ProtobufBodies implements BodyReader {
  #settings: ProtobufSettings;
  #known: ReadonlyMap<Definition, Known>;
  readonly #epoch: () => DecodingEpoch;

  constructor(settings: ProtobufSettings, known: ReadonlyMap<Definition, Known>, epoch: () => DecodingEpoch) {
    this.#settings = settings;
    this.#known = known;
    this.#epoch = epoch;
  }

  /** After a reload. */
  use(settings: ProtobufSettings, known: ReadonlyMap<Definition, Known>): void {
    this.#settings = settings;
    this.#known = known;
  }

  takes(
    { source, address: text, contentType }: Pick<Message, "source" | "address" | "contentType">,
    address: Address,
  ): boolean {
    if (address.kind !== "data") return false;
    if (source === "http") return MEDIA_TYPE.test(contentType);
    return source === "mqtt" && (address.reading === PROTOBUF_READING || this.#ofTopic(text) !== undefined);
  }

  async read(message: Message, address: Address): Promise<readonly Message[]> {
    const definition =
      (message.source === "mqtt" ? this.#ofTopic(message.address) : undefined) ?? this.#ofRealm(address);
    const known = definition && this.#known.get(definition);
    if (known === undefined)
      throw new ValueError(
        `No definition says what this Protobuf body is: write 'proto' into [realm-${address.realm}]`,
        "unknown-content-type",
      );
    try {
      const rows = rowsOf(readMessage(known.type, message.payload), {
        times: this.#timesOf(address),
        open: (name, bytes) => {
          const type = known.schema.known(name);
          return type && readMessage(type, bytes);
        },
      });
      if (rows.length > MOST_ROWS) throw new ValueError(`More than ${MOST_ROWS} rows in one message`, "too-large");
      return [{ ...message, contentType: TYPED_ROWS, payload: Buffer.from(typedRowsText(rows)) }];
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      throw new ValueError(`Body is not a ${known.type.name}: ${error.message}`, "bad-value", error);
    }
  }

  #ofTopic(topic: string): Definition | undefined {
    for (const [filter, definition] of this.#settings.topics)
      if (wildcardsOf(filter, topic) !== undefined) return definition;
    return undefined;
  }

  #ofRealm({ realm }: Address): Definition | undefined {
    return this.#settings.realms.get(realm);
  }

  #timesOf({ realm, time }: Address): readonly string[] {
    const own = realmOf(this.#epoch().realms, realm)?.time ?? [];
    return time === undefined ? own : [time, ...own];
  }
}
