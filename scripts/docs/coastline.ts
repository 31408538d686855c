/**
 * Writes the page's coastline: `node --import tsx scripts/docs/coastline.ts FILE`, where FILE is `land-110m.json` of the package world-atlas,
 * Natural Earth's land at 1:110 million as TopoJSON (public domain, https://www.naturalearthdata.com).
 */

import { readFileSync, writeFileSync } from "node:fs";

interface Topology {
  readonly arcs: readonly (readonly (readonly [number, number])[])[];
  readonly transform: { readonly scale: readonly [number, number]; readonly translate: readonly [number, number] };
}

const STEPS_PER_DEGREE = 20;
const file = process.argv[2];
if (file === undefined) throw new Error("which file? node --import tsx scripts/docs/coastline.ts land-110m.json");
const { arcs, transform } = JSON.parse(readFileSync(file, "utf8")) as Topology;
const lines = arcs.flatMap((arc) => {
  let [x, y] = [0, 0];
  let before: readonly [number, number] = [0, 0];
  const deltas = arc.flatMap(([dx, dy]) => {
    [x, y] = [x + dx, y + dy];
    const [lon, lat] = [x, y].map((value, i) => value * transform.scale[i]! + transform.translate[i]!) as [
      number,
      number,
    ];
    const place = [Math.round(lon * STEPS_PER_DEGREE), Math.round(lat * STEPS_PER_DEGREE)] as const;
    const delta = [place[0] - before[0], place[1] - before[1]];
    before = place;
    return delta[0] === 0 && delta[1] === 0 ? [] : delta;
  });
  return deltas.length < 4 ? [] : [deltas.join(" ")];
});
writeFileSync(
  new URL("../../runtime/dashboards/page/browser/kinds/map/coastline.ts", import.meta.url),
  `/**
 * The coastlines of the world, made by scripts/docs/coastline.ts from Natural Earth at 1:110 million (public domain). One text
 * for each line: longitude and latitude of its first point, then differences, in units of 1/${STEPS_PER_DEGREE} degree.
 */
export const STEPS_PER_DEGREE = ${STEPS_PER_DEGREE};
export const COASTLINE = "${lines.join(";")}";
`,
);
