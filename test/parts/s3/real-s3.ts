/** A server of S3's protocol that is not ours, on loopback with its own folder: `versitygw`, where somebody has installed it. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { BucketSettings } from "../../../runtime/parts/s3/bucket-settings.ts";
import { freePort } from "../../support/ports.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";
import { ACCESS_KEY, BUCKET, SECRET_KEY } from "./s3-server.ts";

const PROGRAM = "versitygw";

/** False where it is there, else why a test with it is skipped. */
export function lacksRealS3(): false | string {
  const isThere = spawnSync("sh", ["-c", `command -v ${PROGRAM}`]).status === 0;
  return isThere ? false : `needs ${PROGRAM} (go install github.com/versity/versitygw/cmd/versitygw@latest)`;
}

export interface RealS3 {
  readonly settings: BucketSettings;
  /** Its bucket, an object a file. */
  readonly folder: string;
  halt(): Promise<void>;
}

/** @throws Error where it is not there */
export async function startRealS3(): Promise<RealS3> {
  const lacks = lacksRealS3();
  if (lacks !== false) throw new Error(lacks);
  const directory = temporaryFolder();
  const folder = join(directory, "buckets", BUCKET);
  await mkdir(folder, { recursive: true });
  const address = `127.0.0.1:${await freePort()}`;
  const args = ["--access", ACCESS_KEY, "--secret", SECRET_KEY, "--port", address, "--region", "eu-central-1"];
  const child = spawn(PROGRAM, [...args, "posix", join(directory, "buckets")], { stdio: "ignore" });
  const ended = once(child, "exit");
  const endpoint = `http://${address}`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${PROGRAM} ended with ${child.exitCode}`);
    return (await fetch(endpoint).catch(() => undefined)) !== undefined;
  }, `${PROGRAM} answers`);
  const region = { region: "eu-central-1", isPathStyle: true };
  return {
    settings: {
      kind: "s3",
      bucket: BUCKET,
      prefix: "lab/rig=1",
      endpoint,
      ...region,
      credentials: undefined,
      cacheBytes: 2 ** 30,
    },
    folder,
    halt: async () => {
      child.kill();
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
