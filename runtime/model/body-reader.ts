/** Bodies of formats that a part reads on arrival: what is behind the source sees rows. */

import type { Address } from "./address.ts";
import type { Message } from "./message.ts";
import { TYPED_ROWS } from "./typed-rows.ts";

export interface BodyReader {
  /** Whether the part reads bodies of this address, source and media type. [hot path] */
  takes(message: Pick<Message, "source" | "address" | "contentType">, address: Address): boolean;
  /**
   * What the message says, in forms that the log takes, perhaps for several addresses; empty: it has nothing to store.
   * A retried message has `isRetry`. @throws TelemetryError if the body cannot be read
   */
  read(message: Message, address: Address): Promise<readonly Message[]>;
}

export function readerOf(
  readers: readonly BodyReader[],
  message: Pick<Message, "source" | "address" | "contentType">,
  address: Address | undefined,
): BodyReader | undefined {
  // What was read already, in a dead letter.
  if (message.contentType === TYPED_ROWS) return undefined;
  return address && readers.find((reader) => reader.takes(message, address));
}
