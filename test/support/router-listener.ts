/** An embedded router on a loopback listener of its own. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { EmbeddedRouter, type RouterOptions } from "../../runtime/bus/embedded-router.ts";

export interface RouterListener {
  readonly router: EmbeddedRouter;
  /** `ws://127.0.0.1:…/ws` */
  readonly url: string;
  close(): Promise<void>;
}

export async function listenWithRouter(options: Partial<RouterOptions> = {}, port = 0): Promise<RouterListener> {
  // No event is too many because a busy machine took long for one.
  const limits = { delivery: { share: 1, burstMs: 1e6 }, ...options.limits };
  const router = new EmbeddedRouter({ realm: "lab", ...options, limits });
  const server = createServer((_request, response) => response.writeHead(404).end());
  server.on("upgrade", (request, socket, head) => router.handleUpgrade(request, socket, head));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    router,
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`,
    close: async () => {
      await router.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
