/** The plugin's folder: RubyGems builds it, and OpenC3's own package reads its files, with arrays as arrays. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { onlyLong } from "../../support/long.ts";
import { needsPeers, PYTHON_PROGRAM, run } from "../../support/peers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { emitText } from "./messages.ts";

const HEADER = `// Speeds of the wheels.
struct struct_a {
  uint8_t length; uint8_t ID;
  int16_t speed[2][3]; // @rule: unit=m/s
  struct { float v[3]; uint8_t on; } legs[2];
};
struct struct_a a = { 40, 7 };`;

const READ = `
import json, sys
from openc3.packets.packet_config import PacketConfig
config = PacketConfig()
for name in ("tlm", "cmd"):
    config.process_file(f"{sys.argv[1]}/targets/TEXT/cmd_tlm/{name}.txt", "TEXT")
packet = config.commands["TEXT"]["A"]
packet.restore_defaults()
packet.write("SPEED", [1, -2, 3, -4, 5, -6])
packet.write("LEGS_1_V", [0.5, 1.5, 2.5])
received = config.telemetry["TEXT"]["A"]
received.buffer = packet.buffer
print("@" + json.dumps([received.read("SPEED"), received.read("LEGS_1_V"), received.read("LEGS_0_ON"), received.description]))
`;

const ruby = spawnSync("gem", ["--version"], { stdio: "ignore" }).status === 0;

test("COSMOS accepts the plugin's target, and RubyGems its folder", {
  skip: onlyLong || needsPeers("PyPI"),
}, async () => {
  const { files } = await emitText(HEADER, ["cosmos"]);
  const folder = temporaryFolder();
  try {
    for (const { path, text } of files.filter(({ path }) => path.startsWith("openc3-cosmos-"))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const plugin = join(folder, "openc3-cosmos-text");
    const [, line = ""] = /^@(.*)$/m.exec(run(PYTHON_PROGRAM, ["-W", "ignore", "-c", READ, plugin])) ?? [];
    assert.deepEqual(JSON.parse(line), [
      [1, -2, 3, -4, 5, -6],
      [0.5, 1.5, 2.5],
      0,
      "struct_a, headers/text.h:2: 40 bytes. Speeds of the wheels.",
    ]);
    if (!ruby) return;
    const built = spawnSync("gem", ["build", "openc3-cosmos-text.gemspec"], { cwd: plugin, encoding: "utf8" });
    assert.match(built.stdout + built.stderr, /Successfully built RubyGem/);
    assert.doesNotMatch(built.stderr, /WARNING/);
    // COSMOS fails without it when it installs or validates the plugin.
    const described = 'puts Gem::Package.new("openc3-cosmos-text-1.0.0.gem").spec.description';
    assert.notEqual(run("ruby", ["-r", "rubygems/package", "-e", described], "", plugin).trim(), "");
    const listed = run("sh", ["-c", "tar -xOf openc3-cosmos-text-1.0.0.gem data.tar.gz | tar -tz"], "", plugin);
    for (const name of ["plugin.txt", "targets/TEXT/cmd_tlm/tlm.txt", "targets/TEXT/target.txt"])
      assert.ok(listed.includes(name), name);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
