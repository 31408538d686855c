/**
 * The messages of Foxglove's WebSocket protocol that a server needs if it only sends. [foxglove.sdk.v1,
 * foxglove.websocket.v1]
 */

/** Both are the same for a server without binary schemas. */
export const SUBPROTOCOLS: readonly string[] = ["foxglove.sdk.v1", "foxglove.websocket.v1"];

/** Maximum number of subscriptions in one request, and of one client. */
export const MOST_SUBSCRIPTIONS = 1000;

export type Request =
  | { readonly op: "subscribe"; readonly subscriptions: readonly { readonly id: number; readonly channelId: number }[] }
  | { readonly op: "unsubscribe"; readonly subscriptionIds: readonly number[] };

export interface AdvertisedChannel {
  readonly id: number;
  readonly topic: string;
  readonly encoding: "json";
  readonly schemaName: string;
  readonly schemaEncoding: "jsonschema";
  readonly schema: string;
}

export const LEVEL = { warning: 1, error: 2 } as const;

export type ServerMessage =
  | {
      readonly op: "serverInfo";
      readonly name: string;
      readonly capabilities: readonly string[];
      readonly sessionId: string;
    }
  | { readonly op: "status"; readonly level: number; readonly message: string }
  | { readonly op: "advertise"; readonly channels: readonly AdvertisedChannel[] }
  | { readonly op: "unadvertise"; readonly channelIds: readonly number[] };

/** Undefined for a malformed request, and for one that needs a capability that this server does not have. */
export function readRequest(data: Buffer): Request | undefined {
  try {
    const { op, subscriptions, subscriptionIds } = JSON.parse(data.toString()) as Readonly<Record<string, unknown>>;
    if (op === "subscribe" && isListOf(subscriptions, isSubscription)) return { op, subscriptions };
    return op === "unsubscribe" && isListOf(subscriptionIds, isId) ? { op, subscriptionIds } : undefined;
  } catch {
    return undefined;
  }
}

// Checked by hand: this file is loaded at every start, and the validation library is not.
function isListOf<T>(value: unknown, isOne: (one: unknown) => one is T): value is readonly T[] {
  return Array.isArray(value) && value.length <= MOST_SUBSCRIPTIONS && value.every(isOne);
}

function isSubscription(value: unknown): value is { readonly id: number; readonly channelId: number } {
  const { id, channelId } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return isId(id) && isId(channelId);
}

function isId(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff;
}

/** MESSAGE_DATA. @param timeNs since 1970, not negative */
export function messageData(subscription: number, timeNs: bigint, payload: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(13 + payload.length);
  frame.writeUInt8(1, 0);
  frame.writeUInt32LE(subscription, 1);
  frame.writeBigUInt64LE(timeNs, 5);
  payload.copy(frame, 13);
  return frame;
}
