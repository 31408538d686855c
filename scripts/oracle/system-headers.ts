/**
 * Wraps each struct of the C library's and the kernel's headers in a message: accepted, refused, equal, wrong.
 *
 * npm run campaigns -- oracle/system-headers [--show 10] [HEADER…]
 */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { layOutChannel } from "../../generator/layout/lay-out-channel.ts";
import { parseChannel } from "../../generator/messages/parse-channel.ts";
import type { HeaderReader } from "../../generator/source/header-reader.ts";
import { insideName } from "../../generator/source/header-reader.ts";
import { sourceFile } from "../../generator/source/source-file.ts";
import { differences } from "../../test/oracle/accepted/compare.ts";
import { readStructs } from "../../test/oracle/accepted/dwarf.ts";
import { planOf } from "../../test/support/channel-plan.ts";

const FOLDERS = ["/usr/include", "/usr/include/x86_64-linux-gnu"];
/** The compiler's own headers, which the front end replaces. */
const OWN = new Set(["stdint.h", "limits.h", "stddef.h", "stdbool.h", "stdarg.h"]);
const WANTED =
  /^(?:linux\/(?:if_?\w*|in6?|ip6?|ipv6|tcp|udp|icmp\w*|igmp|netlink|rtnetlink|genetlink|neighbour|input|uinput|can|hidraw|usb\/\w+|nl80211|wireless|types|filter|sctp|ppp\w*|atm\w*|tipc|vm_sockets|time\w*|joystick|gpio|i2c|serial|spi|videodev2|ethtool|can\/\w+)|netinet\/\w+|net\/\w+|arpa\/\w+|bluetooth\/\w+)\.h$/;

const { values, positionals } = parseArgs({
  options: { show: { type: "string", default: "5" } },
  allowPositionals: true,
});
const headers =
  positionals.length > 0
    ? positionals
    : FOLDERS.flatMap((folder) => headersOf(folder)).filter((name) => WANTED.test(name));

function headersOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
}

function readerWith(main: string): HeaderReader {
  return {
    list: () => [],
    read(name) {
      const inside = insideName(name);
      if (inside === "lab.h") return { kind: "file", file: sourceFile("lab.h", "lab.h", Buffer.from(main)) };
      if (inside === undefined || OWN.has(inside)) return { kind: "missing" };
      for (const folder of FOLDERS) {
        try {
          return { kind: "file", file: sourceFile(inside, inside, readFileSync(join(folder, inside))) };
        } catch {
          // It may be in the other folder.
        }
      }
      return { kind: "missing" };
    },
  };
}

const folder = mkdtempSync(join(tmpdir(), "structline-system-"));
const total = { headers: 0, structs: 0, equal: 0, refused: 0, wrong: 0 };
const reasons = new Map<string, number>();
try {
  for (const header of new Set(headers)) check(header);
} finally {
  rmSync(folder, { recursive: true });
}
console.log(
  `\n${total.headers} headers, ${total.structs} structs: equal ${total.equal}, refused ${total.refused}, wrong ${total.wrong}`,
);
for (const [reason, count] of [...reasons].sort((a, b) => b[1] - a[1]).slice(0, 25))
  console.log(`  ${count} × ${reason}`);
process.exitCode = total.wrong === 0 ? 0 : 1;

/** Debugging information of the compiled text; `undefined` if it does not compile. */
function structsOf(text: string): ReturnType<typeof readStructs> | undefined {
  writeFileSync(join(folder, "lab.h"), text);
  const options = [
    "-x",
    "c",
    "-std=gnu17",
    "-w",
    "-g",
    "-fno-eliminate-unused-debug-types",
    "-c",
    "-o",
    "lab.o",
    "lab.h",
  ];
  if (spawnSync("gcc", options, { cwd: folder, stdio: "ignore" }).status !== 0) return undefined;
  const dump = execFileSync("readelf", ["--wide", "--debug-dump=info", "lab.o"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  return readStructs(dump);
}

/** Tags of all structs that the preprocessed text defines. */
function namesIn(text: string): string[] {
  const { stdout } = spawnSync("gcc", ["-E", "-P", "-"], { input: text, encoding: "utf8", maxBuffer: 1 << 28 });
  return [...new Set([...stdout.matchAll(/\bstruct\s+(\w+)\s*\{/g)].map(([, name = ""]) => name))];
}

function check(header: string): void {
  const include = `#include <stdint.h>\n#include <stddef.h>\n#include <stdbool.h>\n#include <sys/types.h>\n#include <sys/socket.h>\n#include <${header}>\n`;
  const names = namesIn(include).filter((name) => !name.startsWith("_"));
  const wrapped = names.map(
    (name) =>
      `struct struct_m_${name} { uint8_t length; uint8_t ID; struct ${name} v; uint8_t ck; } m_${name} = {0, 1};`,
  );
  const text = `${include}${wrapped.join("\n")}\n`;
  const truth = names.length === 0 ? undefined : structsOf(text);
  if (truth === undefined) return;
  const plan = planOf({ cflags: ["-std=gnu17"] });
  const declarations = parseChannel(plan, readerWith(text));
  const layouts = layOutChannel(declarations.value, plan);
  const layoutOf = new Map(layouts.value.map((layout) => [layout.message.name, layout]));
  let [equal, refused, wrong] = [0, 0, 0];
  for (const name of names) {
    const layout = layoutOf.get(`struct_m_${name}`);
    if (layout === undefined) {
      refused += 1;
      continue;
    }
    const found = differences(layout, truth.get(`struct_m_${name}`));
    if (found.length === 0) equal += 1;
    else {
      wrong += 1;
      if (wrong <= Number(values.show)) console.log(`  WRONG ${header}: ${found.slice(0, 3).join("; ")}`);
    }
  }
  const errors = [...declarations.diagnostics, ...layouts.diagnostics].filter(({ severity }) => severity === "error");
  for (const { code, message } of errors) {
    const reason = `${code} ${message.replace(/'[^']*'/, "'…'").slice(0, 90)}`;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  console.log(`${header}: ${names.length} structs: equal ${equal}, refused ${refused}, wrong ${wrong}`);
  total.headers += 1;
  total.structs += names.length;
  total.equal += equal;
  total.refused += refused;
  total.wrong += wrong;
}
