/** Pictures are drawn two at a time: who asks for many refuses and delays nobody else's. */

import assert from "node:assert/strict";
import { DrawError, PictureDrawer } from "../../../runtime/parts/pictures/draw-picture.ts";
import { walkLimits } from "../../support/limit-walks.ts";

walkLimits({
  "draw-picture MOST_WAITING": async () => {
    const drawn: string[] = [];
    const drawer = new PictureDrawer(async (order) => {
      drawn.push(order as never);
      await new Promise((resolve) => setImmediate(resolve));
      return new Uint8Array();
    });
    const asked = (client: string) => drawer.draw(client as never, client).catch((error: unknown) => error);
    const ofA = Array.from({ length: 500 }, () => asked("a"));
    const ofB = [asked("b"), asked("b")];
    const lost = (await Promise.all(ofB)).filter((answer) => answer instanceof DrawError).length;
    const before = drawn.lastIndexOf("b");
    assert.ok(before <= 6, `b's pictures are among the first: ${before}`);
    const refused = (await Promise.all(ofA)).filter((answer) => answer instanceof DrawError).length;
    assert.equal(refused, 500 + 2 - 2 - 32);
    return lost;
  },
});
