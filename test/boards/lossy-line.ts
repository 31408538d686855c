/** A serial line between a board and a TCP source that loses pieces of what passes, decided by a seed. */

import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { connect, type Socket } from "node:net";
import { Random } from "../oracle/layout/random.ts";

export interface LossyLine {
  /** Share of pieces that are lost. */
  loss: number;
  /** Pieces by direction. */
  readonly lost: { up: number; down: number };
  close(): void;
}

/** Bytes that are lost together: about two numbered frames, or five acknowledgements. */
const PIECE = 100;

export function lossyLine(board: ChildProcessWithoutNullStreams, port: number, loss: number, seed = 1): LossyLine {
  const random = new Random(seed);
  const service: Socket = connect(port, "127.0.0.1");
  const line: LossyLine = {
    loss,
    lost: { up: 0, down: 0 },
    close: () => service.destroy(),
  };
  /** The current piece: its bytes that are still to come, and whether they are lost. */
  const piece = { up: { left: 0, isLost: false }, down: { left: 0, isLost: false } };
  const pass = (way: "up" | "down", bytes: Buffer): Buffer => {
    const kept: Buffer[] = [];
    for (let at = 0; at < bytes.length; ) {
      const current = piece[way];
      if (current.left === 0) {
        Object.assign(current, { left: PIECE, isLost: random.chance(line.loss) });
        if (current.isLost) line.lost[way]++;
      }
      const part = bytes.subarray(at, at + current.left);
      // A piece that began to be lost does not go on when the line is well.
      if (!current.isLost || line.loss === 0) kept.push(part);
      current.left -= part.length;
      at += part.length;
    }
    return Buffer.concat(kept);
  };
  service.on("data", (bytes) => board.stdin.write(pass("down", bytes)));
  // Reading stops while the service does not: the board then waits for its serial port.
  board.stdout.on("data", (bytes: Buffer) => {
    if (service.write(pass("up", bytes))) return;
    board.stdout.pause();
    service.once("drain", () => board.stdout.resume());
  });
  board.stdin.on("error", () => {}); // The board has ended.
  service.on("error", () => {}); // The service has ended.
  return line;
}
