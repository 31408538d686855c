/** UDP as a source: a port for each channel. */

import { FrameMessages } from "../../intake/frame-messages.ts";
import { ValueError } from "../../telemetry/error-signal.ts";
import type { Message } from "../../telemetry/message.ts";
import type { PartStatus } from "../../telemetry/part-status.ts";
import type { Configuration, Source, SourceContext, SourceType } from "../source.ts";
import type { UdpSource } from "./udp-source.ts";

export const udp: SourceType = {
  name: "udp",
  messages: ({ channels }) => new FrameMessages("udp", channels),
  make: async (context) => new UdpDoor(context),
};

class UdpDoor implements Source {
  readonly #context: SourceContext;
  #receiver: UdpSource | undefined;

  constructor(context: SourceContext) {
    this.#context = context;
  }

  async start(): Promise<void> {
    const { UdpSource } = await import("./udp-source.ts");
    const { intake } = this.#context;
    this.#receiver = new UdpSource({
      onDatagram: (message) => intake.take({ message }),
      onForbidden: (message) => intake.reject(message, notAllowed(message)),
    });
    await this.reload(this.#context.configuration);
  }

  async reload({ settings, codecs }: Configuration): Promise<void> {
    if (this.#receiver !== undefined) await this.#context.channels.apply(settings.channels, codecs, this.#receiver);
  }

  async stop(): Promise<void> {
    await this.#receiver?.stop();
  }

  lines(): readonly string[] {
    return this.#context.channels.lines();
  }

  status(): PartStatus {
    return this.#receiver?.status() ?? { state: "down", detail: "not started" };
  }
}

function notAllowed({ sender }: Message): ValueError {
  return new ValueError(`sender ${sender} is outside 'allow_from'`, "forbidden");
}
