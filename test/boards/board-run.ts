/** Runs of boards against a service: on a lossy line, and taking commands. */

import assert from "node:assert/strict";
import { order } from "../support/commanded-lab.ts";
import type { ServiceProcess } from "../support/lab.ts";
import { pause } from "../support/until.ts";
import { boardLab, rowsOf } from "./board-lab.ts";
import { type EmulatedBoard, emulated } from "./emulated.ts";
import { lossyLine } from "./lossy-line.ts";

/** Options of firmware that numbers its frames. */
export const numbered = (frames: number, { waitMs = 20, ring = [] }: EmulatedBoard): readonly string[] => [
  "-DNUMBERED=1",
  `-DFRAMES=${frames}u`,
  `-DSTRUCTLINE_WAIT=${waitMs}u`,
  `-DSTRUCTLINE_LONGEST_WAIT=${10 * waitMs}u`,
  ...ring,
];

/** Commands that each board gets, with the states that it must bring about. */
export const COMMANDS = [
  [21.5, "acknowledged", ""],
  [-12.3, "acknowledged", ""],
  [500, "refused", "the device answered result = 0"],
] as const;

/**
 * The states of the commands, in order. An emulated serial port takes a byte at a time, few a second on a busy machine, and a command stands
 * behind the acknowledgements of all frames that were sent again: the header gives the board three minutes.
 */
export async function commanded(service: ServiceProcess): Promise<readonly (readonly [number, string, string])[]> {
  const states: [number, string, string][] = [];
  for (const [target] of COMMANDS) {
    const wanted = { command: "set_point", fields: { target }, within: 60, wait: true };
    const { status, text, body } = await order(service, wanted, { place: "lab/board" });
    assert.equal(status, 200, text);
    states.push([target, body.state, body.reason ?? ""]);
  }
  return states;
}

export interface LossyRun {
  readonly service: ServiceProcess;
  /** Pieces that the line lost. */
  readonly lost: { readonly up: number; readonly down: number };
  readonly states: Awaited<ReturnType<typeof commanded>>;
}

/** Numbered frames over a line that loses a fifth of all pieces until all are stored; then commands, without loss. */
export async function onLossyLine(
  board: EmulatedBoard,
  frames: number,
  check: (run: LossyRun) => Promise<void>,
): Promise<void> {
  const lab = boardLab("framing = cobs\nsources = tcp:0");
  try {
    const service = await lab.start();
    const child = emulated(lab, board, numbered(frames, board));
    const line = lossyLine(child, service.tcpPort("board"), 0.2);
    try {
      await stored(service, frames);
      line.loss = 0;
      const states = await commanded(service);
      await service.settled();
      await check({ service, lost: line.lost, states });
    } finally {
      line.close();
      child.kill("SIGKILL");
    }
  } finally {
    await lab.remove();
  }
}

/** A loaded machine makes emulators slow, so only a standstill is an error. */
const PATIENCE = 60;

export async function stored(service: ServiceProcess, rows: number): Promise<void> {
  let before = 0;
  for (let idle = 0; before < rows; idle++) {
    if (idle > PATIENCE) throw new Error(`${before} of ${rows} rows, and none for a minute`);
    await pause(1000, "counting takes time that the emulators need");
    const count = await countOf(service);
    if (count > before) idle = 0;
    before = count;
  }
}

async function countOf({ url }: ServiceProcess): Promise<number> {
  const select = 'SELECT count(*) FROM "07_probe"';
  const answer = await fetch(`${url}/read/sql?format=csv`, { method: "POST", body: select });
  return answer.ok ? Number((await answer.text()).trim().split("\n").at(-1)) : 0;
}

/** The last acknowledgements as rows. */
export async function acknowledgements(service: ServiceProcess): Promise<unknown[]> {
  return (await rowsOf(service, "21_ack")).map(({ result, target }) => [result, target]).slice(-COMMANDS.length);
}
