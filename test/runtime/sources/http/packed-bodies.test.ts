import assert from "node:assert/strict";
import { test } from "node:test";
import { encode } from "@msgpack/msgpack";
import { packedAsJson } from "../../../../runtime/sources/http/packed-bodies.ts";

test("MessagePack's own times keep their nanoseconds, also before 1970", async () => {
  const half = new Date(-500);
  const body = encode({ before: half, after: new Date(1_767_323_045_250) });
  const read = JSON.parse((await packedAsJson("application/msgpack", Buffer.from(body))).toString()) as {
    before: string;
    after: string;
  };
  assert.equal(read.before, "1969-12-31T23:59:59.500000000Z");
  assert.equal(Date.parse(read.before), half.getTime());
  assert.equal(read.after, "1767323045.250000000");
});
