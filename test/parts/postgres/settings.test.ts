import assert from "node:assert/strict";
import { test } from "node:test";
import { problems } from "../../support/read-settings.ts";

test("a password is not repeated", () => {
  assert.equal(
    problems("[lab]\nchannels =\n[store]\nurl = postgres://u:secret@h\n"),
    "channels.ini:4: url: 'postgres://u:***@h' names no database; write postgres://host:5432/telemetry",
  );
});

test("PostgreSQL keeps rows until they are deleted there", () => {
  assert.match(
    problems("[lab]\nchannels =\n[store]\nurl = postgres://h/d\nkeep = 90d\n"),
    /keep applies to the embedded store only: in PostgreSQL/,
  );
});
