/** Units as loggers write them in a table's row of units. Pure. */

import { UNITS } from "../../channels/units.ts";

/** What loggers write → how we write it. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  UNITS.flatMap(({ symbol, loggers = [] }) => loggers.map((word) => [word, symbol] as const)),
);

/** Units with the prefixes that are written before them. */
const BASES: readonly (readonly [prefixes: string, units: readonly string[]])[] = [
  ["numkMG", ["V", "A", "W", "Wh", "VA", "var", "VAh", "Ah", "Hz", "Ω", "Ohm", "J", "N", "Pa", "bar", "g", "s", "S"]],
  ["numckdh", ["m", "L", "l", "Pa", "mol"]],
  ["nump", ["F", "H"]],
  [
    "",
    ["K", "%", "lx", "lm", "cd", "min", "h", "d", "ppm", "ppb", "pH", "psi", "mph", "kn", "ft", "inHg", "dB", "dBm"],
  ],
  ["", ["rpm", "U/min", "1/min", "g/m³", "mg/L", "mg/l", "°C", "°F", "°", "°dH", "NTU", "FNU", "PSU", "µg/m³", "mm/h"]],
];
const KNOWN = new Set(
  BASES.flatMap(([prefixes, units]) =>
    units.flatMap((unit) => [unit, ...[...prefixes].map((prefix) => (prefix === "u" ? "µ" : prefix) + unit)]),
  ),
);
const TIMES = new Set(["s", "min", "h", "d"]);
const LONGEST = 20;

/** The unit that a cell names: `degC`, `[hPa]`, `(m/s)`; undefined if it names none. */
export function unitOf(cell: string): string | undefined {
  const text = cell
    .trim()
    .replace(/^[[(](.*)[\])]$/, "$1")
    .trim();
  if (text === "" || text.length > LONGEST) return undefined;
  const known = SPELLINGS.get(text.toLowerCase());
  if (known !== undefined) return known;
  const written = text.replaceAll("\u03bc", "\u00b5").replace(/^u(?=[A-Z]|g|m|s)/, "µ");
  if (KNOWN.has(written)) return written;
  const [over, under, ...more] = written.split("/");
  return more.length === 0 && under !== undefined && KNOWN.has(over!) && (TIMES.has(under) || KNOWN.has(under))
    ? written
    : undefined;
}
