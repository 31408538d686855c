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
    const { intake, clock, log, onFailed } = this.#context;
    this.#receiver = new UdpSource({
      onDatagram: (message) => intake.take({ message }),
      onForbidden: (message) => intake.reject(message, notAllowed(message)),
      onEnded: (sentence) => log.warn({ event: "udp.thread-ended" }, sentence),
      clock,
      onFailed,
    });
    await this.reload(this.#context.configuration);
  }

  async reload({ settings }: Configuration): Promise<void> {
    if (this.#receiver !== undefined) await this.#context.channels.apply(settings.channels, this.#receiver);
  }

  async stop(): Promise<void> {
    await this.#receiver?.stop();
  }

  lines(): readonly string[] {
    return this.#context.channels.lines();
  }

  status(): PartStatus {
    const status = this.#receiver?.status() ?? { state: "down", detail: "not started" };
    const [problem] = this.#context.channels.problems();
    // Fewer channels are served than are configured.
    return status.state !== "ok" || problem === undefined ? status : { ...status, state: "degraded", detail: problem };
  }
}

function notAllowed({ sender }: Message): ValueError {
  return new ValueError(`sender ${sender} is outside 'allow_from'`, "forbidden");
}
