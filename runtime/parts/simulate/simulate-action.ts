/** `channel-message <channel> simulate`: sends plausible messages at a steady rate. */

import type { Action } from "../../cli/action.ts";
import { openSender, parseTarget } from "../../cli/actions/send.ts";
import { UsageError } from "../../cli/command-error.ts";
import { findStruct } from "../../cli/find-struct.ts";
import { positive } from "../../cli/number-options.ts";
import { ProgressBar } from "../../cli/progress-bar.ts";
import { StructSimulation } from "../../cli/simulation.ts";
import { udpTargetOf } from "../../cli/udp-port.ts";

const TICK_MS = 10;

export const simulate: Action = {
  name: "simulate",
  after: "receive",
  channel: true,
  summary: "Send plausible values for every struct of the channel",
  example: "channel-message rig simulate --rate 10 --seconds 60",
  args: {
    rate: { type: "string", description: "Messages a second for each struct (5)", valueHint: "n" },
    seconds: { type: "string", description: "Stop after this time; by default on Ctrl-C", valueHint: "n" },
    struct: { type: "string", description: "Only this struct", valueHint: "name" },
    target: {
      type: "string",
      description: "Target; by default the channel's own port",
      valueHint: "udp://host:port",
    },
    json: { type: "boolean", description: "Print the summary as JSON" },
  },
  async run(context) {
    if (context.positionals.length > 0) throw new UsageError("simulate takes no arguments, only options");
    const channel = context.channel();
    const codecs = await context.codecs();
    const rate = positive(context.args["rate"], "rate") ?? 5;
    const seconds = positive(context.args["seconds"], "seconds") ?? Number.POSITIVE_INFINITY;
    const only = context.args["struct"];
    const structs = typeof only === "string" ? [findStruct(codecs, only)] : codecs.structs;
    const text = String(context.args["target"] ?? udpTargetOf(channel));
    const sender = await openSender(parseTarget(text), text);
    const sent = await run(
      structs.map((codec) => new StructSimulation(codec, channel)),
      { rate, seconds },
      (bytes) => sender.send(bytes),
    );
    sender.close();
    context.tell({ sent, target: text }, `${sent} messages sent to "${text}"`);
  },
};

/** Sends all messages that are due at each tick, so that late timers do not lower the rate. Returns the number sent. */
async function run(
  simulations: readonly StructSimulation[],
  { rate, seconds }: { rate: number; seconds: number },
  send: (bytes: Uint8Array) => Promise<void>,
): Promise<number> {
  const bar = new ProgressBar({ total: Number.isFinite(seconds) ? seconds : undefined, unit: "messages" });
  const began = performance.now();
  let rounds = 0;
  let stopped = false;
  const stop = () => {
    stopped = true;
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  while (!stopped) {
    const elapsed = (performance.now() - began) / 1000;
    const due = Math.floor(Math.min(elapsed, seconds) * rate);
    for (; rounds < due && !stopped; rounds++) {
      await Promise.all(simulations.map((simulation) => send(simulation.message(rounds / rate))));
    }
    bar.update(elapsed, rounds * simulations.length);
    if (elapsed >= seconds) break;
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  bar.clear();
  return rounds * simulations.length;
}
