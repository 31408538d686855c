/** Who has many clients takes the room of no other user. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket } from "ws";
import { EVERYBODY } from "../../../runtime/http/caller.ts";
import { Bound } from "../../../runtime/model/bounds.ts";
import { FoxgloveServer } from "../../../runtime/parts/foxglove/foxglove-server.ts";
import { type Walks, walkLimits } from "../../support/limit-walks.ts";

const WALKS: Walks = {
  "foxglove-clients": async () => {
    const server = new FoxgloveServer({}, new Bound("foxglove-clients", undefined, { all: 20 }));
    server.serve({
      spectator: ({ url = "" }) => ({ ...EVERYBODY, credential: { user: url.slice(1), generation: "" } }),
      measurements: async () => ({ measurements: [], isWhole: true }),
    });
    const http = createServer();
    http.on("upgrade", (request, socket, head) => server.handleUpgrade(request, socket, head));
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const { port } = http.address() as AddressInfo;
    const isOpen = (user: string) =>
      new Promise<boolean>((resolve) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/${user}`, ["foxglove.sdk.v1"]);
        socket.on("open", () => resolve(true));
        socket.on("error", () => resolve(false));
      });
    let clients = 0;
    while (await isOpen("a")) clients++;
    const own = await isOpen("b");
    await server.close();
    http.close();
    return clients > 10 && own ? 0 : 1;
  },
};

walkLimits(WALKS);
