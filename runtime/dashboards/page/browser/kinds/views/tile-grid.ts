/** Tiles of Web Mercator maps, 256 pixels each: selects the visible ones and computes their edges. No DOM. */

/** Maximum for one panel; beyond it, coarser tiles are used. */
const MOST_AT_ONCE = 48;
const TILE_PIXELS = 256;
const FINEST = 19;
/** Limit of Web Mercator. */
const MOST_LATITUDE = 85.0511;

/** In degrees. */
interface Range {
  readonly min: number;
  readonly max: number;
}

export interface Tile {
  readonly z: number;
  /** May be outside the world map, which wraps around. */
  readonly column: number;
  readonly row: number;
}

/** @param width pixels */
export function tilesIn(x: Range, y: Range, width: number): Tile[] {
  const [north, south] = [Math.min(y.max, MOST_LATITUDE), Math.max(y.min, -MOST_LATITUDE)];
  if (north <= south) return [];
  const wanted = Math.log2((360 * width) / (TILE_PIXELS * (x.max - x.min)));
  for (let z = Math.max(0, Math.min(FINEST, Math.round(wanted))); ; z -= 1) {
    const [first, last] = [Math.floor(columnOf(x.min, z)), Math.floor(columnOf(x.max, z))];
    const [top, bottom] = [Math.floor(rowOf(north, z)), Math.min(2 ** z - 1, Math.floor(rowOf(south, z)))];
    if (z > 0 && (last - first + 1) * (bottom - top + 1) > MOST_AT_ONCE) continue;
    const tiles: Tile[] = [];
    for (let column = first; column <= last && tiles.length < MOST_AT_ONCE; column += 1)
      for (let row = Math.max(0, top); row <= bottom; row += 1) tiles.push({ z, column, row });
    return tiles;
  }
}

function columnOf(longitude: number, z: number): number {
  return ((longitude + 180) / 360) * 2 ** z;
}

function rowOf(latitude: number, z: number): number {
  return ((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z;
}

export function longitudeOf(column: number, z: number): number {
  return (column / 2 ** z) * 360 - 180;
}

export function latitudeOf(row: number, z: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** z))) * 180) / Math.PI;
}
