/** Posts one body repeatedly over persistent connections from a separate process, and counts the answers. */

import { fork } from "node:child_process";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";

export interface HttpLoad {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly contentType: string;
  readonly body: string;
}

const SELF = fileURLToPath(import.meta.url);
const WARM_UP_MS = 300;

export interface Answered {
  /** Answers per second, without the warm-up. */
  readonly rate: number;
  readonly total: number;
}

/**
 * Requires status 200.
 * @throws Error for any other answer
 */
export function postLoad(load: HttpLoad): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const child = fork(SELF, [JSON.stringify(load)], { execArgv: ["--import", "tsx"] });
    child.once("message", ({ problem, ...answered }: Answered & { problem?: string }) => {
      if (problem === undefined) resolve(answered);
      else reject(new Error(problem));
    });
    child.once("error", reject);
  });
}

if (process.argv[1] === SELF) {
  run(JSON.parse(process.argv[2] ?? "{}") as HttpLoad)
    .then(
      (answered) => process.send?.(answered),
      (error: Error) => process.send?.({ rate: 0, total: 0, problem: error.message }),
    )
    .finally(() => process.disconnect());
}

async function run({ url, connections, seconds, contentType, body }: HttpLoad): Promise<Answered> {
  const { hostname, port, pathname, host } = new URL(url);
  const request = Buffer.from(
    `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${contentType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  let answers = 0;
  let problem: string | undefined;
  let isOver = false;
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(Number(port), hostname);
    let seen = "";
    socket.setNoDelay(true);
    socket.on("connect", () => socket.write(request));
    socket.on("data", (bytes) => {
      seen += bytes.toString("latin1");
      const length = lengthOfAnswer(seen);
      if (length === undefined || seen.length < length) return;
      if (!seen.startsWith("HTTP/1.1 200 ")) problem ??= seen;
      answers++;
      seen = seen.slice(length);
      if (!isOver) socket.write(request);
    });
    socket.on("error", (error) => {
      if (!isOver) problem ??= error.message;
    });
    return socket;
  });
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  const before = answers;
  const began = performance.now();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const rate = ((answers - before) / (performance.now() - began)) * 1000;
  isOver = true;
  for (const socket of sockets) socket.destroy();
  if (problem !== undefined) throw new Error(problem);
  return { rate, total: answers };
}

/** Undefined until the headers and the last chunk have arrived. */
function lengthOfAnswer(text: string): number | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const announced = /\r\ncontent-length: (\d+)\r\n/i.exec(text.slice(0, end + 2))?.[1];
  if (announced !== undefined) return end + 4 + Number(announced);
  const last = text.indexOf("\r\n0\r\n\r\n", end);
  return last < 0 ? undefined : last + 7;
}
