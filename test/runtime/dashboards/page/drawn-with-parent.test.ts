/** When a component of the page is drawn again. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createElement, render, signal, useState } from "../../../support/components.mjs";

/** Components that draw no elements need no document. */
function container(): object {
  return { nodeType: 1, parentNode: null, firstChild: null, childNodes: [] };
}

test("a component with state is drawn with what contains it, though its properties are the same objects", () => {
  const list = { length: 0 };
  const seen: number[] = [];
  const beside = signal(0);
  function Child({ of }: { readonly of: { readonly length: number } }) {
    useState(0);
    beside.value;
    seen.push(of.length);
    return null;
  }
  const place = container();
  for (list.length = 1; list.length <= 3; list.length++) render(createElement(Child, { of: list }), place);
  assert.deepEqual(seen, [1, 2, 3]);
});

test("without state, signals decide", () => {
  const of = {};
  const beside = signal(0);
  let drawn = 0;
  function Child(_props: { readonly of: object }) {
    beside.value;
    drawn += 1;
    return null;
  }
  const place = container();
  for (let i = 0; i < 3; i++) render(createElement(Child, { of }), place);
  assert.equal(drawn, 1);
});
