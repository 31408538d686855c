/** Structs of C libraries, read from the folders that a compiler searches: laid out as it does, or refused. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { layOutChannel } from "../../generator/layout/lay-out-channel.ts";
import { leaves } from "../../generator/layout/struct-layout.ts";
import { parseChannel } from "../../generator/messages/parse-channel.ts";
import { searchPath } from "../../generator/run/compiler-headers.ts";
import { folderReader } from "../../generator/source/folder-reader.ts";
import { memoryReader } from "../../generator/source/header-reader.ts";
import { planOf } from "../support/channel-plan.ts";
import { onlyLong } from "../support/long.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { ACCEPTANCE_TARGETS, abiOf } from "./accepted/compare.ts";
import { compareRecords, truthOf } from "./corpora/corpus.ts";

const LINUX = {
  "netinet/ip.h": "struct iphdr",
  "net/ethernet.h": "struct ether_header",
  "netinet/tcp.h": "struct tcphdr",
  "linux/can.h": "struct can_frame",
  "linux/input.h": "struct input_event",
  "sys/stat.h": "struct stat",
  "sys/times.h": "struct tms",
  "sys/resource.h": "struct rusage",
  "linux/if_packet.h": "struct sockaddr_ll",
  "sys/timex.h": "struct timex",
};
const NEWLIB = {
  "sys/timeb.h": "struct timeb",
  "sys/resource.h": "struct rusage",
  "sys/timespec.h": "struct timespec",
  "stdlib.h": "div_t",
  "inttypes.h": "imaxdiv_t",
  "sys/stat.h": "struct stat",
};

/** With those of the structs that are accepted; the others depend on macros that nothing says. */
const COMPILERS = [
  ["x86-64", "gcc", LINUX, 8],
  ["i386", "i686-linux-gnu-gcc", LINUX, 8],
  ["aarch64", "aarch64-linux-gnu-gcc", LINUX, 8],
  ["arm-eabi", "arm-none-eabi-gcc", NEWLIB, 5],
  ["avr", "avr-gcc", { "time.h": "struct tm" }, 1],
] as const;

for (const [abi, program, structs, least] of COMPILERS)
  test(`structs of the C library of ${program}`, {
    skip: onlyLong || (searchPath(program, process.env).length === 0 && `needs ${program}`),
  }, () => {
    const folder = temporaryFolder();
    const plan = planOf({ abi, cflags: [abi === "avr" ? "-std=gnu11" : "-std=gnu17"] });
    const reader = folderReader([folder, ...searchPath(program, process.env)], folder);
    const accepted = Object.entries(structs).filter(([header, type]) => {
      const text = `#include <stdint.h>\n#include <stddef.h>\n#include <${header}>\nstruct struct_m { uint8_t length; uint8_t ID; ${type} v; uint8_t z; };\nstruct struct_m m = {0, 1};\n`;
      writeFileSync(join(folder, "lab.h"), text);
      const { value } = parseChannel(plan, reader);
      const [layout] = layOutChannel(value, plan).value;
      if (layout === undefined) return false;
      const offsets = leaves(layout.members)
        .filter((leaf) => leaf.kind === "text" || (leaf.bitWidth % 8 === 0 && leaf.bitOffset === 0))
        .map(({ path, byteOffset }) => `__builtin_offsetof(struct struct_m, ${path}) == ${byteOffset}`);
      const claims = [`sizeof(struct struct_m) == ${layout.size}`, ...offsets];
      const checks = claims.map((claim) => `_Static_assert(${claim}, "");\n`).join("");
      const { stderr } = spawnSync(program, ["-fsyntax-only", "-x", "c", "-"], {
        input: text + checks,
        encoding: "utf8",
      });
      // The length of a message is not among these: a bit-field that fills a byte has no offset.
      const wrong = stderr.split("\n").filter((line) => /error/.test(line) && !/bit-field/.test(line));
      assert.deepEqual(wrong, [], header);
      return true;
    });
    assert.ok(accepted.length >= least, accepted.map(([header]) => header).join());
  });

const WITHOUT_LIBRARY = {
  linux:
    "sockaddr sockaddr_storage in_addr in6_addr sockaddr_in sockaddr_in6 timeval timespec timezone itimerval".split(
      " ",
    ),
  others: ["tm"],
};

for (const [abi, program] of COMPILERS)
  test(`structs of ${program}'s library that are known without it`, {
    skip: searchPath(program, process.env).length === 0 && `needs ${program}`,
  }, () => {
    const isLinux = program.includes("linux") || program === "gcc";
    const includes = isLinux ? ["netinet/in.h", "sys/time.h", "arpa/inet.h"] : ["time.h"];
    const names = WITHOUT_LIBRARY[isLinux ? "linux" : "others"];
    const types = names.map((name) => `struct m_${name} { char c; struct ${name} v; char z; };`).join("\n");
    const text = `#include <stdint.h>\n${includes.map((name) => `#include <${name}>\n`).join("")}${types}\n`;
    const target = ACCEPTANCE_TARGETS.find((each) => each.abi === abi && each.c[0] === program)!;
    const truths = truthOf(target, text, { language: "c", cflags: [], folders: [] });
    if (typeof truths === "string") assert.fail(truths);
    const own = new Map([...truths].filter(([name]) => name.startsWith("m_")));
    const plan = planOf({ ...abiOf(target), headerFiles: ["lab.h"] });
    const found = compareRecords(own, { plan, reader: memoryReader({ "lab.h": text }, "") });
    assert.deepEqual(
      found.map(({ name, verdict, why }) => `${name} ${verdict} ${why}`),
      names.map((name) => `m_${name} equal `),
    );
  });
