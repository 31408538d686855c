/** Publishes readings with QoS 1, many in flight, in a process of its own. */

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { connectAsync } from "mqtt";

export interface MqttLoad {
  readonly url: string;
  readonly messages: number;
}

const SELF = fileURLToPath(import.meta.url);
const IN_FLIGHT = 200;

/** Resolves when all are acknowledged by the broker. */
export function publishLoad(load: MqttLoad): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(SELF, [JSON.stringify(load)], { execArgv: ["--import", "tsx"] });
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`the publisher ended with ${code}`))));
  });
}

if (process.argv[1] === SELF) void run(JSON.parse(process.argv[2] ?? "{}") as MqttLoad);

async function run({ url, messages }: MqttLoad): Promise<void> {
  const client = await connectAsync(url);
  let sent = 0;
  const publish = async (): Promise<void> => {
    while (sent < messages) {
      const n = sent++;
      await client.publishAsync(`bench/site/area/node-${n % 16}/data.json`, `{"n":${n},"temperature":21.5}`, {
        qos: 1,
      });
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, publish));
  await client.endAsync();
  process.exit();
}
