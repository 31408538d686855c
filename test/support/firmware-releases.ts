/** A firmware's repository, and places where its versions are published. */

import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { ROOT } from "./lab.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export const INI =
  "[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = 0\nwamp_topic = lab.rig\ninclude_path = headers ; ours\nheader_files = rig.h\nabi = arm-eabi\ncflags = -x c\n";
export const OLD = "#include <stdint.h>\nstruct struct_tank { uint8_t length, ID; uint16_t level; } tank = {4, 1};\n";
export const NEW =
  '#include "types.h"\nstruct struct_tank { uint8_t length, ID; uint16_t level; flow_t flow; } tank = {6, 1};\n';
export const TYPES = "#include <stdint.h>\ntypedef uint16_t flow_t;\n";

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Without blocking, because a server of the test may have to answer. */
export function structline(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, "dist/structline.cjs"), ...args], {
      cwd,
      env: { ...process.env, ...env },
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.once("close", (status) => resolve({ status, stdout, stderr }));
  });
}

/** The firmware's repository. */
export function firmware(headers: Readonly<Record<string, string>> = { "rig.h": NEW, "types.h": TYPES }): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "headers"));
  writeFileSync(join(folder, "channels.ini"), INI);
  for (const [name, text] of Object.entries(headers)) writeFileSync(join(folder, "headers", name), text);
  return folder;
}

/** A server that keeps what is put, for those with the token. */
export function fileServer(token: string): Promise<{ server: Server; url: string; files: Map<string, string> }> {
  const files = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    if (request.headers.authorization !== `Bearer ${token}`) {
      response.writeHead(401).end();
    } else if (request.method === "PUT") {
      let text = "";
      for await (const chunk of request.setEncoding("utf8")) text += chunk;
      files.set(path, text);
      response.writeHead(201).end();
    } else if (files.has(path)) response.writeHead(200).end(files.get(path));
    else response.writeHead(404).end();
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      resolve({ server, files, url: `http://127.0.0.1:${port}/releases` });
    });
  });
}
