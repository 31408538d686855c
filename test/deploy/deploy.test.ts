/** The files of `deploy/` are accepted by the programs that they are for. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../support/lab.ts";
import { requires } from "../support/requirements.ts";
import { inTemporaryFolder } from "../support/temporary-folder.ts";

const DEPLOY = join(ROOT, "deploy");
const SECRETS = { INFLUX_PASSWORD: "a", GRAFANA_PASSWORD: "b", NATS_PASSWORD: "c", HOSTNAME: "nats-1" };
const COMPOSE = [["docker", "compose"], ["docker-compose"]].find(([program = "", ...args]) => {
  return spawnSync(program, [...args, "version"], { stdio: "ignore" }).status === 0;
});

interface Outcome {
  readonly status: number | null;
  readonly said: string;
}

function run(program: string, ...args: string[]): Outcome {
  const env = { ...process.env, ...SECRETS };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: DEPLOY, encoding: "utf8", env });
  return { status, said: `${stdout}${stderr}` };
}

for (const name of readdirSync(DEPLOY).filter((file) => file.endsWith(".service"))) {
  test(`systemd accepts ${name}`, { skip: requires("systemd-notify") }, (context) =>
    inTemporaryFolder(async (folder) => {
      const plain = join(folder, "plain.service");
      writeFileSync(plain, "[Service]\nExecStart=/bin/sh\n");
      if (run("systemd-analyze", "verify", "--man=no", plain).status !== 0)
        return context.skip("systemd-analyze takes no unit on this machine");
      const unit = join(folder, name.replace("@.", "@ingest."));
      // Node's own path may contain blanks.
      const node = join(folder, "node");
      symlinkSync(process.execPath, node);
      const verify = (text: string) => {
        writeFileSync(unit, text.replaceAll("/usr/bin/node", node));
        const { status, said } = run("systemd-analyze", "verify", "--man=no", unit);
        // It may also report problems of units on this machine.
        return { status, said: said.split("\n").filter((line) => line.includes("structline")) };
      };
      const text = readFileSync(join(DEPLOY, name), "utf8");
      assert.deepEqual(verify(text), { status: 0, said: [] });
      assert.match(verify(text.replace("WatchdogSec", "WatchDog")).said.join(), /'WatchDog'/);
    }),
  );
}

for (const name of readdirSync(DEPLOY).filter((file) => file.endsWith("compose.yaml"))) {
  const skip = COMPOSE === undefined && "needs docker compose, or docker-compose (Debian package docker-compose)";
  test(`${name} is a valid compose file, and all files it names exist`, { skip }, () => {
    const [program = "", ...args] = COMPOSE ?? [];
    const { status, said } = run(program, ...args, "-f", name, "config");
    assert.equal(status, 0, said);
    const text = readFileSync(join(DEPLOY, name), "utf8");
    for (const [, file = ""] of text.matchAll(/"?\.\/([\w./-]+):\//g)) {
      assert.ok(readdirSync(join(DEPLOY, file, "..")).includes(file.split("/").at(-1)!), file);
    }
  });
}

test("nats-server accepts the configuration of a cluster's servers", { skip: requires("nats-server") }, () =>
  inTemporaryFolder(async (folder) => {
    const check = (text: string) => {
      const file = join(folder, "nats.conf");
      writeFileSync(file, text);
      return run("nats-server", "-t", "-c", file);
    };
    // Servers before 2.10, such as Debian 12's, do not know this option.
    const { said: version } = run("nats-server", "--version");
    const isOld = /v2\.[0-9]\./.test(version);
    const text = readFileSync(join(DEPLOY, "cluster", "nats.conf"), "utf8");
    const { status, said } = check(isOld ? text.replace(/^ *sync_interval:.*$/m, "") : text);
    assert.equal(status, 0, said);
    assert.match(check(text.replace("store_dir", "store_directory")).said, /unknown field "store_directory"/);
  }),
);
