/** A message from a source to intake: the received bytes with place and time. */

export interface Message {
  /** Name of the source: `udp`, `http`, `mqtt` … */
  readonly source: string;
  /**
   * The source's name for the sender. UDP: the channel's name (`rig`). HTTP: the path after `/api/`, without query
   * (`mqttkit-1/testdrive/area-42/node-1/data`). MQTT: the topic (`mqttkit-1/testdrive/area-42/node-1/data.json`).
   */
  readonly address: string;
  /** `127.0.0.1:50123`, an MQTT client's ID, or empty if the transport does not provide it. */
  readonly sender: string;
  /** Media type, lower case (`application/json`), with what its source says of the body (`csv-profile.ts`); empty for UDP. */
  readonly contentType: string;
  /** Nanoseconds since 1970 (UTC), strictly increasing over all messages of a process. */
  readonly receivedNs: bigint;
  /** Time of measurement by the sender's clock (`@time`), ns since 1970; if known, it is the row's time. */
  readonly measuredNs?: bigint;
  /**
   * Possibly a repetition (a retried dead letter, a recording, or a message with a key): its rows replace rows with the
   * same times.
   */
  readonly isRetry?: true;
  /** When such a message came into the log, if known: its place among deletions. Its time of receipt may be older. */
  readonly loggedNs?: bigint;
  /** For a decoded binary message: the number of its layout (`StructCodec.schema`). */
  readonly schema?: number;
  /** Must not be changed after it was passed on. */
  readonly payload: Uint8Array;
}

/** Hot path: a literal costs a twentieth of a spread, which gives each message its own hidden class. */
export function withSchema(message: Message, schema: number): Message {
  const { source, address, sender, contentType, receivedNs, payload, isRetry, measuredNs } = message;
  if (isRetry !== undefined) return { ...message, schema };
  if (measuredNs === undefined) return { source, address, sender, contentType, receivedNs, schema, payload };
  return { source, address, sender, contentType, receivedNs, measuredNs, schema, payload };
}

/** Hot path. */
export function withPayload(message: Message, payload: Uint8Array): Message {
  const { source, address, sender, contentType, receivedNs, isRetry, measuredNs, loggedNs, schema } = message;
  if (isRetry !== undefined || measuredNs !== undefined || loggedNs !== undefined || schema !== undefined)
    return { ...message, payload };
  return { source, address, sender, contentType, receivedNs, payload };
}

/** Hot path. */
export function withMeasured(message: Message, measuredNs: bigint): Message {
  const { source, address, sender, contentType, receivedNs, payload, isRetry, schema } = message;
  if (isRetry !== undefined || schema !== undefined) return { ...message, measuredNs };
  return { source, address, sender, contentType, receivedNs, measuredNs, payload };
}

/** A message's content type without what else it says of the body. */
export function mediaTypeIn(contentType: string): string {
  const end = contentType.indexOf(";");
  return end < 0 ? contentType : contentType.slice(0, end);
}

/** A channel, or the realm of a device. */
export function ownerOf({ source, address }: Message): string {
  const end = address.indexOf("/");
  return `${source} ${end < 0 ? address : address.slice(0, end)}`;
}
