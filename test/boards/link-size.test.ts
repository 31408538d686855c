/** Thirty fields need at most a kilobyte on an AVR, and a frame takes at most a tenth longer than handwritten code. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { requires } from "../support/requirements.ts";
import { LinkFolder, TARGETS } from "./link-size.ts";

let link: LinkFolder | undefined;
const folder = () => {
  link ??= new LinkFolder();
  return link;
};

after(() => link?.remove());

for (const target of TARGETS) {
  const skip = requires(target.compiler as "avr-gcc");
  test(`${target.name}: the code for thirty fields is smaller than a kilobyte`, { skip }, () => {
    const { all, keep } = folder().sizes(target);
    assert.ok(all! > 100 && all! <= 1024, `${all} bytes`);
    assert.ok(keep! <= 2048, `${keep} bytes`);
  });
}

test("a frame takes at most 1.1 times the cycles of memcpy and a checksum by hand", {
  skip: requires("avr-gcc", "simavr", "gcc"),
}, () => {
  const { byHand, frame, decode } = folder().cycles();
  assert.ok(byHand > 1000, `${byHand} bytes`);
  assert.ok(frame <= 1.1 * byHand, `${frame} cycles, by hand ${byHand}`);
  assert.ok(decode <= 1.1 * byHand, `${decode} cycles, by hand ${byHand}`);
});
