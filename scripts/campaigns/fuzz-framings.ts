/**
 * Every framing with random formats, structs and streams: `npm run campaigns -- fuzz-framings [--seconds 60] [--seed 1]`. There
 * must be no exception and no lost byte, no chunk of 16 KiB (a turn of the event loop) may take 50 ms of processor time, and buffers are
 * bounded. A slow case is repeated five times, because a garbage collection is not the framer's fault.
 */

import { parseArgs } from "node:util";
import { fuzzedStream, randomOf, runStream } from "../../test/support/framing-fuzz.ts";

const MOST_MS = 50;

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "60" }, seed: { type: "string", default: "1" } },
});
const endMs = performance.now() + 1000 * Number(values.seconds);
const kinds = new Map<
  string,
  { streams: number; bytes: number; frames: number; worstMs: number; mostWaiting: number }
>();

for (let seed = Number(values.seed); performance.now() < endMs; seed++) {
  const stream = fuzzedStream(randomOf(seed), 400_000);
  const { kind } = stream.framing;
  try {
    const result = runStream(stream);
    let { worstMs } = result;
    for (let again = 0; again < 5 && worstMs >= MOST_MS; again++)
      worstMs = Math.min(worstMs, runStream(stream).worstMs);
    if (worstMs >= MOST_MS) throw new Error(`a chunk takes ${worstMs.toFixed(1)} ms`);
    const sum = kinds.get(kind) ?? { streams: 0, bytes: 0, frames: 0, worstMs: 0, mostWaiting: 0 };
    sum.streams++;
    sum.bytes += result.bytes;
    sum.frames += result.frames;
    sum.worstMs = Math.max(sum.worstMs, worstMs);
    sum.mostWaiting = Math.max(sum.mostWaiting, result.mostWaiting);
    kinds.set(kind, sum);
  } catch (error) {
    console.log(`seed ${seed}, ${kind}: ${(error as Error).stack}`);
    console.log(JSON.stringify({ framing: stream.framing, format: stream.format, structs: stream.structs }));
    process.exitCode = 1;
  }
}

for (const [kind, { streams, bytes, frames, worstMs, mostWaiting }] of [...kinds].sort()) {
  console.log(
    `${kind.padEnd(7)} ${streams} streams, ${(bytes / 1e6).toFixed(0)} MB, ${frames} frames; a chunk takes ${worstMs.toFixed(1)} ms at most, ${mostWaiting} bytes wait at most`,
  );
}
console.log(
  `heap ${(process.memoryUsage().heapUsed / 1e6).toFixed(0)} MB, resident ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
);
