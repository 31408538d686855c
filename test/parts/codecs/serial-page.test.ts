/** A board at a serial port of the browser: bytes of a real pseudo-terminal behind a stand-in for `navigator.serial`. */

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { hashCredential, TOKEN_COST } from "../../../runtime/auth/credential-hash.ts";
import { type UserEntry, writeUsersFile } from "../../../runtime/auth/users-file.ts";
import { numbered } from "../../../runtime/frames/numbered-envelope.ts";
import { numberedFrame } from "../../../runtime/frames/numbered-frame.ts";
import { axeFindings, inBoth } from "../../support/axe.ts";
import { openPage } from "../../support/browser.ts";
import { Lab, type ServiceProcess } from "../../support/lab.ts";
import { freePort } from "../../support/ports.ts";
import { assertStored, section, storedRows } from "../../support/protocol-services.ts";
import { type EncodedFrame, encodedFrames, hasPython, MAVLINK, UBX } from "../../support/protocols.ts";
import { requires } from "../../support/requirements.ts";
import { until } from "../../support/until.ts";

const skip = requires("chromium-headless-shell") || (hasPython() ? false : "needs Python 3");
const PROTOCOLS = [UBX, MAVLINK];

/** As Chromium does it: an error of the line gives the port another stream, a lost device leaves it without one. */
const STAND_IN = `
  class Port extends EventTarget {
    readable = null;
    written = [];
    writable = new WritableStream({ write: (bytes) => { this.written.push(Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")); } });
    getInfo() { return { usbVendorId: 0x2341, usbProductId: 0x43 }; }
    async open({ baudRate }) {
      if (this.readable !== null) throw new DOMException("The port is already open.", "InvalidStateError");
      this.baudRate = baudRate;
      this.stream();
    }
    stream() {
      this.readable = new ReadableStream({ start: (control) => { this.control = control; } });
    }
    async close() {
      if (this.readable === null) throw new DOMException("The port is already closed.", "InvalidStateError");
      this.readable = null;
    }
    push(hex) { if (this.readable !== null) this.control.enqueue(Uint8Array.from(hex.match(/../g), (digits) => parseInt(digits, 16))); }
    overrun() {
      const before = this.control;
      this.stream();
      before.error(new DOMException("", "BufferOverrunError"));
    }
    unplug() {
      this.readable = null;
      this.control.error(new DOMException("The device has been lost.", "NetworkError"));
    }
  }
  window.port = new Port();
  const serial = new EventTarget();
  serial.requestPort = async () => window.port;
  window.replug = () => {
    window.port = new Port();
    const event = new Event("connect");
    Object.defineProperty(event, "target", { value: window.port });
    serial.dispatchEvent(event);
  };
  Object.defineProperty(navigator, "serial", { value: serial });
`;

/** The first post arrives, and the page gets no answer. Without a detour, which would make the first frames' way longer than that of the others. */
const LOSE_FIRST_ANSWER = `
  window.posts = 0;
  const real = window.fetch;
  window.fetch = async (...request) => {
    const answer = await real(...request);
    if (String(request[0]).includes("lab/ubx/data") && window.posts++ === 0) throw new TypeError("Failed to fetch");
    return answer;
  };
`;

/** Python writes to the one side; what arrives at the other is the board's. */
async function pseudoTerminal() {
  const program = [
    "import os, sys, tty",
    "master, slave = os.openpty()",
    "tty.setraw(slave)",
    "print(os.ttyname(slave), flush=True)",
    "while data := os.read(0, 512): os.write(master, data)",
  ].join("\n");
  const child: ChildProcess = spawn("python3", ["-c", program], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = (await once(child.stdout!, "data")) as [Buffer];
  const reader = createReadStream(line.toString().trim(), { highWaterMark: 61 });
  reader.on("error", () => {});
  return { write: (bytes: Uint8Array) => child.stdin!.write(bytes), reader, end: () => child.stdin!.end() };
}

let lab: Lab;
let service: ServiceProcess;
let port: number;

const ini = (more = "") =>
  `[lab]\nchannels = ${PROTOCOLS.map(({ name }) => `lab-${name}`).join(", ")}\n${PROTOCOLS.map((each) =>
    section(each, "sources = tcp:0"),
  ).join("")}[http]\nlisten = 127.0.0.1:${port}\n${more}`;

before(async () => {
  port = await freePort();
  lab = new Lab({
    ini: ini(),
    headers: Object.fromEntries(PROTOCOLS.map(({ name, header }) => [`${name}.h`, header])),
  });
  const { status, output } = lab.generate();
  assert.equal(status, 0, output);
  service = await lab.start();
});

after(() => lab.remove());

async function withBoard(
  channel: string,
  body: (page: Page, board: Awaited<ReturnType<typeof pseudoTerminal>>) => Promise<void>,
  logIn: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  const { page, problems, close } = await openPage("about:blank");
  const board = await pseudoTerminal();
  let isOver = false;
  try {
    await page.addInitScript(STAND_IN);
    await page.goto(`${service.url}/?show=overview`);
    await logIn(page);
    const chunks: Buffer[] = [];
    board.reader.on("data", (chunk) => chunks.push(chunk as Buffer));
    await page.getByRole("button", { name: "Serial port", exact: true }).click();
    await page.getByLabel("Channel").selectOption(channel);
    await page.getByLabel("Baud rate").fill("57600");
    await page.getByRole("button", { name: "Choose a port…" }).click();
    await page.getByRole("button", { name: "Close the port" }).waitFor();
    assert.equal(await page.evaluate("port.baudRate"), 57_600);
    void until(async () => {
      for (const chunk of chunks.splice(0)) await page.evaluate(`port.push("${chunk.toString("hex")}")`);
      return isOver;
    }, "the end").catch(() => {});
    await body(page, board);
    const foreign = problems.filter((problem) => !/Failed to load resource|WebSocket/.test(problem));
    assert.deepEqual(foreign, []);
  } finally {
    isOver = true;
    board.end();
    await close();
  }
}

const counts = (page: Page) => page.locator(".serial .hint");
const shows = (page: Page, text: string) => counts(page).filter({ hasText: text }).waitFor();
// Rows of several posts are compared "in any order": a time is that of receipt less the age, and each post has its own way to the service;
// here, frames are closer than those ways differ.
const joined = (frames: readonly EncodedFrame[]) => Buffer.concat(frames.map(({ bytes }) => bytes));

test("frames are shown and posted, through an unplugged board, an overrun, a lost answer and a service that is away", {
  skip,
}, async () => {
  const frames = encodedFrames(UBX, 60);
  const part = (from: number, to: number) => frames.slice(from, to);
  await withBoard("ubx", async (page, board) => {
    // Shown only.
    board.write(joined(part(0, 20)));
    await shows(page, "ubx: 20 frames");
    const row = page.locator("tr", { has: page.getByRole("rowheader", { name: "msss", exact: true }) });
    await row.getByText(String(part(0, 20).at(-1)!.values["msss"]), { exact: true }).waitFor();
    await page.locator(".serial .run-chart canvas").first().waitFor();
    await inBoth(page, () => axeFindings(page));
    await service.settled();
    assert.deepEqual(await storedRows(service, "lab_ubx", "258_nav_posllh").catch(() => []), []);
    // Posted; the answer to the first body is lost.
    await page.evaluate(LOSE_FIRST_ANSWER);
    await page.getByRole("checkbox", { name: "Post to the service" }).check();
    board.write(joined(part(20, 40)));
    await shows(page, "20 stored, 0 wait");
    const posts = await page.evaluate<number>("window.posts");
    assert.ok(posts > 1, `${posts} posts`);
    // An error of the line, then unplugged in the middle of a frame, and plugged in again.
    await page.evaluate("port.overrun()");
    await page.getByText("The port had errors, and bytes are missing: BufferOverrunError").waitFor();
    const half = frames[40]!.bytes.subarray(0, 9);
    board.write(Buffer.concat([joined(part(40, 50)), half]));
    await shows(page, "ubx: 50 frames");
    await until(async () => /in \d/.test((await counts(page).textContent()) ?? ""), "counts");
    await page.evaluate("port.unplug()");
    await page.getByText("The port is gone.").waitFor();
    await shows(page, "9 bytes that belong to no frame");
    // The service is away.
    await service.kill();
    await page.evaluate("replug()");
    await page.getByText("The port is gone.").waitFor({ state: "detached" });
    const sentMs = Date.now();
    board.write(joined(part(50, 100)));
    await shows(page, "ubx: 100 frames");
    await page.getByText("The service does not answer.", { exact: true }).waitFor();
    service = await lab.start();
    await page.bringToFront();
    await shows(page, "80 stored, 0 wait");
    const startedMs = Date.now();
    await service.settled();
    await assertStored(service, UBX, part(20, 100), "in any order");
    // At the time when they came, not when the service was back.
    const times = (await storedRows(service, "lab_ubx", "259_nav_status")).map(({ time }) => Date.parse(String(time)));
    assert.ok(Math.max(...times) < startedMs - 500 || startedMs - sentMs < 1000, `${Math.max(...times)} ${startedMs}`);
    assert.ok(Math.max(...times) - sentMs < 5000, `${Math.max(...times) - sentMs} ms after they were sent`);
  });
});

test("a board that numbers its frames gets its acknowledgements while they are posted, and a repeated frame is one row", {
  skip,
}, async () => {
  await service.stop();
  const places = "[journal]\ndirectory = numbered/journal\n[store]\nurl = duckdb:numbered/telemetry.duckdb\n";
  lab.configure(ini(places).replace("sources = tcp:0", "sources = tcp:0\nack = on"));
  service = await lab.start();
  const frames = encodedFrames(UBX, 20).slice(0, 20);
  const envelopes = frames.map(({ bytes }, sequence) =>
    numbered(bytes, { device: 7, boot: 4_000_000_000, sequence, ageMs: 60_000 }),
  );
  const wanted = envelopes.map((bytes) => Buffer.from(numberedFrame(bytes)!.acknowledgement).toString("hex"));
  const stream = Buffer.concat(envelopes);
  const written = (page: Page) => page.evaluate<string[]>("port.written");
  await withBoard("ubx", async (page, board) => {
    const beganMs = Date.now();
    board.write(stream);
    await shows(page, "ubx: 20 frames");
    await page.getByText("The board repeats each frame until it is posted").waitFor();
    assert.deepEqual(await written(page), []);
    await page.getByRole("checkbox", { name: "Post to the service" }).check();
    board.write(stream);
    await shows(page, "20 stored, 0 wait");
    await until(async () => (await written(page)).length === 20, "all acknowledgements");
    assert.deepEqual(await written(page), wanted);
    // As if they had been lost on the line.
    board.write(stream);
    await shows(page, "40 stored, 0 wait");
    await until(async () => (await written(page)).length === 40, "all acknowledgements again");
    await service.settled();
    await assertStored(service, UBX, frames, "in any order");
    const times = (await storedRows(service, "lab_ubx", "259_nav_status")).map(({ time }) => Date.parse(String(time)));
    assert.ok(Math.min(...times) > beganMs - 61_000 && Math.max(...times) < Date.now() - 59_000, "a minute old");
  });
  await service.stop();
  lab.configure(ini());
  service = await lab.start();
});

test("a wrong channel is said, with the right one; a reload with another header continues", { skip }, async () => {
  const frames = encodedFrames(UBX, 20);
  await withBoard("mavlink", async (page, board) => {
    board.write(joined(frames));
    await page.getByText("These are not frames of channel 'mavlink'. They look like those of 'ubx'.").waitFor();
    await page.getByRole("button", { name: "Close the port" }).click();
    await page.getByLabel("Channel").selectOption("ubx");
    await page.getByRole("button", { name: "Choose a port…" }).click();
    board.write(joined(frames.slice(0, 10)));
    await shows(page, "ubx: 10 frames");
    writeFileSync(
      join(lab.directory, "headers", "ubx.h"),
      UBX.header.replace("uint32_t ttff, msss;", "uint32_t ttff, uptime; // @rule: unit=ms\n"),
    );
    assert.equal(lab.generate().status, 0);
    service.signal("SIGHUP");
    await until(async () => {
      board.write(joined(frames.slice(18, 20)));
      return page.getByRole("rowheader", { name: "uptime", exact: true }).isVisible();
    }, "the new field");
  });
});

test("a channel that a reload removes is said; once it is back, what waited is stored without a click, as after a restart", {
  skip,
}, async () => {
  const frames = encodedFrames(MAVLINK, 20);
  await withBoard("mavlink", async (page, board) => {
    await page.getByRole("checkbox", { name: "Post to the service" }).check();
    board.write(joined(frames.slice(0, 5)));
    await shows(page, "5 stored, 0 wait");
    lab.configure(ini().replace("channels = lab-ubx, lab-mavlink", "channels = lab-ubx"));
    service.signal("SIGHUP");
    await page.getByText("The service does not serve channel 'mavlink' any more.").waitFor();
    board.write(joined(frames.slice(5, 12)));
    await page.getByText(/^Frames were not stored: 404/).waitFor();
    await shows(page, "5 stored, 7 wait");
    lab.configure(ini());
    service.signal("SIGHUP");
    await page.getByText("any more.").waitFor({ state: "detached" });
    await shows(page, "12 stored, 0 wait");
    board.write(joined(frames.slice(12, 15)));
    await shows(page, "15 stored, 0 wait");
    await service.stop();
    board.write(joined(frames.slice(15, 18)));
    await shows(page, "15 stored, 3 wait");
    service = await lab.start();
    await shows(page, "18 stored, 0 wait");
    await service.settled();
    await assertStored(service, MAVLINK, frames.slice(0, 18), "in any order");
  });
});

/** As the logged-in user. */
async function storedCount(page: Page, frames: readonly EncodedFrame[]): Promise<number> {
  const names = [...new Set(frames.map(({ measurement }) => measurement))];
  const counts = names.map(async (measurement) => {
    const query = new URLSearchParams({ database: "lab_mavlink", measurement, format: "csv", wait: "stored" });
    const { length } = await page.evaluate<string[]>(
      `fetch("read/export?${query}").then(async (answer) => answer.ok ? (await answer.text()).trim().split("\\n") : [""])`,
    );
    return length - 1;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

test("without the right to write, a user sees the frames and cannot post them; a right that ends is said, and one that is given back needs no click", {
  skip,
}, async () => {
  const password = await hashCredential("a password", TOKEN_COST);
  const grant = (write: readonly string[]) => {
    const ida: UserEntry = { name: "ida", read: ["lab"], write: [...write], admin: false, password, tokens: [] };
    writeUsersFile(join(lab.directory, "users.json"), [ida]);
  };
  const logIn = async (page: Page) => {
    await page.getByLabel("Name").fill("ida");
    await page.getByLabel("Password").fill("a password");
    await page.getByRole("button", { name: "Log in" }).click();
  };
  const frames = encodedFrames(MAVLINK, 20);
  await service.stop();
  lab.configure(ini("[auth]\nusers_file = users.json\n"));
  grant([]);
  service = await lab.start();
  assert.equal((await fetch(`${service.url}/codecs`)).status, 401);
  const posting = (page: Page) => page.getByRole("checkbox", { name: "Post to the service" });
  const seen = async (page: Page, board: Awaited<ReturnType<typeof pseudoTerminal>>) => {
    board.write(joined(frames.slice(0, 10)));
    await shows(page, "mavlink: 10 frames");
    assert.equal(await posting(page).isDisabled(), true);
  };
  await withBoard("mavlink", seen, logIn);
  grant(["lab"]);
  const stopped = async (page: Page, board: Awaited<ReturnType<typeof pseudoTerminal>>) => {
    const before = await storedCount(page, frames);
    await posting(page).check();
    board.write(joined(frames.slice(0, 10)));
    await shows(page, "10 stored, 0 wait");
    grant([]);
    let sent = 10;
    await until(async () => {
      sent += 1;
      board.write(joined(frames.slice(10, 11)));
      return page.getByText("Frames were not stored: 403 You may not write to channel 'mavlink'").isVisible();
    }, "refused");
    assert.equal(await posting(page).isChecked(), true);
    grant(["lab"]);
    await shows(page, `${sent} stored, 0 wait`);
    await page.getByText("Frames were not stored").waitFor({ state: "detached" });
    assert.equal((await storedCount(page, frames)) - before, sent);
  };
  await withBoard("mavlink", stopped, logIn);
});
