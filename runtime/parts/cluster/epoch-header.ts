/** The decoding epoch of a frame's messages, as a header of the NATS message, which older nodes ignore. */

import { headers, type Msg, type MsgHdrs } from "@nats-io/transport-node";

const NAME = "Structline-Epoch";

export function epochHeaders(epoch: number): MsgHdrs {
  const made = headers();
  made.set(NAME, String(epoch));
  return made;
}

/** 0 without the header. */
export function epochOfFrame({ headers: given }: Pick<Msg, "headers">): number {
  const epoch = Number(given?.get(NAME) ?? 0);
  return Number.isInteger(epoch) && epoch > 0 && epoch <= 0xffff_ffff ? epoch : 0;
}
