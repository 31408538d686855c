/** Fields with another byte order than their channel (`@order`): every reader must follow the header. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { onlyLong } from "../../support/long.ts";
import { needsPeers, PYTHON_PROGRAM } from "../../support/peers.ts";
import { groundDifferences } from "./ground.ts";
import { kaitaiDifferences } from "./kaitai.ts";
import { lorawanDifferences } from "./lorawan.ts";
import { emitText, sampleMessages } from "./messages.ts";
import { pythonDifferences } from "./python.ts";
import { rustDifferences } from "./rust.ts";

const HEADER = `#pragma pack(push, 1)
struct struct_orders {
  uint8_t length;
  uint8_t ID;
  uint16_t network;  // @order: big
  uint16_t host;
  int32_t signed_network; // @order: big
  float rate;        // @order: big
  double energy;     // @order: big
  uint64_t count;    // @order: big
  int16_t axes[3];   // @order: big
  uint8_t flag : 1;
} orders = {37, 1};
#pragma pack(pop)
// @order: big
struct turned { uint16_t mode : 3; uint16_t level : 13; uint8_t on : 1; int8_t trim : 5; uint32_t wide : 20; int32_t deep : 24; };
struct memory { uint16_t a : 5; uint16_t b : 11; int32_t c : 20; uint16_t d; } __attribute__((scalar_storage_order("big-endian")));
struct struct_bits {
  uint8_t length;
  uint8_t ID;
  uint8_t low : 3;
  uint8_t high : 5;
  struct turned first[2];
  uint16_t plain : 9;
  struct memory second;
  uint8_t last : 2;
} bits = {sizeof(struct struct_bits), 2};
`;

test("every emitted reader supports @order, of bits, too", {
  skip: onlyLong || needsPeers("npm", "PyPI", "rustc"),
}, async () => {
  const channel = await emitText(HEADER, ["lorawan", "kaitai", "python", "xtce", "cosmos", "rust"]);
  const messages = sampleMessages(channel, 8);
  assert.equal(messages.length, 16);
  assert.deepEqual(lorawanDifferences(channel, messages), []);
  assert.deepEqual(await kaitaiDifferences(channel, messages), []);
  assert.deepEqual(pythonDifferences([[channel, messages]], PYTHON_PROGRAM), []);
  assert.deepEqual(pythonDifferences([[channel, messages]], PYTHON_PROGRAM, ["numpy"]), []);
  for (const kind of ["xtce", "cosmos"] as const) {
    assert.deepEqual(groundDifferences(kind, channel, messages).differences, [], kind);
  }
  assert.deepEqual(
    rustDifferences([channel], () => messages),
    [],
  );
});
