/** Real firmware on emulated boards: the rows must have the firmware's values, and the boards take commands. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { order } from "../support/commanded-lab.ts";
import { type ServiceProcess, until } from "../support/lab.ts";
import { lossyRelay } from "../support/lossy-relay.ts";
import { MICROPYTHON_PROGRAM, needsPeers } from "../support/peers.ts";
import { requires } from "../support/requirements.ts";
import { assertRows, BOARDS, boardLab, rowsOf } from "./board-lab.ts";
import { CORTEX_M3, EMULATED, emulated, onTerminal } from "./emulated.ts";
import { lossyLine } from "./lossy-line.ts";

const FRAMES = 10_000;
/** On a lossy line, where most of the time is spent waiting for repetitions. `STRUCTLINE_BOARD_FRAMES=10000` sends more. */
const LOSSY_FRAMES = Number(process.env["STRUCTLINE_BOARD_FRAMES"] ?? 2000);
/** An emulated millisecond is not a real one: repeat soon. */
const NUMBERED = [
  "-DNUMBERED=1",
  `-DFRAMES=${LOSSY_FRAMES}u`,
  "-DSTRUCTLINE_WAIT=20u",
  "-DSTRUCTLINE_LONGEST_WAIT=200u",
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
    const lab = boardLab("framing = cobs\nsources = tcp:0");
    try {
      const service = await lab.start();
      const child = emulated(lab, board, NUMBERED);
      const line = lossyLine(child, service.tcpPort("board"), 0.2);
      try {
        await stored(service, LOSSY_FRAMES);
        line.loss = 0;
        // Acknowledgements of repeated frames come before the command, and a slow board takes its time for them.
        await until(() => line.quietMs() > 1000);
        await resynchronised(service);
        await takesCommands(service);
        await assertRows(service, LOSSY_FRAMES);
        assert.ok(line.lost.up > LOSSY_FRAMES / 10 && line.lost.down > LOSSY_FRAMES / 25, JSON.stringify(line.lost));
      } finally {
        line.close();
        child.kill("SIGKILL");
      }
    } finally {
      await lab.remove();
    }
  });
}

test("Cortex-M3 on Ethernet, a fifth of all datagrams lost in both directions: none lost, none doubled", {
  skip: requires(...CORTEX_M3.needs),
}, async () => {
  const lab = boardLab();
  try {
    const service = await lab.start();
    const relay = await lossyRelay(service.udpPort("board"), 0.2);
    const child = emulated(lab, CORTEX_M3, [...NUMBERED, "-DNETWORK", `-DPORT=${relay.port}u`]);
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

/** A lost piece may leave half a frame in a parser of the board or of the service: an acknowledgement may end it. */
async function resynchronised(service: ServiceProcess): Promise<void> {
  const command = { command: "set_point", fields: { target: 0 }, wait: true };
  for (let attempt = 0; attempt < 5; attempt++) {
    const { body } = await order(service, command, { place: "lab/board" });
    if (body.state === "acknowledged") return;
  }
  assert.fail("the board acknowledged none of five commands");
}

/** The board does what it is told, refuses what it cannot do, and its acknowledgements are rows. */
async function takesCommands(service: ServiceProcess): Promise<void> {
  const tell = async (target: number) => {
    const { status, text, body } = await order(
      service,
      { command: "set_point", fields: { target }, wait: true },
      { place: "lab/board" },
    );
    assert.equal(status, 200, text);
    return [body.state, body.reason ?? ""];
  };
  assert.deepEqual(await tell(21.5), ["acknowledged", ""]);
  assert.deepEqual(await tell(-12.3), ["acknowledged", ""]);
  assert.deepEqual(await tell(500), ["refused", "the device answered result = 0"]);
  await service.settled();
  const acknowledged = (await rowsOf(service, "21_ack")).map(({ result, target }) => [result, target]);
  assert.deepEqual(acknowledged.slice(-3), [
    [1, 21.5],
    [1, -12.3],
    [0, -12.3],
  ]);
}

/** A loaded machine makes emulators slow, so only a standstill is an error. */
const PATIENCE = 60;

/** Asks once a second, because counting takes time that the emulators need. */
async function stored(service: ServiceProcess, rows: number): Promise<void> {
  let before = 0;
  for (let idle = 0; before < rows; idle++) {
    if (idle > PATIENCE) throw new Error(`${before} of ${rows} rows, and none for a minute`);
    await setTimeout(1000);
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
