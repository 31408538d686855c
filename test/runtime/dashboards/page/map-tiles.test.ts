/** The tiles of a map server under a track, numbered as in OpenStreetMap's wiki ("Slippy map tilenames"). */

import assert from "node:assert/strict";
import { test } from "node:test";
import { tilesIn } from "../../../../runtime/dashboards/page/browser/kinds/views/tile-grid.ts";
import { parseMapTiles } from "../../../../runtime/http/values.ts";

const scale = (min: number, max: number) => ({ min, max });

test("Berlin's centre is in tile 10/550/335", () => {
  const around = 0.001;
  const tiles = tilesIn(scale(13.405 - 0.17, 13.405 + 0.17), scale(52.52 - around, 52.52 + around), 256);
  assert.ok(
    tiles.some(({ z, column, row }) => z === 10 && column === 550 && row === 335),
    JSON.stringify(tiles),
  );
});

test("zoom 0 has one tile for the world, which repeats beyond its edge, and a map requests a limited number of tiles", () => {
  assert.deepEqual(tilesIn(scale(-180, 179.9), scale(-90, 90), 256), [{ z: 0, column: 0, row: 0 }]);
  assert.deepEqual(
    new Set(tilesIn(scale(170, 190), scale(0, 10), 256).map(({ z, column }) => column >= 2 ** z)),
    new Set([false, true]),
  );
  for (const width of [300, 1000, 4000])
    for (const span of [1e-6, 0.01, 1, 90, 360])
      assert.ok(tilesIn(scale(0, span), scale(-span / 4, span / 4), width).length <= 48, `${width} ${span}`);
  assert.deepEqual(tilesIn(scale(0, 1), scale(86, 89), 300), []);
});

test("the key needs an address with all three placeholders, without characters that end an attribute or a policy", () => {
  const good = "https://tile.example.org/{z}/{x}/{y}.png © OpenStreetMap & friends";
  assert.equal(parseMapTiles(good), good);
  for (const wrong of [
    "https://tile.example.org/{z}/{x}.png",
    "tile/{z}/{x}/{y}",
    "javascript:alert(1)//{z}{x}{y}",
    `https://a"/{z}/{x}/{y}`,
    "https://a; script-src */{z}/{x}/{y}",
    "https://u:p@a.example/{z}/{x}/{y}",
  ])
    assert.throws(() => parseMapTiles(wrong), /is not an address like/, wrong);
});
