/** A firmware's repository, and places where its versions are published. */

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
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

export interface FileServer {
  readonly server: Server;
  readonly url: string;
  readonly files: Map<string, string>;
}

/**
 * A server that keeps what is put, for those with the token.
 * @param conditions whether it says and knows tags
 * @param readers so many first reads of the index are answered together
 */
export function fileServer(
  token: string,
  conditions: "known" | "unknown" = "unknown",
  readers = 1,
): Promise<FileServer> {
  const files = new Map<string, string>();
  const waiting: (() => void)[] = [];
  let reads = 0;
  const together = async (path: string) => {
    if (!path.endsWith("/index.json") || ++reads > readers) return;
    await new Promise<void>((wake) => {
      waiting.push(wake);
      if (waiting.length === readers) for (const each of waiting) each();
    });
  };
  const tagOf = (path: string) => {
    const text = files.get(path);
    return text === undefined ? undefined : `"${createHash("sha1").update(text).digest("hex")}"`;
  };
  const isRefused = (path: string, { "if-match": match, "if-none-match": none }: IncomingHttpHeaders) =>
    conditions === "known" && ((match !== undefined && match !== tagOf(path)) || (none === "*" && files.has(path)));
  const put = async (path: string, request: IncomingMessage) => {
    const text = await textOf(request);
    if (isRefused(path, request.headers)) return 412;
    files.set(path, text);
    return 201;
  };
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    if (request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end();
    if (request.method === "PUT") return response.writeHead(await put(path, request)).end();
    const [text, tag] = [files.get(path), tagOf(path)];
    await together(path);
    if (text === undefined) return response.writeHead(404).end();
    return response.writeHead(200, conditions === "known" && tag !== undefined ? { ETag: tag } : {}).end(text);
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      resolve({ server, files, url: `http://127.0.0.1:${port}/releases` });
    });
  });
}
