/** Messages of Foxglove's WebSocket protocol, as far as a server needs them that only tells. [foxglove.sdk.v1, foxglove.websocket.v1] */

import * as z from "zod";

/** Both say the same to a server without binary schemas. */
export const SUBPROTOCOLS: readonly string[] = ["foxglove.sdk.v1", "foxglove.websocket.v1"];

/** Of one request, and of one client. */
export const MOST_SUBSCRIPTIONS = 1000;

const ID = z.int().min(0).max(0xffff_ffff);
const REQUEST = z.discriminatedUnion("op", [
  z.object({
    op: z.literal("subscribe"),
    subscriptions: z.array(z.object({ id: ID, channelId: ID })).max(MOST_SUBSCRIPTIONS),
  }),
  z.object({ op: z.literal("unsubscribe"), subscriptionIds: z.array(ID).max(MOST_SUBSCRIPTIONS) }),
]);
export type Request = z.infer<typeof REQUEST>;

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

/** Undefined where it is nothing that this server takes: broken, or of a capability that it does not have. */
export function readRequest(data: Buffer): Request | undefined {
  try {
    return REQUEST.safeParse(JSON.parse(data.toString())).data;
  } catch {
    return undefined;
  }
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
