/** Plays a recording of a CAN bus: each frame is one of the channel's, at its own time. */

import { type CanFrame, type CanRecording, channelBytes } from "../../frames/can/can-frame.ts";
import { Turns } from "../../lib/turns.ts";
import type { EndpointContext } from "../../sources/frames/stream-endpoint.ts";

const MOST_AT_ONCE = 1000;
/** Number of frames that take less than a millisecond. */
const TURN_EVERY = 100;

interface Played {
  /** `file:drive.log` */
  readonly shown: string;
  /** The start of a recording without times; undefined: it arrives now. */
  readonly beganNs: bigint | undefined;
  readonly context: EndpointContext;
}

/** @returns a summary */
export async function playBus(
  { name, open }: CanRecording,
  chunks: AsyncIterable<Buffer>,
  { shown, beganNs, context }: Played,
): Promise<string> {
  const reader = open();
  const times = new Times(beganNs);
  const recorded = { clock: { nowNs: () => times.next() }, isRecorded: true };
  // Lines that arrive on standard input may have no times: then the time of receipt counts.
  let stream = beganNs === undefined ? undefined : context.stream(shown, recorded);
  let count = 0;
  const turns = new Turns();
  const takeOne = (frame: CanFrame) => {
    stream ??= context.stream(shown, frame.timeNs === undefined ? {} : recorded);
    times.at(frame.timeNs);
    stream.frame(channelBytes(frame), frame.bus === "" ? shown : `can:${frame.bus}`);
  };
  const take = async (frames: Iterable<CanFrame | undefined>) => {
    for (const frame of frames) {
      if (frame === undefined || ++count % TURN_EVERY === 0) await turns.next();
      // A small file may unpack to many.
      if (count % MOST_AT_ONCE === 0) await stream?.answered();
      if (frame !== undefined) takeOne(frame);
    }
  };
  try {
    for await (const chunk of chunks) {
      await take(reader.push(chunk));
      await stream?.answered();
    }
    await take(reader.end());
  } finally {
    await stream?.end();
  }
  const { readings = 0, rejected = 0 } = stream ?? {};
  const others = reader.others === 0 ? "" : `, ${reader.others} remote or error frames and other entries`;
  return `${readings} rows, ${rejected} rejected${others} (${name})`;
}

/** Frames of one time get times one nanosecond apart. */
class Times {
  readonly #beganNs: bigint;
  #ns = 0n;

  /** @param beganNs for frames without times */
  constructor(beganNs: bigint | undefined) {
    this.#beganNs = beganNs ?? 0n;
  }

  at(timeNs = this.#beganNs): void {
    if (timeNs > this.#ns) this.#ns = timeNs;
  }

  next(): bigint {
    return this.#ns++;
  }
}
