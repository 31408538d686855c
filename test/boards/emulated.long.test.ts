/** Real firmware on emulated boards: the rows must have the firmware's values, and the boards take commands. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import type { ServiceProcess } from "../support/lab.ts";
import { lossyRelay } from "../support/lossy-relay.ts";
import { MICROPYTHON_PROGRAM, needsPeers } from "../support/peers.ts";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";
import { assertRows, BOARDS, boardLab } from "./board-lab.ts";
import { acknowledgements, COMMANDS, commanded, numbered, onLossyLine, stored } from "./board-run.ts";
import { CORTEX_M3, EMULATED, emulated, onTerminal } from "./emulated.ts";

const FRAMES = 10_000;
/** On a lossy line, where most of the time is spent waiting for repetitions. `STRUCTLINE_BOARD_FRAMES=10000` sends more. */
const LOSSY_FRAMES = Number(process.env["STRUCTLINE_BOARD_FRAMES"] ?? 600);
const ACKNOWLEDGED = [
  [1, 21.5],
  [1, -12.3],
  [0, -12.3],
];

for (const board of EMULATED) {
  const skip = requires(...board.needs);

  test(`${board.name} on a serial port: 10,000 rows have the values that it computed, and it takes commands`, {
    skip,
  }, async () => {
    const lab = boardLab("framing = cobs");
    const { terminal, go, child } = await onTerminal(lab, board);
    try {
      lab.configure(`${lab.ini.replace("udp_port = 0", "")}\nsources = serial:${terminal}@115200`);
      const service = await lab.start();
      await until(async () => (await service.json<Health>("/health")).parts["frames"]?.state === "ok");
      go();
      await stored(service, FRAMES);
      await takesCommands(service);
      await assertRows(service, FRAMES);
    } finally {
      child.kill("SIGKILL");
      await lab.remove();
    }
  });

  test(`${board.name} on a line that loses a fifth of all pieces: numbered frames, none lost, none doubled`, {
    skip,
  }, async () => {
    await onLossyLine(board, LOSSY_FRAMES, async ({ service, lost, states }) => {
      assert.deepEqual(states, COMMANDS);
      assert.deepEqual(await acknowledgements(service), ACKNOWLEDGED);
      await assertRows(service, LOSSY_FRAMES);
      assert.ok(lost.up > LOSSY_FRAMES / 10 && lost.down > LOSSY_FRAMES / 25, JSON.stringify(lost));
    });
  });
}

test("Cortex-M3 on Ethernet, a fifth of all datagrams lost in both directions: none lost, none doubled", {
  skip: requires(...CORTEX_M3.needs),
}, async () => {
  const lab = boardLab();
  try {
    const service = await lab.start();
    const relay = await lossyRelay(service.udpPort("board"), 0.2);
    const child = emulated(lab, CORTEX_M3, [
      ...numbered(LOSSY_FRAMES, { ...CORTEX_M3, ring: [] }),
      "-DNETWORK",
      `-DPORT=${relay.port}u`,
    ]);
    try {
      await stored(service, LOSSY_FRAMES);
      assert.ok(relay.lost.up > LOSSY_FRAMES / 5 && relay.lost.down > LOSSY_FRAMES / 10, JSON.stringify(relay.lost));
      relay.loss = 0;
      await takesCommands(service);
      await assertRows(service, LOSSY_FRAMES);
    } finally {
      relay.close();
      child.kill("SIGKILL");
    }
  } finally {
    await lab.remove();
  }
});

test("a board that runs MicroPython: 10,000 rows have the values that it computed, and it takes commands", {
  skip: needsPeers("micropython"),
}, async () => {
  const lab = boardLab("framing = cobs\nsources = tcp:0");
  try {
    const service = await lab.start();
    const folder = join(lab.directory, "generated/board_micropython");
    const words = [join(BOARDS, "micropython-board.py"), folder, String(service.tcpPort("board")), String(FRAMES)];
    const child = spawn(MICROPYTHON_PROGRAM, words, { stdio: "inherit" });
    try {
      await stored(service, FRAMES);
      await takesCommands(service);
      await assertRows(service, FRAMES);
    } finally {
      child.kill("SIGKILL");
    }
  } finally {
    await lab.remove();
  }
});

interface Health {
  readonly parts: Readonly<Record<string, { readonly state: string }>>;
}

/** The board does what it is told, refuses what it cannot do, and its acknowledgements are rows. */
async function takesCommands(service: ServiceProcess): Promise<void> {
  assert.deepEqual(await commanded(service), COMMANDS);
  await service.settled();
  assert.deepEqual(await acknowledgements(service), ACKNOWLEDGED);
}
