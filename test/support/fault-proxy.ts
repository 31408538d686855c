/** A proxy between a client and a server on loopback that misbehaves on command. */

import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Fault =
  | { readonly kind: "none" }
  | {
      readonly kind: "status";
      readonly status: number;
      readonly body?: string;
      readonly headers?: Record<string, string>;
    }
  /** Cut before the answer; `after`: when the server has already processed the request. */
  | { readonly kind: "cut"; readonly when: "before" | "after" }
  /** An answer as raw bytes. */
  | { readonly kind: "raw"; readonly bytes: string };

export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly encoding: string | undefined;
}

export interface FaultProxy {
  readonly url: string;
  /** Requests seen, `POST /write`. */
  readonly requests: string[];
  /** The fault for the next request; called for each. */
  fault: (request: ProxiedRequest) => Fault;
  close(): Promise<void>;
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing));
  const proxy: FaultProxy = {
    url: "",
    requests: [],
    fault: () => ({ kind: "none" }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const { method = "GET", url: path = "/" } = incoming;
    proxy.requests.push(`${method} ${path.split("?")[0]}`);
    const fault = proxy.fault({
      method,
      path,
      body: body.toString("utf8"),
      encoding: incoming.headers["content-encoding"],
    });
    if (fault.kind === "status") {
      outgoing.writeHead(fault.status, { "content-type": "application/json", ...fault.headers });
      outgoing.end(fault.body ?? `{"error":"${fault.status} for the test"}`);
    } else if (fault.kind === "raw") {
      outgoing.socket?.end(fault.bytes, "latin1");
    } else if (fault.kind === "cut" && fault.when === "before") {
      outgoing.socket?.destroy();
    } else {
      forward(incoming, body, outgoing, fault.kind === "cut");
    }
  };

  const forward = (incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, cut: boolean): void => {
    const onward = request(
      new URL(incoming.url ?? "/", target),
      { method: incoming.method, headers: { ...incoming.headers, connection: "close" } },
      (answer) => {
        if (cut) {
          outgoing.socket?.destroy();
          answer.resume();
          return;
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.socket?.destroy());
    onward.end(body);
  };

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(proxy, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}
