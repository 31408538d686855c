/** Draws pictures in separate processes: two at a time, the others wait. */

import { once } from "node:events";
import type { Readable } from "node:stream";
import { FairTurns } from "../../lib/fair-turns.ts";
import { openProcess } from "../../lib/open-process.ts";
import type { DrawAnswer, DrawOrder } from "./picture-protocol.ts";

/** Why there is no picture; `kind` tells the cause. */
export class DrawError extends Error {
  readonly kind: "refused" | "missing" | "failed" | "busy";

  constructor(kind: DrawError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

const AT_ONCE = 2;
const MOST_WAITING = 32;
const TIMEOUT_MS = 30_000;

export class PictureDrawer {
  readonly #turns = new FairTurns(AT_ONCE);
  readonly #draw: (order: DrawOrder) => Promise<Uint8Array<ArrayBuffer>>;

  constructor(draw = drawAlone) {
    this.#draw = draw;
  }

  /** @param client whose room it takes. @throws DrawError */
  draw(order: DrawOrder, client = ""): Promise<Uint8Array<ArrayBuffer>> {
    const drawn = this.#turns.run(client, () => this.#draw(order));
    if (this.#turns.waiting > MOST_WAITING)
      this.#turns.giveUp(new DrawError("busy", "Too many pictures are asked for at once"));
    return drawn;
  }
}

async function drawAlone(order: DrawOrder): Promise<Uint8Array<ArrayBuffer>> {
  // Labels of the time axis use the process's zone. The canvas looks for fonts at home; a container's user may have none.
  const env = { TZ: order.timeZone, HOME: process.env["HOME"] ?? "/" };
  const source = new URL("./page/picture-process.ts", import.meta.url);
  const drawing = openProcess("picture-process", source, import.meta.url, env);
  const timer = setTimeout(() => drawing.kill("SIGKILL"), TIMEOUT_MS);
  let answer: DrawAnswer | undefined;
  drawing.on("message", (said: DrawAnswer) => {
    answer = said;
  });
  // If the process cannot be started, or has ended, it exits without an answer.
  drawing.on("error", () => {});
  try {
    drawing.send(order, () => {});
    const pieces: Buffer[] = [];
    const ended = once(drawing, "close");
    for await (const piece of drawing.stdout as Readable) pieces.push(piece as Buffer);
    await ended;
    if (answer?.answer === "done") return Buffer.concat(pieces);
    if (answer === undefined) throw new DrawError("failed", "The picture could not be drawn, or not in time");
    throw new DrawError(answer.answer, answer.message);
  } finally {
    clearTimeout(timer);
    drawing.kill("SIGKILL");
  }
}
