/** Draws pictures in separate processes: two at a time, the others wait. */

import { once } from "node:events";
import type { Readable } from "node:stream";
import { groupBy } from "../../lib/group-by.ts";
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

interface Waiting {
  readonly client: string;
  readonly begin: () => void;
  readonly refuse: (error: DrawError) => void;
}

export class PictureDrawer {
  #running = 0;
  #waiting: Waiting[] = [];
  /** Client whose picture was begun last. */
  #last = "";
  readonly #draw: (order: DrawOrder) => Promise<Uint8Array<ArrayBuffer>>;

  constructor(draw = drawAlone) {
    this.#draw = draw;
  }

  /** @param client whose room it takes. @throws DrawError */
  async draw(order: DrawOrder, client = ""): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#running < AT_ONCE) this.#running += 1;
    else await this.#turn(client);
    try {
      return await this.#draw(order);
    } finally {
      // The slot passes to the next one, of another client if there is one.
      const next = this.#waiting.find((one) => one.client !== this.#last) ?? this.#waiting[0];
      this.#leave(next);
      if (next === undefined) this.#running -= 1;
      else {
        this.#last = next.client;
        next.begin();
      }
    }
  }

  #turn(client: string): Promise<void> {
    return new Promise((begin, refuse) => {
      this.#waiting.push({ client, begin, refuse });
      if (this.#waiting.length > MOST_WAITING) this.#refuse();
    });
  }

  /** The newest of the client with most. */
  #refuse(): void {
    const [most = []] = [...groupBy(this.#waiting, ({ client }) => client).values()].sort(
      (a, b) => b.length - a.length,
    );
    const newest = most.at(-1);
    this.#leave(newest);
    newest?.refuse(new DrawError("busy", "Too many pictures are asked for at once"));
  }

  #leave(gone: Waiting | undefined): void {
    this.#waiting = this.#waiting.filter((one) => one !== gone);
  }
}

async function drawAlone(order: DrawOrder): Promise<Uint8Array<ArrayBuffer>> {
  // Labels of the time axis use the process's zone.
  const source = new URL("./page/picture-process.ts", import.meta.url);
  const drawing = openProcess("picture-process", source, import.meta.url, { TZ: order.timeZone });
  const timer = setTimeout(() => drawing.kill("SIGKILL"), TIMEOUT_MS);
  let answer: DrawAnswer | undefined;
  drawing.on("message", (told: DrawAnswer) => {
    answer = told;
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
