/** `structline check`, `--set` and `structline reload` with the built programs and a running service. */

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { Lab, ROOT } from "../support/lab.ts";
import { until } from "../support/until.ts";

const CHANNEL = "[lab-rig]\nudp_port = 0\nwamp_topic = lab.rig\ninclude_path = headers\nheader_files = rig.h\n";
const INI = `[lab]\nchannels = lab-rig\n[http]\nlisten = 127.0.0.1:1\n[mqtt]\nlisten = 127.0.0.1:0\n${CHANNEL}`;

function run(lab: Lab, env: NodeJS.ProcessEnv, ...args: readonly string[]) {
  const program = join(ROOT, "dist/structline.cjs");
  return spawnSync(process.execPath, [program, ...args], {
    cwd: lab.directory,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
}

test("check says what a configuration would do, with keys from outside, and starts nothing", async () => {
  const lab = new Lab({ ini: INI });
  try {
    assert.equal(lab.generate().status, 0);
    const env = { STRUCTLINE__MQTT__LISTEN: "127.0.0.1:2" };
    const { status, stdout, stderr } = run(
      lab,
      env,
      "check",
      "--set",
      "http.listen=127.0.0.1:3",
      "--set=wamp.realm=plant",
    );
    assert.deepEqual([status, stderr], [0, ""]);
    assert.match(
      stdout,
      /channels\.ini is valid\nchannel rig: \d structs, UDP port of the system's choice\nstore duckdb\n/,
    );
    assert.match(stdout, /^\[http\] listen +127\.0\.0\.1:3 +--set http\.listen +by a restart$/m);
    assert.match(stdout, /^\[wamp\] realm +plant +--set wamp\.realm +by a restart$/m);
    assert.match(stdout, /^\[mqtt\] listen +127\.0\.0\.1:2 +STRUCTLINE__MQTT__LISTEN +by a restart$/m);
    assert.match(stdout, /^\[lab-rig\] header_files +rig\.h +channels\.ini:11 +by a reload$/m);
    const wrong = run(lab, {}, "check", "--set", "http.listn=1");
    assert.equal(wrong.status, 1);
    assert.match(wrong.stderr, /^structline: --set http\.listn: \[http\] has no key 'listn'/);
    const idle = run(lab, { STRUCTLINE__LAB_RGI__UDP_PORT: "9" }, "check");
    const place = "STRUCTLINE__LAB_RGI__UDP_PORT";
    assert.match(idle.stdout, new RegExp(`^\\[lab-rgi\\] +there +${place} +by a reload$`, "m"));
    assert.equal(idle.stderr, `check: [lab-rgi] (${place}) does nothing: [lab] channels does not list it\n`);
    assert.equal(idle.status, 0);
  } finally {
    await lab.remove();
  }
});

test("what structline takes from channel-message has the name that was typed", async () => {
  const lab = new Lab({ ini: INI });
  try {
    const help = (...args: string[]) => run(lab, {}, ...args, "--help").stdout;
    assert.match(help("check"), /USAGE structline check [\s\S]*EXAMPLE\n\n {2}structline check --set/);
    assert.match(help("reload"), /USAGE structline reload /);
    assert.match(
      help("command"),
      /USAGE structline command <channel> [\s\S]*EXAMPLE\n\n {2}structline command rig set_point/,
    );
    assert.match(
      run(lab, {}, "reload", "--no").stderr,
      /^structline: reload has no option '--no'[\s\S]*Try 'structline --help'/,
    );
  } finally {
    await lab.remove();
  }
});

test("a service started with --set reloads by a command, keeps the option, and says why it does not reload", async () => {
  const lab = new Lab({ ini: INI });
  const args = [join(ROOT, "dist/structline.cjs"), "start", "--set", "http.listen=127.0.0.1:0"];
  const service = spawn(process.execPath, args, { cwd: lab.directory, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [service.stdout, service.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  const ended = new Promise((resolve) => service.on("exit", resolve));
  try {
    assert.equal(lab.generate().status, 0);
    await until(() => /ready for data/.test(said) || service.exitCode !== null);
    const [, port] = / page +http:\/\/127\.0\.0\.1:(\d+)/.exec(said) ?? [];
    assert.notEqual(port, "1", said);
    // The client reads where the service listens from the same configuration.
    const reload = () => run(lab, { STRUCTLINE__HTTP__LISTEN: `127.0.0.1:${port}` }, "reload");
    const first = reload();
    assert.deepEqual([first.status, first.stderr], [0, ""], said);
    assert.match(first.stdout, /^reloaded: 1 channel\n$/);
    lab.configure(INI.replace("[mqtt]\nlisten = 127.0.0.1:0", "[mqtt]\nlisten = 127.0.0.1:4"));
    assert.match(
      reload().stdout,
      /^reloaded: 1 channel\n\[mqtt\] listen was changed and needs a restart; '127\.0\.0\.1:0' runs\n$/,
    );
    lab.configure(INI.replace("header_files = rig.h", "header_files = none.h"));
    const refused = reload();
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /not reloaded: /);
  } finally {
    service.kill("SIGTERM");
    await ended;
    await lab.remove();
  }
});
