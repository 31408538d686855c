import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { readHeaders } from "../../../generator/syntax/read-headers.ts";
import { planOf } from "../../support/channel-plan.ts";

const TEXT = `typedef struct { int x; } other_t;
typedef enum { IDLE, BUSY = 4 } state_t;
enum { COUNT = BUSY };
struct part { union { int a; float b; } value; };
struct unneeded { enum { NONE } mode; };
struct wanted { struct part parts[COUNT]; struct { int c; } inner; };`;

test("a record without a tag is needed for what it declares alone", () => {
  const { records } = readHeaders(planOf({}), memoryReader({ "lab.h": TEXT }, ""), new Set(["wanted"]));
  const names = [...records.keys()].flatMap(({ name }) => name ?? []);
  assert.deepEqual(names.sort(), ["part", "wanted"]);
});
