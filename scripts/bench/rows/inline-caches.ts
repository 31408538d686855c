/**
 * Inline caches of the UDP path as V8 logs them: places in our code that saw so many object shapes that they became megamorphic. Places
 * that were megamorphic before the first datagram belong to the start.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "../../../test/support/lab.ts";
import { sendLoad } from "../load/udp-load.ts";
import { type Row, single } from "../row.ts";
import { benchLab } from "../service.ts";
import { headersOf, iniOf, SIZE } from "../udp-struct.ts";

const STORED_MS = 2000;
const LOAD = { rate: 3_000, seconds: 4, structs: 1, bytes: SIZE };

export const inlineCaches: Row = {
  name: "inline-caches",
  about: "V8: megamorphic places of ours in the UDP path, of all threads",
  async run() {
    const directory = mkdtempSync(join(tmpdir(), "bench-"));
    const lab = benchLab({ ini: iniOf(1), headers: headersOf(1) });
    try {
      const service = await lab.start({}, ["--log-ic", `--logfile=${join(directory, "ic.log")}`]);
      const logs = () => readdirSync(directory).map((name) => readFileSync(join(directory, name), "utf8"));
      // One datagram first, because work per struct is not part of the cost per datagram.
      await sendLoad({ ...LOAD, rate: 1, seconds: 1, ports: [service.udpPort("bench0")] });
      await sleep(STORED_MS);
      const before = logs().map((log) => megamorphic(log).size);
      await sendLoad({ ...LOAD, ports: [service.udpPort("bench0")] });
      // Without requests, all further log lines come from datagrams.
      await sleep(STORED_MS);
      const after = logs();
      await service.stop();
      const sources = readdirSync(join(ROOT, "dist"))
        .filter((name) => name.endsWith(".js"))
        .map((name) => ({ name, lines: readFileSync(join(ROOT, "dist", name), "utf8").split("\n") }));
      const places = after
        .flatMap((log, index) => [...megamorphic(log).values()].slice(before[index] ?? 0))
        .flatMap((place) => sources.flatMap((source) => placeIn(source, place) ?? []));
      const distinct = [...new Set(places)];
      return [
        {
          of: "30 fields, one struct",
          value: single(distinct.length),
          unit: "places",
          wanted: { atMost: 0 },
          detail: distinct.slice(0, 12).join("; "),
        },
      ];
    } finally {
      await lab.remove();
      rmSync(directory, { recursive: true, force: true });
    }
  },
};

const WORD = /[\w$]/;

interface CodePosition {
  readonly line: number;
  readonly column: number;
  readonly name: string;
}

/** Log format: `LoadIC,pc,time,line,column,old state,new state,map,name,…`; `N` means megamorphic. */
function megamorphic(log: string): Map<string, CodePosition> {
  const places = new Map<string, CodePosition>();
  for (const line of log.split("\n")) {
    if (!/^(Keyed)?(Load|Store)IC,/.test(line)) continue;
    const [, , , row = "", column = "", , state, , name = ""] = line.split(",");
    if (state === "N") places.set(`${row}:${column}:${name}`, { line: Number(row), column: Number(column), name });
  }
  return places;
}

/** The log contains no file names. The property must occur at that position in exactly one of our files. */
function placeIn(
  { name: file, lines }: { readonly name: string; readonly lines: readonly string[] },
  { line, column, name }: CodePosition,
): string | undefined {
  const text = lines[line - 1];
  if (text === undefined || name === "") return undefined;
  const here = text.indexOf(name, column - 1);
  const isWhole = !WORD.test(text[here - 1] ?? "") && !WORD.test(text[here + name.length] ?? "");
  if (here < 0 || here > column || !isWhole) return undefined;
  return `${file}:${line} .${name}`;
}
