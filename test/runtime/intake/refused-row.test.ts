import assert from "node:assert/strict";
import { test } from "node:test";
import type { Message } from "../../../runtime/model/message.ts";
import { kindsOf } from "../../support/device-messages.ts";

test("a plain value that the store refuses is kept and named as received", () => {
  const message: Message = {
    source: "mqtt",
    address: "r/n/g/d/data/t",
    sender: "",
    contentType: "",
    receivedNs: 1000n,
    payload: Buffer.from("warm"),
  };
  const kind = kindsOf().of(message);
  const [point] = kind.decode(message).points;
  assert.ok(point !== undefined, "a point");
  assert.deepEqual(kind.rowOf({ ...point, origin: { message, id: "1" } }), { message });
});
