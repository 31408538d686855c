/** `can:can0` by candump and cansend of can-utils, since Node has no sockets of this family. */

import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { ofChannel } from "../../frames/can/can-frame.ts";
import { candumpLine } from "../../frames/can/candump.ts";
import { readBus, sender } from "../../sources/frames/bus-lines.ts";
import { type Reopened, ReopenedEndpoint } from "../../sources/frames/reopened-endpoint.ts";
import type { MakeEndpoint } from "../../sources/frames/stream-endpoint.ts";

const MISSING = "is not installed (Debian package can-utils)";
const MOST_SAID = 400;

export const canEndpoint: MakeEndpoint = (endpoint, _, context) =>
  endpoint.kind === "can" ? new ReopenedEndpoint(canConnection(endpoint.interface), context) : undefined;

function canConnection(bus: string): Reopened {
  const name = `can:${bus}`;
  let ended: Promise<string | undefined> = Promise.resolve(undefined);
  return {
    name,
    connect: async () => {
      const dump = await candump(bus);
      ended = dump.ended;
      return dump.readable;
    },
    read: async (readable, context) => {
      const stream = await readBus(
        readable,
        name,
        candumpLine,
        context,
        sender((frame) => cansend(bus, frame)),
      );
      const reason = await ended;
      if (reason !== undefined) throw new Error(reason);
      return stream;
    },
  };
}

interface Dump {
  readonly readable: Readable;
  /** Why the program ended; undefined if it was told to. */
  readonly ended: Promise<string | undefined>;
}

async function candump(bus: string): Promise<Dump> {
  const child = spawn("candump", ["-L", bus], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = endOf(child, "candump");
  await started(child, "candump");
  child.stdout.once("close", () => child.kill());
  return { readable: child.stdout, ended };
}

/** Resolves to what a program said that failed. */
function endOf(
  child: ChildProcessByStdio<null, Readable | null, Readable>,
  program: string,
): Promise<string | undefined> {
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(0, MOST_SAID);
  });
  return new Promise((resolve) => {
    child.once("close", (code) => {
      const text = said.replaceAll(/\s+/g, " ").trim();
      resolve((code ?? 0) === 0 ? undefined : text || `${program} ended with ${code}`);
    });
  });
}

function started(child: ReturnType<typeof spawn>, program: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error: NodeJS.ErrnoException) => {
      reject(new Error(error.code === "ENOENT" ? `${program} ${MISSING}` : error.message));
    });
  });
}

async function cansend(bus: string, bytes: Uint8Array): Promise<void> {
  const { id, isExtended, data } = ofChannel(bytes);
  const digits = id.toString(16).padStart(isExtended ? 8 : 3, "0");
  const text = `${digits}${data.length > 8 ? "##0" : "#"}${Buffer.from(data).toString("hex")}`;
  const child = spawn("cansend", [bus, text], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = endOf(child, "cansend");
  await started(child, "cansend");
  const reason = await ended;
  if (reason !== undefined) throw new Error(reason);
}
