import assert from "node:assert/strict";
import { after, test } from "node:test";
import { connect } from "@nats-io/transport-node";
import { type NatsServer, startNats } from "../../support/nats.ts";
import { requires } from "../../support/requirements.ts";
import { until } from "../../support/until.ts";
import { userOf } from "./cluster-permissions.ts";

const skip = requires("nats-server");
let server: NatsServer | undefined;
after(() => server?.stop());

/** Acts that would take data from others or impersonate another role; each is a subject to publish to. */
const DESTRUCTION = [
  "$JS.API.STREAM.DELETE.structline-lab-frames",
  "$JS.API.STREAM.PURGE.structline-lab-frames",
  "$JS.API.STREAM.MSG.DELETE.structline-lab-frames",
  "$JS.API.STREAM.UPDATE.structline-lab-frames",
  "$JS.API.STREAM.CREATE.structline-lab-frames",
  "$JS.API.STREAM.RESTORE.structline-lab-frames",
  "$JS.API.STREAM.SNAPSHOT.KV_structline-lab-access",
  "$JS.API.STREAM.DELETE.KV_structline-lab-access",
  "$JS.API.STREAM.PURGE.KV_structline-lab-nodes",
  "$JS.API.STREAM.MSG.DELETE.KV_structline-lab-nodes",
  "$JS.API.STREAM.DELETE.structline-lab-rejects",
  "$JS.API.CONSUMER.CREATE.KV_structline-lab-access.x",
];
const READING = [
  "$JS.API.CONSUMER.CREATE.structline-lab-frames.x",
  "$JS.API.CONSUMER.DELETE.structline-lab-frames.store-1-1-1-a",
  "$JS.API.CONSUMER.MSG.NEXT.structline-lab-frames.store-1-1-1-a",
  "$JS.ACK.structline-lab-frames.store-1-1-1-a.1.1.1.1.0",
  "$KV.structline-lab-nodes.workers",
  "$KV.structline-lab-nodes.embedded-store",
  "structline.lab.refused.frame",
];
const USERS = ["$KV.structline-lab-access.users", "$KV.structline-lab-access.sessions"];
const TAKING = [
  "structline.lab.frames.1",
  "$KV.structline-lab-nodes.identity.01234567-89ab-4cde-8f01-23456789abcd",
  "$KV.structline-lab-nodes.number.1",
];
const FORBIDDEN: Readonly<Record<string, readonly string[]>> = {
  ingest: [...DESTRUCTION, ...READING, ...USERS],
  store: [...DESTRUCTION, ...USERS],
  view: [...DESTRUCTION, ...READING, ...TAKING],
};
const UNHEARD = ["structline.lab.frames.>", "$KV.>", "$JS.>", "$SYS.>", ">"];

test("with the printed permissions no role can do the work of another", { skip }, async () => {
  const users = Object.keys(FORBIDDEN).map((role) => userOf(role, [role]));
  server = await startNats("nats-server", `authorization { users = [${users.join(",\n")}] }\n`);
  for (const [user, acts] of Object.entries(FORBIDDEN)) {
    const connection = await connect({ servers: server.url.replace("nats://", ""), user, pass: "secret" });
    const refused = new Set<string>();
    void (async () => {
      for await (const status of connection.status()) {
        if (status.type === "error") refused.add(/"([^"]+)"/.exec(status.error.message)?.[1] ?? status.error.message);
      }
    })();
    for (const act of acts) connection.publish(act, "{}");
    for (const subject of UNHEARD) connection.subscribe(subject, { callback: () => {} });
    await connection.flush();
    const missing = () => [...acts, ...UNHEARD].filter((subject) => !refused.has(subject));
    await until(
      () => missing().length === 0,
      () => `what ${user} may do: ${missing()}`,
    );
    await connection.close();
  }
});

test("a role that does not exist is refused with the names of all roles", () => {
  assert.throws(() => userOf("king", ["king"]), /ingest, store, view, all, first; not 'king'/);
});
