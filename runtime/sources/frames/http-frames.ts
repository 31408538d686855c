/** Frames of a channel in the body of a request: one frame, an endless framed stream, or lines of hexadecimal digits. */

import type { Context, Handler } from "hono";
import type { ChannelSettings } from "../../channels/channel-settings.ts";
import type { Framing } from "../../frames/frame-format.ts";
import { isFrameProblem } from "../../frames/frame-table.ts";
import { MAX_FRAME_BYTES } from "../../frames/framer.ts";
import { incomingOf, senderOf } from "../../http/caller.ts";
import { clientAddress } from "../../http/client-address.ts";
import { inPath } from "../../http/parameters.ts";
import { WRITERS_OF_REALM } from "../../http/permission.ts";
import type { Operation } from "../../http/route.ts";
import { SAID } from "../../http/schema.ts";
import type { DatagramDecoder } from "../../intake/datagram-decoder.ts";
import { showBytes } from "../../intake/message-kind.ts";
import { COMMAND_HEADER, type Fetching, fetchedBy } from "../../model/command.ts";
import { TelemetryError } from "../../model/error-signal.ts";
import type { HttpAccess } from "../http/access.ts";
import type { Bodies } from "../http/bodies.ts";
import { contentTypeOf } from "../http/content-type.ts";
import { failure, responseOf, watchWriting } from "../http/failure.ts";
import { openBody } from "../http/request-body.ts";
import type { FrameStream } from "./frame-stream.ts";
import type { StreamDetails } from "./stream-endpoint.ts";

export interface HttpFramesOptions {
  readonly channel: (name: string) => ChannelSettings | undefined;
  readonly decoder: (name: string) => DatagramDecoder | undefined;
  readonly stream: (channel: string, sender: string, details: StreamDetails) => FrameStream;
  readonly access?: HttpAccess;
  readonly commands?: Fetching;
  readonly bodies: Bodies;
}

/** Numbered frames, whether or not the channel has `ack`: a sender repeats a body until it is answered. */
export const NUMBERED_FRAMES = "application/vnd.structline.numbered-frames";
const LINES: Framing = { kind: "lines", encoding: "hex" };
const LINE_END = Buffer.from("\n");

export const POSTED_FRAMES: Operation = {
  method: "post",
  path: "/api/lab/{channel}/data",
  summary:
    "Frames of a channel, whatever its `sources`: hexadecimal lines, bytes (`application/octet-stream`): a frame or a framed stream, or numbered frames (`application/vnd.structline.numbered-frames`)",
  parameters: [inPath("channel", "A channel", "h2m")],
  others: "allowed",
  body: { "text/plain": "0x05022a0021\n" },
  answers: ["application/json"],
  answer: SAID,
  errors: [400, 404, 413, 415, 503],
  may: WRITERS_OF_REALM,
};

/** Passes other bodies and unknown channels to the next handler. */
export function postFrames(options: HttpFramesOptions): Handler {
  return async (context, next) => {
    const name = context.req.param("channel") ?? "";
    const type = contentTypeOf(context.req.header("content-type")).mediaType;
    const decoder = options.decoder(name);
    const isFrames = type === "application/octet-stream" || type === "text/plain" || type === NUMBERED_FRAMES;
    if (decoder === undefined || !isFrames) return next();
    const access = options.access?.mayWrite(senderOf(context), "lab", decoder.database) ?? "allowed";
    if (access === "forbidden") return context.text(`You may not write to channel '${name}'`, 403);
    if (access !== "allowed") return context.text("Credentials are required", 401);
    const { framing, acknowledges = false } = options.channel(name) ?? {};
    const isNumbered = acknowledges || type === NUMBERED_FRAMES;
    return answer(context, options, name, decoder, { framing: type === "text/plain" ? LINES : framing, isNumbered });
  };
}

async function answer(
  context: Context,
  options: HttpFramesOptions,
  name: string,
  decoder: DatagramDecoder,
  { framing, isNumbered }: { readonly framing: Framing | undefined; readonly isNumbered: boolean },
): Promise<Response> {
  const sender = posterOf(context, options);
  const stream = options.stream(name, sender, { isNumbered, ...(framing && { framing }) });
  try {
    const place = { realm: "lab", database: decoder.database };
    const body = openBody(context, watchWriting(options.access, senderOf(context), place), options.bodies);
    const isFrame = (bytes: Uint8Array) =>
      stream.isWhole(bytes) || (framing === undefined && !isFrameProblem(decoder.table.find(bytes)));
    if (framing === undefined || isNumbered) await readFrameOrStream(body, stream, isFrame);
    else for await (const chunk of body) await push(chunk, stream);
    // The end of the body ends its last line.
    if (framing === LINES) await push(LINE_END, stream);
  } catch (error) {
    if (!(error instanceof TelemetryError)) throw error;
    await stream.end();
    return responseOf(failure(error));
  }
  await stream.end();
  const { readings, rejected, firstError } = stream;
  if (readings === 0) return context.text(firstError?.message ?? "Empty request body", 400);
  const said = [{ type: "info", message: `Received #${readings} readings` }];
  if (rejected > 0) said.push({ type: "warning", message: `Rejected #${rejected}: ${firstError?.message}` });
  const command =
    options.commands?.hasFetched === true ? await options.commands.fetch(`lab/${name}`, sender) : undefined;
  if (command === undefined) return Response.json(said);
  const hex = showBytes(command, command.length);
  return Response.json([...said, { type: "command", message: hex }], { headers: { [COMMAND_HEADER]: hex } });
}

function posterOf(context: Context, { access }: HttpFramesOptions): string {
  const address = clientAddress(incomingOf(context)?.socket.remoteAddress ?? "", (name) => context.req.header(name));
  return fetchedBy(address, access?.userOf(senderOf(context)));
}

/** Reads a body that is exactly one frame as a frame, and anything else as a stream. */
async function readFrameOrStream(
  body: AsyncIterable<Uint8Array>,
  stream: FrameStream,
  isFrame: (bytes: Uint8Array) => boolean,
): Promise<void> {
  let first: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of body) {
    if (first === undefined) await push(chunk, stream);
    else if (first.length + chunk.length <= MAX_FRAME_BYTES) first = Buffer.concat([first, chunk]);
    else {
      await push(first, stream);
      await push(chunk, stream);
      first = undefined;
    }
  }
  if (first === undefined || first.length === 0) return;
  if (isFrame(first)) stream.frame(first);
  else await stream.take(first);
}

/** Reads the body no faster than the log accepts frames. */
async function push(chunk: Uint8Array, stream: FrameStream): Promise<void> {
  await stream.take(chunk);
  await stream.answered();
}
