/** Every fix that a diagnostic carries mends it: applied to the text, the compiler says so. */

import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { FAMILIES } from "../../../generator/diagnostics/catalogue.ts";
import type { Diagnostic } from "../../../generator/diagnostics/diagnostic.ts";
import type { Fix } from "../../../generator/diagnostics/fix.ts";
import { resolved } from "../../../generator/lsp/edits.ts";
import { Project, type State } from "../../../generator/lsp/project.ts";
import { ELSEWHERE, headersOf, keysOf, projectOf } from "../../support/diagnostic-examples.ts";
import { ROOT } from "../../support/lab.ts";
import { applied } from "../../support/language-client.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** Examples of ten thousand structs, of a recursion, and of a folder in place of a file. */
const LARGE = new Set(["E102", "E103", "E106", "E151", "E403", "E404"]);

interface Tried {
  /** Fixes by code. */
  readonly applied: Map<string, number>;
  readonly withFixes: number;
}

/** Applies each fix by itself to the project's files. */
async function tryAll(files: Readonly<Record<string, string>>): Promise<Tried> {
  const lab = new OpenLab(files);
  const before = await lab.compile(lab.texts);
  const done = new Map<string, number>();
  for (const diagnostic of before.diagnostics) {
    for (const fix of diagnostic.fixes ?? []) {
      const after = lab.fixed(diagnostic, fix, before);
      if (after === undefined) continue;
      const left = (await lab.compile(after)).diagnostics;
      const said = left.map(({ code, message }) => `${code} ${message}`).join("\n");
      assert.ok(
        count(left, diagnostic) < count(before.diagnostics, diagnostic),
        `${diagnostic.code} ${diagnostic.message}\n'${fix.title}' does not mend it:\n${lab.changed(after)}\n${said}`,
      );
      done.set(diagnostic.code, (done.get(diagnostic.code) ?? 0) + 1);
    }
  }
  return { applied: done, withFixes: before.diagnostics.filter(({ fixes }) => fixes !== undefined).length };
}

const OPTIONS = { environment: {}, version: "0" };

class OpenLab {
  readonly texts = new Map<string, string>();
  readonly #file: string;

  constructor(files: Readonly<Record<string, string>>) {
    const directory = temporaryFolder();
    this.#file = join(directory, "channels.ini");
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
      this.texts.set(join(directory, path), text);
    }
  }

  compile(open: ReadonlyMap<string, string>): Promise<State> {
    return new Project(this.#file, (path) => open.get(path), OPTIONS).compile();
  }

  /** The texts with the fix; undefined if it needs what they do not have. */
  fixed({ span }: Diagnostic, fix: Fix, { settings }: State): Map<string, string> | undefined {
    const edits = resolved(fix, span?.file ?? "channels.ini", {
      project: new Project(this.#file, (path) => this.texts.get(path), OPTIONS),
      channelsOf: () => settings?.channels.map(({ name }) => name) ?? [],
      textOf: (path) => this.texts.get(path) ?? "",
    });
    if (edits === undefined) return undefined;
    const after = new Map(this.texts);
    for (const one of edits) after.set(one.path, applied(after.get(one.path) ?? "", one.edits));
    return after;
  }

  changed(after: ReadonlyMap<string, string>): string {
    return [...after].flatMap(([path, text]) => (this.texts.get(path) === text ? [] : [text])).join("\n---\n");
  }
}

function count(all: readonly Diagnostic[], { code, message }: Diagnostic): number {
  return all.filter((one) => one.code === code && one.message === message).length;
}

function labOf(headers: Readonly<Record<string, string>>, keys: Readonly<Record<string, string | undefined>>) {
  const given = Object.entries(keys).map(([key, value]) => `${key} = ${value}\n`);
  const name = Object.keys(headers)[0] ?? "lab.h";
  const section = `[lab-rig]\nudp_port = 8888\nwamp_topic = lab.rig\ninclude_path = headers\nheader_files = ${name}\n`;
  const all = Object.entries(headers).map(([path, text]) => [`headers/${path}`, text]);
  return { "channels.ini": `[lab]\nchannels = lab-rig\n${section}${given.join("")}`, ...Object.fromEntries(all) };
}

const TANK = "struct struct_tank { unsigned char length; unsigned char ID; short level; } tank = {4, 1};\n";

/** Where a code's own example has nothing to choose from. */
const OTHERS: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  E351: [
    labOf({ "rig.h": `${TANK}// @command: ack=struct_tnk\n${TANK.replaceAll("tank", "go").replace("1}", "2}")}` }, {}),
  ],
  E414: [labOf({ "rig.h": "typedef struct { short x; } gps_t;\n" }, { id: "none", messages: "7  gps_tt" })],
  E423: [
    labOf(
      { "rig.h": "struct gps_t { unsigned char length; unsigned char n; unsigned char v[4]; };\n" },
      { messages: "7 gps_t extra=3 count=n:4" },
    ),
  ],
  E501: [
    { "udp_port = 8888": "udp_prot = 8888" },
    { "channels = lab-rig": "channels = lab-rgi" },
    { "include_path = headers": "include_path = headers\nabi = arm-eabbi" },
    { "include_path = headers": "include_path = headers\nemit =   python, kaitay" },
  ].map((change) => {
    const lab = labOf({ "rig.h": TANK }, {});
    const [[from = "", to = ""] = []] = Object.entries(change);
    return { ...lab, "channels.ini": String(lab["channels.ini"]).replace(from, to) };
  }),
  E506: [labOf({ "rig.h": TANK }, { abi: "arm-eabi", cflags: "-mbig-endian" })],
  E511: [
    {
      ...labOf({ "rig.h": TANK }, { versions: "v1: v1/rig.h, v2: rig.h", version_columns: "levle" }),
      "headers/v1/rig.h": TANK.replace("short level", "short level, more").replace("4, 1", "6, 1"),
    },
  ].map((lab) => ({ ...lab, "channels.ini": String(lab["channels.ini"]).replace(/header_files.*\n/, "") })),
};

for (const [code, kind] of FAMILIES.flatMap(({ codes }) => Object.entries(codes))) {
  if (ELSEWHERE.has(code) || LARGE.has(code)) continue;
  test(`each fix of the example of ${code} mends it`, async () => {
    const headers = headersOf(code, kind.example);
    const files = headers === undefined ? projectOf(code, kind.example) : labOf(headers, { ...keysOf(kind.example) });
    let done = 0;
    for (const lab of [files, ...(OTHERS[code] ?? [])]) {
      const tried = await tryAll(lab);
      if (OTHERS[code]?.includes(lab)) assert.ok(tried.withFixes > 0, lab["channels.ini"]);
      done += tried.applied.get(code) ?? 0;
    }
    if (kind.fixes !== undefined) assert.ok(done > 0, `${code} has no fix in its examples`);
  });
}

const FOLDER = join(ROOT, "test/diagnostics");

for (const name of readdirSync(FOLDER).filter((entry) => entry.endsWith(".h"))) {
  test(`each fix of ${name} mends it`, async () => {
    const text = readFileSync(join(FOLDER, name), "utf8");
    const keys = Object.fromEntries(
      [...text.matchAll(/^\/\/ (abi|defines) = (.*)$/gm)].map(([, key = "", value]) => [key, value]),
    );
    const { applied: done, withFixes } = await tryAll(labOf({ [name]: text }, keys));
    if (withFixes > 0) assert.ok(done.size > 0, "no fix could be applied");
  });
}
