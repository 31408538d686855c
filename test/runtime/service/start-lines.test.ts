/** Warnings that the service prints after its start. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { unsetClock } from "../../../runtime/service/start-lines.ts";

test("a clock that is older than the tables of time zones is not set, and the warning says what to do", () => {
  for (const time of ["1970-01-01T00:00:10Z", "2022-03-04T05:06:07Z"])
    assert.match(
      unsetClock(new Date(time)).join("\n"),
      new RegExp(`^the clock of this machine is not set: it says ${time.slice(0, 10)}, .* set it, then `),
    );
  assert.deepEqual(unsetClock(new Date()), []);
});
