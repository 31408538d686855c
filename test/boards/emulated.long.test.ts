/** Real firmware on an emulated board: the rows must have the firmware's values. */

import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { type ServiceProcess, until } from "../support/lab.ts";
import { requires } from "../support/requirements.ts";
import { assertRows, boardLab, rowsOf } from "./board-lab.ts";
import { avrOnTerminal } from "./emulated.ts";

const FRAMES = 10_000;

test("an ATmega328P on a serial port sends 10,000 rows, and the stored values are those it computed", {
  skip: requires("avr-gcc", "simavr", "gcc"),
}, async () => {
  const lab = boardLab("framing = cobs");
  const { terminal, go, child } = await avrOnTerminal(lab, []);
  try {
    lab.configure(`${lab.ini.replace("udp_port = 0", "")}\nsources = serial:${terminal}@115200`);
    const service = await lab.start();
    await until(async () => (await service.json<Health>("/health")).parts["frames"]?.state === "ok");
    go();
    await stored(service, FRAMES);
    await assertRows(service, FRAMES);
  } finally {
    child.kill("SIGKILL");
    await lab.remove();
  }
});

interface Health {
  readonly parts: Readonly<Record<string, { readonly state: string }>>;
}

/** Polls only once a second, because reading all rows takes time that the emulators need. */
async function stored(service: ServiceProcess, rows: number): Promise<void> {
  await until(async () => {
    await setTimeout(1000);
    return (await rowsOf(service, "07_probe")).length >= rows;
  });
}
