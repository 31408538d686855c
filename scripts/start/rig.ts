/** The demo: the service, and a rig in another process that sends real datagrams for every struct. */

import { fork } from "node:child_process";
import { createSocket } from "node:dgram";
import { fileURLToPath } from "node:url";
import { loadCodecs } from "../../runtime/channels/load-codecs.ts";
import { StructSimulation } from "../../runtime/cli/simulation.ts";
import { loadSettings } from "../../runtime/settings/load-settings.ts";

/** Datagrams per second for each struct. */
const RATE = 5;

if (process.argv[2] === "rig") await runRig();
else if (!process.argv.some((argument) => /^(?:-h|--help|--version)$/.test(argument))) startRig();

/** The rig ends with its parent, but not the other way round. */
function startRig(): void {
  const rig = fork(fileURLToPath(import.meta.url), ["rig", ...process.argv.slice(2)], { stdio: "inherit" });
  const stop = () => rig.kill("SIGTERM");
  process.once("exit", stop);
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

async function runRig(): Promise<void> {
  const settings = loadSettings(configOption());
  const codecs = await loadCodecs(settings);
  const socket = createSocket("udp4");
  const senders = settings.channels.flatMap(({ name, udpPort, ...shape }) =>
    (codecs.get(name)?.structs ?? []).flatMap((codec) =>
      udpPort === undefined ? [] : [{ udpPort, simulation: new StructSimulation(codec, shape) }],
    ),
  );
  const began = Date.now();
  const timer = setInterval(() => {
    const seconds = (Date.now() - began) / 1000;
    for (const { udpPort, simulation } of senders) socket.send(simulation.message(seconds), udpPort, "127.0.0.1");
  }, 1000 / RATE);
  // A Ctrl-C reaches the rig twice: as a signal, and by the end of its parent.
  let stopped = false;
  const stop = () => {
    if (stopped) return;
    stopped = true;
    clearInterval(timer);
    socket.close();
    if (process.connected) process.disconnect();
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  process.once("disconnect", stop);
  console.log(`demo: a simulated rig sends ${senders.length} structs, ${RATE} datagrams a second each`);
}

function configOption(): { file?: string } {
  const args = process.argv.slice(2);
  const at = args.findIndex((argument) => argument === "--config" || argument.startsWith("--config="));
  const file = at < 0 ? undefined : args[at]?.includes("=") ? args[at]?.split("=")[1] : args[at + 1];
  return file === undefined ? {} : { file };
}
