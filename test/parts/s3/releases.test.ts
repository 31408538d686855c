/** Firmware versions in a bucket: published and taken with signed requests. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../../support/lab.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { BUCKET, ENVIRONMENT, startS3 } from "./s3-server.ts";

const INI =
  "[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = 8888\nwamp_topic = lab.rig\ninclude_path = headers\nheader_files = rig.h\nabi = arm-eabi\ncflags = -x c\n";
const OLD = "#include <stdint.h>\nstruct struct_tank { uint8_t length, ID; uint16_t level; } tank = {4, 1};\n";
const NEW = OLD.replace("level;", "level, flow;").replace("4, 1", "6, 1");

function project(header: string, more = ""): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "headers"));
  writeFileSync(join(folder, "channels.ini"), INI + more);
  writeFileSync(join(folder, "headers/rig.h"), header);
  return folder;
}

async function run(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [join(ROOT, "dist/structline.cjs"), ...args], {
    cwd,
    env: { ...process.env, ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const [status] = await once(child, "close");
  return { status, output };
}

test("a version goes through a bucket; wrong keys and no keys are told", async (t) => {
  const s3 = await startS3();
  t.after(() => s3.halt());
  const to = `s3://${BUCKET}/firmware`;
  const env = { ...ENVIRONMENT, AWS_ENDPOINT_URL: s3.endpoint, AWS_REGION: "eu-central-1" };
  const publish = ["publish", "--version", "v1.4.0", "--to", to];
  const published = await run(publish, project(NEW), env);
  assert.equal(published.status, 0, published.output);
  assert.ok(
    [...s3.objects.keys()].every((key) => key.startsWith("firmware/")),
    [...s3.objects.keys()].join(),
  );

  const lab = project(OLD, `[versions]\nfrom = ${to}\n`);
  const followed = await run(["follow", "--once", "--no-reload"], lab, env);
  assert.equal(followed.status, 0, followed.output);
  assert.match(followed.output, /^rig v1\.4\.0: added\n/);
  assert.match(readFileSync(join(lab, "channels.ini"), "utf8"), /^versions = .*v1\.4\.0: /m);

  const wrong = await run(publish, project(NEW), { ...env, AWS_SECRET_ACCESS_KEY: "another" });
  assert.deepEqual([wrong.status, / says 403 SignatureDoesNotMatch/.test(wrong.output)], [1, true], wrong.output);
  const without = await run(publish, project(NEW), { ...env, AWS_ACCESS_KEY_ID: "" });
  assert.deepEqual([without.status, /needs AWS_ACCESS_KEY_ID/.test(without.output)], [1, true], without.output);
});
