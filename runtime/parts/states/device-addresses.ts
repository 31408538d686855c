/**
 * The addresses of devices in a file beside the journal: names and folders of devices are made of them, and must not change with
 * a restart. `DeviceStates` owns them; the file is written some time after one becomes known.
 */

import { KeptFile } from "../../lib/kept-file.ts";
import type { DeviceStates } from "./device-states.ts";

const NAME = "addresses";
const LONGEST = 4096;
/** A fleet becomes known within seconds, and the whole file is written each time. */
const WRITE_AFTER_MS = 2000;

type Kept = { addresses: [database: string, measurement: string, address: string][] };

export class DeviceAddresses {
  readonly #file: KeptFile;

  private constructor(path: string, states: DeviceStates, onProblem: (sentence: string) => void) {
    this.#file = new KeptFile(path, NAME, (): Kept => ({ addresses: [...states.addresses()].map(copied) }), onProblem);
    states.onAddress(() => this.#file.changed(WRITE_AFTER_MS));
  }

  /** Damage is reported: those addresses are known again with the device's next message. */
  static async open(
    path: string,
    states: DeviceStates,
    onProblem: (sentence: string) => void,
  ): Promise<DeviceAddresses> {
    const kept = await KeptFile.read<Kept>(path, NAME, schema, onProblem);
    for (const [database, measurement, address] of kept?.addresses ?? [])
      states.remember(database, measurement, address);
    return new DeviceAddresses(path, states, onProblem);
  }

  /** Writes pending changes. */
  close(): Promise<void> {
    return this.#file.close();
  }
}

async function schema() {
  const z = await import("zod");
  const text = z.string().max(LONGEST);
  return z.object({ addresses: z.array(z.tuple([text, text, text])) });
}

function copied([database, measurement, address]: readonly [string, string, string]): Kept["addresses"][number] {
  return [database, measurement, address];
}
