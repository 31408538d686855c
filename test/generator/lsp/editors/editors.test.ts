/** Neovim, and Emacs with lsp-mode, configured as docs/editor.md says. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../../../support/lab.ts";
import { NEOVIM_PROGRAM, needsPeers } from "../../../support/peers.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const INI =
  "[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = 8888\nwamp_topic = lab.rig\ninclude_path = .\nheader_files = rig.h\nabi = arm-eabi\ncflags = -x c\n";
const HEADER = `#include <stdint.h>
struct struct_tank {
  uint8_t length;
  uint8_t ID;
  uint16_t level; // @rule: name=depth; unit=mm
  uint8_t mode; // @rule: 
} tank = {6, 1};
struct struct_pump {
  uint8_t length;
  uint8_t ID;
  uint33_t flow;
} pump = {8, 2};
`;

const DEBIAN = "/usr/share/emacs/site-lisp/debian-startup.el";
const LSP_MODE = "/usr/share/emacs/site-lisp/elpa-src/lsp-mode-8.0.0";
const EDITORS = [
  {
    name: "Neovim",
    program: NEOVIM_PROGRAM,
    configuration: "init.lua",
    walk: "walk.lua",
    args: ["--headless", "--clean", "-u", "init.lua", "-S", "walk.lua"],
    skip: needsPeers("neovim"),
  },
  {
    name: "Emacs",
    program: "emacs",
    configuration: "init.el",
    walk: "walk.el",
    args: ["--batch", "-l", DEBIAN, "-f", "package-initialize", "-l", "walk.el"],
    skip: !existsSync(LSP_MODE) && "needs Debian's emacs-nox and elpa-lsp-mode",
  },
];

/** The configuration of an editor in its section of docs/editor.md. */
function documented(name: string): string {
  const text = readFileSync(join(ROOT, "docs/editor.md"), "utf8");
  const section = text.split("\n## ").find((each) => each.startsWith(`${name}\n`)) ?? "";
  return /```\w+\n(.*?)```/s.exec(section)?.[1] ?? "";
}

for (const { name, program, configuration, walk, args, skip } of EDITORS) {
  test(`${name} shows diagnostics and hover, completes a rule, renames a stored name and applies a fix`, {
    skip,
  }, () => {
    const folder = temporaryFolder();
    const bin = join(folder, "bin");
    mkdirSync(bin);
    writeFileSync(
      join(bin, "structline"),
      `#!/bin/sh\nexec '${process.execPath}' '${ROOT}/dist/structline.cjs' "$@"\n`,
    );
    chmodSync(join(bin, "structline"), 0o755);
    writeFileSync(join(folder, "channels.ini"), INI);
    writeFileSync(join(folder, "rig.h"), HEADER);
    writeFileSync(join(folder, configuration), documented(name));
    copyFileSync(join(ROOT, "test/generator/lsp/editors", walk), join(folder, walk));
    const env = { ...process.env, HOME: folder, PATH: `${bin}${delimiter}${process.env["PATH"]}` };
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: folder,
      env,
      encoding: "utf8",
      timeout: 280_000,
    });
    assert.equal(status, 0, stderr);
    const seen = JSON.parse(stdout.slice(stdout.indexOf("{")));
    assert.deepEqual([...seen.diagnostics].sort(), ["E112", "E313"]);
    assert.match(seen.hover, /offset 2 · 2 bytes.*stored as `depth` in mm/s);
    assert.deepEqual(seen.completion.slice(0, 3), ["name", "expr", "unit"]);
    assert.match(seen.note, /Stored as 'height' instead of 'depth'.*alarms, panels and queries/);
  });
}
