/** A complete example of a source: files put into `<folder>/<realm>/<network>/<gateway>/<node>/` become messages. */

import * as fs from "node:fs/promises";
import { dirname, extname, join, relative } from "node:path";
import { DeviceMessages } from "../../runtime/intake/device-messages.ts";
import { accepted } from "../../runtime/intake/intake.ts";
import { parsePath } from "../../runtime/model/address.ts";
import type { Source, SourceContext, SourceType } from "../../runtime/sources/source.ts";

const LOOK_EVERY_MS = 20;
const TYPES: Readonly<Record<string, string>> = { ".json": "application/json", ".csv": "text/csv" };
const topic = (path: string) => `${path}.json`;
const ADDRESSING = { source: "folder", transport: "folder", parse: parsePath, topic, empty: "Empty file" };

export function watchedFolder(folder: string): SourceType {
  return {
    name: "folder",
    messages: (context) => new DeviceMessages(ADDRESSING, context),
    make: async (context) => new WatchedFolder(folder, context),
  };
}

class WatchedFolder implements Source {
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(
    readonly folder: string,
    readonly context: Pick<SourceContext, "intake" | "clock">,
  ) {}

  async start(): Promise<void> {
    this.#timer = setInterval(() => {
      this.#looking = this.#looking.then(() => this.#look()).catch(() => {});
    }, LOOK_EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  status() {
    return { state: "ok" as const, detail: this.folder };
  }

  lines(): readonly string[] {
    return [`${this.folder}/<realm>/<network>/<gateway>/<node>/*.json, *.csv`];
  }

  /** A file is deleted once its message is durable. A file that cannot be read is renamed, and its error is signalled like any other. */
  async #look(): Promise<void> {
    for (const entry of await fs.readdir(this.folder, { withFileTypes: true, recursive: true })) {
      const file = join(entry.parentPath ?? entry.path, entry.name);
      const contentType = TYPES[extname(file)];
      if (!entry.isFile() || contentType === undefined) continue;
      const address = `${relative(this.folder, dirname(file))}/data`;
      const receivedNs = this.context.clock.nowNs();
      const message = { source: "folder", address, sender: entry.name, contentType, receivedNs };
      const taking = accepted(this.context.intake, { ...message, payload: await fs.readFile(file) });
      await taking.then(
        () => fs.rm(file),
        () => fs.rename(file, `${file}.rejected`),
      );
    }
  }
}
