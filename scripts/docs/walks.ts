/**
 * `node --import tsx scripts/docs/walks.ts [WALK …]`: the first hour of five people, each on a fresh machine, by the documentation alone:
 * the commands come from the pages' text. Writes docs/first-hour.md. test/docs/walks.long.test.ts walks again, and compares all but the
 * clock.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Entry, READY, Walker } from "./walker.ts";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const PAGE = join(ROOT, "docs/first-hour.md");

/** A serial port that the service opens; what is written to `/dev/board` arrives there. */
const PORT = `python3 -c '
import os, tty
master, slave = os.openpty()
tty.setraw(slave)
os.symlink(os.ttyname(slave), "/dev/ttyACM0")
os.mkfifo("/dev/board")
while True:
    with open("/dev/board", "rb") as board: os.write(master, board.read())
'`;

/** The webhook of a network server for a second device. */
const WEBHOOK = `curl -H 'Content-Type: application/json' -H 'User-Agent: TheThingsStack/3.36' --data-binary @- http://127.0.0.1:24642/api/farm/device/meadow-soil-7/data << END
{"end_device_ids": {"device_id": "meadow-soil-7"}, "received_at": "2026-01-02T03:05:05Z", "uplink_message": {"f_port": 1, "f_cnt": 3, "frm_payload": "ZgjUEls="}}
END`;

/** This machine's files without Node; what is written stays in memory. Prints nothing. */
const SERVER = `mkdir layer server && mount -t tmpfs tmpfs layer && mkdir layer/upper layer/work
mount -t overlay overlay -o lowerdir=/,upperdir=layer/upper,workdir=layer/work server
mount --rbind /dev server/dev && mount --rbind /proc server/proc
rm -f server/usr/bin/node server/usr/local/bin/node
mkdir server/build && cp clone/build/structline_*.deb server/build
cp .curlrc server/root`;
const SYSTEMCTL = `cat > /usr/bin/systemctl << 'END'
#!/bin/sh
[ "$*" = "reload structline" ] && kill -HUP "$(cat /run/structline.pid)"
END
chmod +x /usr/bin/systemctl`;
const UNIT = `sh -c 'echo $$ > /run/structline.pid; exec setpriv --reuid=structline --regid=structline --init-groups $(sed -n s/^ExecStart=//p /lib/systemd/system/structline.service)'`;

export interface Walk {
  readonly name: string;
  readonly who: string;
  /** What played the hardware. */
  readonly standIns: string;
  walk(walker: Walker): Promise<void>;
}

export const WALKS: readonly Walk[] = [
  {
    name: "esp32",
    who: "A hobbyist with an ESP32",
    standIns:
      "The board is its sketch `src/main.cpp`, compiled for Linux with stand-ins for Arduino's WiFi, which send real datagrams to the address in the sketch.",
    async walk(walker) {
      const page = "docs/tutorial-esp32.md";
      for (const step of ["1. The header", "2. The service", "3. A message, without the board"])
        await walker.page(page, step);
      await walker.interrupt();
      const listen = walker.said(page, /^(\[lab-weather\]\nlisten = .*)$/m);
      walker.edit(page, "channels.ini", (text) => text.replace("[lab-weather]", listen));
      await walker.serve(page, /^```sh\n(structline)\n```$/m);
      await walker.standIn("this machine's address in the WiFi", "ip address add 192.168.1.10/24 dev lo");
      await walker.standIn(
        "the board, for three seconds",
        `g++ -include Arduino.h -I "$STANDINS/../arduino" -I include -o board src/main.cpp "$STANDINS/../arduino/run.cpp"\n./board 3`,
      );
      await walker.page(page, "3. A message, without the board", /read\/export/);
      const field = walker.said(page, /Add a field to the struct, for example `([^`]+)` before `charging`/);
      walker.edit(page, "include/weather.h", (text) => text.replace(/^(?=.*charging)/m, `  ${field}\n`));
      await walker.type(page, /Run `(structline gen)` and/);
      await walker.type(page, /Run `structline gen` and\s+`(structline reload)`/);
    },
  },
  {
    name: "stm32",
    who: "An engineer with an STM32",
    standIns:
      "The board is `Core/Src/main.c`, compiled for Linux with stand-ins for HAL; a pseudo-terminal is `/dev/ttyACM0`, and carries its bytes to the service.",
    async walk(walker) {
      const page = "examples/stm32-hal/README.md";
      await walker.play("the board's USB port", PORT, "test -e /dev/board");
      await walker.page(page, undefined, /^\[lab\]|^cd |^structline$/);
      await walker.type(page, /^(cc [\s\S]*?)\.\/board/m);
      await walker.standIn("the board, on the wire", "./board 5 > /dev/board");
      await walker.page(page, undefined, /read\/export/);
    },
  },
  {
    name: "lorawan",
    who: "An operator of LoRaWAN devices",
    standIns: "The network server is `curl`, with the JSON that The Things Stack's webhook sends.",
    async walk(walker) {
      const page = "docs/tutorial-lorawan.md";
      await walker.page(page);
      await walker.standIn("the webhook, for a second device", WEBHOOK);
      await walker.standIn(
        "both devices, from one database",
        `for device in barn_1 meadow_soil_7; do curl --fail "http://127.0.0.1:24642/read/export?database=farm_devices&measurement=default_\${device}_sensors&format=csv&column=temperature"; done`,
        "wait",
      );
    },
  },
  {
    name: "laboratory",
    who: "A laboratory with CSV files, MQTT and Python",
    standIns: "Nothing: the devices are `curl` and `mosquitto_pub`, as on the pages.",
    async walk(walker) {
      await walker.page("docs/first-ten-minutes.md", "A data engineer");
      await walker.type("README.md", /^(mosquitto_pub .*data\.json.*)$/m);
      await walker.type("docs/analysis.md", /^(python3 -m venv venv\nvenv\/bin\/pip install .*)$/m, { online: true });
      await walker.page("docs/analysis.md", "pandas");
      await walker.page("docs/analysis.md", "polars");
      await walker.page("docs/analysis.md", "DuckDB");
    },
  },
  {
    name: "server",
    who: "The administrator of a server",
    standIns:
      "The server is a copy-on-write view of a Debian 12 without Node. It has no systemd: `setpriv` starts the line `ExecStart` of the unit as the package's account, and `systemctl reload` sends SIGHUP.",
    async walk(walker) {
      const page = "docs/production.md";
      await walker.type(page, /^(npm run build:deb)/m, { online: true });
      walker.cd("");
      await walker.standIn("the server", SERVER);
      walker.enter("server");
      await walker.type(page, /^(apt-get install \.\/build\/structline_\*\.deb)/m, { shown: /^(?:Setting up|etc\/)/ });
      await walker.standIn("systemctl", SYSTEMCTL);
      await walker.play("systemd starts the unit", UNIT, READY);
      await walker.type(page, /^(structline check) /m);
      await walker.type(page, /^(structline gen && systemctl reload structline) /m);
      await walker.type(page, /^(channel-message rig simulate .*?) +#/m);
      await walker.type(page, /^(curl http:\/\/127\.0\.0\.1:24642\/health)$/m);
    },
  },
];

/** A clone, as the README asks for it. */
export async function install(walker: Walker): Promise<void> {
  const given = (text: string) => text.replace("<this repository>", `'${ROOT}' clone`);
  await walker.type("CONTRIBUTING.md", /^(git clone <this repository>)/m, { online: true, given });
  walker.cd("clone");
  await walker.type("README.md", /run `(npm run build && npm link)` in the clone/, { online: true });
}

/** @param installed a machine after {@link install}, which is copied. @returns what was typed and printed */
export async function walked({ walk }: Walk, installed?: Walker): Promise<readonly Entry[]> {
  const walker = new Walker();
  try {
    if (installed === undefined) await install(walker);
    else walker.continues(installed);
    await walk(walker);
    return walker.entries;
  } finally {
    await walker.leave();
  }
}

/** The section of a walk in docs/first-hour.md. */
export function sectionOf({ who, standIns }: Walk, entries: readonly Entry[]): string {
  let from = "";
  const lines = entries.flatMap((entry) => {
    const source = entry.from === from ? [] : ["", `# ${entry.from}`];
    from = entry.from;
    const [first = "", ...more] = entry.typed.split("\n");
    const typed = [`[${clock(entry.seconds)}] $ ${first}`, ...more.map((line) => `> ${line}`)];
    return [...source, ...typed, ...(entry.printed === "" ? [] : [entry.printed])];
  });
  return `## ${who}\n\n${standIns} The last answer came after ${clock(entries.at(-1)?.seconds ?? 0)}.\n\n\`\`\`text\n${lines.join("\n").trim()}\n\`\`\`\n`;
}

/** A section without what differs from run to run: clock, times, durations, numbers of processes, hashes. */
export function withoutClock(section: string): string {
  return section
    .replace(/^\[\d+:\d\d\] /gm, "")
    .replace(/after \d+:\d\d\./, "")
    .replace(/\d{4}-\d\d-\d\d(?:[T ][\d:.]+Z?)?/g, "TIME")
    .replace(/^(added .* in )\d+m?s$/gm, "$1TIME")
    .replace(/^( {2}pid +)\d+/gm, "$1PID")
    .replace(/\b[0-9a-f]{8,12}\b/g, "HASH");
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  for (const walk of WALKS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    console.error(`${walk.name} …`);
    const section = sectionOf(walk, await walked(walk));
    const [before = "", after = ""] = readFileSync(PAGE, "utf8").split(
      new RegExp(`^## ${walk.who}$[\\s\\S]*?(?=^## |$(?![\\s\\S]))`, "m"),
    );
    writeFileSync(PAGE, `${before.trimEnd()}\n\n${section}\n${after}`.trimEnd().concat("\n"));
  }
}
