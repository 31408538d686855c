/** Publishes readings with QoS 1 from a separate process, with many in flight. */

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { connectAsync } from "mqtt";

export interface Publisher {
  readonly pid: number;
  /** Resolves when the broker has acknowledged them all. */
  publish(messages: number): Promise<void>;
  end(): void;
}

const SELF = fileURLToPath(import.meta.url);
const IN_FLIGHT = 200;

/** @param devices number of devices that take turns */
export async function startPublisher(url: string, devices = 16, inFlight = IN_FLIGHT): Promise<Publisher> {
  const child = fork(SELF, [url, String(devices), String(inFlight)], { execArgv: ["--import", "tsx"] });
  const answer = () =>
    new Promise<void>((resolve, reject) => {
      const onExit = (code: number | null) => reject(new Error(`the publisher ended with ${code}`));
      child.once("exit", onExit).once("message", () => {
        child.off("exit", onExit);
        resolve();
      });
    });
  await answer();
  return {
    pid: child.pid!,
    publish(messages) {
      child.send(messages);
      return answer();
    },
    end: () => void child.kill(),
  };
}

if (process.argv[1] === SELF) void run(process.argv[2] ?? "", Number(process.argv[3]), Number(process.argv[4]));

async function run(url: string, devices: number, inFlight: number): Promise<void> {
  const client = await connectAsync(url);
  const publishAll = async (messages: number): Promise<void> => {
    let sent = 0;
    const publish = async (): Promise<void> => {
      while (sent < messages) {
        const n = sent++;
        const topic = `bench/site/area/node-${n % devices}/data.json`;
        await client.publishAsync(topic, `{"n":${n},"temperature":21.5}`, { qos: 1 });
      }
    };
    await Promise.all(Array.from({ length: inFlight }, publish));
    process.send?.("published");
  };
  process.on("message", (messages) => void publishAll(Number(messages)));
  process.send?.("connected");
}
