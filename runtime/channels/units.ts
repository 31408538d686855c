/**
 * The units that structline knows: how they are written, what mathjs, Grafana and Home Assistant call them, and how loggers do. The only such
 * table [D64]: versions, dashboards, Home Assistant and the rows of units in uploads read it. Pure.
 */

export interface Unit {
  /** As we write it. */
  readonly symbol: string;
  /** Other spellings in headers. */
  readonly names?: readonly string[];
  /** mathjs's, or one of `DEFINED`; absent: the symbol. */
  readonly math?: string;
  /** Grafana's ID. */
  readonly grafana?: string;
  /** Home Assistant's device class. [developers.home-assistant.io, sensor entity] */
  readonly home?: { readonly deviceClass: string; readonly stateClass?: "total" };
  /** Further spellings in tables of loggers, in small letters. */
  readonly loggers?: readonly string[];
}

const home = (deviceClass: string) => ({ home: { deviceClass } });

export const UNITS: readonly Unit[] = [
  {
    symbol: "°C",
    names: ["degC", "℃"],
    math: "degC",
    grafana: "celsius",
    ...home("temperature"),
    loggers: ["degc", "deg c", "deg. c", "deg_c", "°c", "ºc", "c", "celsius", "grad c", "degree_c", "degrees_c"],
  },
  {
    symbol: "°F",
    names: ["degF", "℉"],
    math: "degF",
    grafana: "fahrenheit",
    ...home("temperature"),
    loggers: ["degf", "deg f", "°f", "ºf", "fahrenheit"],
  },
  { symbol: "K", grafana: "kelvin", ...home("temperature") },
  {
    symbol: "°",
    names: ["deg", "degree", "degrees"],
    math: "deg",
    grafana: "degree",
    loggers: ["deg", "degrees", "degree", "º"],
  },
  { symbol: "rad", grafana: "radian" },
  { symbol: "V", grafana: "volt", ...home("voltage"), loggers: ["volts", "volt"] },
  { symbol: "mV", grafana: "mvolt", ...home("voltage") },
  { symbol: "kV", grafana: "kvolt" },
  { symbol: "A", grafana: "amp", ...home("current") },
  { symbol: "mA", grafana: "mamp", ...home("current") },
  { symbol: "kA", grafana: "kamp" },
  { symbol: "W", grafana: "watt", ...home("power") },
  { symbol: "mW", grafana: "mwatt" },
  { symbol: "kW", grafana: "kwatt", ...home("power") },
  { symbol: "MW", grafana: "megwatt" },
  { symbol: "VA", math: "V A", grafana: "voltamp", ...home("apparent_power") },
  { symbol: "kVA", math: "kV A" },
  { symbol: "Wh", grafana: "watth", home: { deviceClass: "energy", stateClass: "total" } },
  { symbol: "kWh", grafana: "kwatth", home: { deviceClass: "energy", stateClass: "total" } },
  { symbol: "MWh", home: { deviceClass: "energy", stateClass: "total" } },
  { symbol: "Ah", grafana: "amph" },
  { symbol: "mAh", grafana: "mamph" },
  { symbol: "J", grafana: "joule" },
  { symbol: "eV", grafana: "ev" },
  { symbol: "Ω", names: ["Ohm", "ohm", "\u2126"], math: "ohm", grafana: "ohm", loggers: ["ohms", "ohm"] },
  { symbol: "kΩ", names: ["kOhm", "kohm", "k\u2126"], math: "kohm", grafana: "kohm" },
  { symbol: "MΩ", names: ["MOhm", "Mohm", "M\u2126"], math: "Mohm", grafana: "Mohm" },
  { symbol: "mΩ", names: ["mOhm", "mohm", "m\u2126"], math: "mohm" },
  { symbol: "F" },
  { symbol: "µF", names: ["uF"], math: "uF", grafana: "µfarad" },
  { symbol: "nF", grafana: "nfarad" },
  { symbol: "pF", grafana: "pfarad" },
  { symbol: "mH", grafana: "mhenry" },
  { symbol: "µH", names: ["uH"], math: "uH", grafana: "µhenry" },
  { symbol: "lm", grafana: "lumens" },
  { symbol: "lx", names: ["lux"], grafana: "lux", ...home("illuminance"), loggers: ["lux"] },
  { symbol: "cd", grafana: "candela" },
  // Grafana would rescale its `pressurembar` to bar.
  { symbol: "mbar", grafana: "pressurehpa", ...home("pressure") },
  { symbol: "hPa", grafana: "pressurehpa", ...home("pressure") },
  { symbol: "bar", grafana: "pressurebar", ...home("pressure") },
  { symbol: "kPa", grafana: "pressurekpa", ...home("pressure") },
  { symbol: "psi", grafana: "pressurepsi", ...home("pressure") },
  { symbol: "Pa", grafana: "pressurepa", ...home("pressure") },
  { symbol: "mmHg", ...home("pressure") },
  { symbol: "inHg", ...home("pressure") },
  { symbol: "%", math: "percent", grafana: "percent", loggers: ["percent", "pct", "% rh", "%r.h.", "%rf", "% rf"] },
  { symbol: "%RH", names: ["%rH", "%H"], math: "percent", grafana: "humidity", ...home("humidity") },
  { symbol: "‰", math: "permille" },
  { symbol: "ppm", grafana: "ppm" },
  { symbol: "ppb", grafana: "conppb" },
  // No class for what Home Assistant 2024.3 does not know: mm/s, kV, mW, MW, kVA, J, nmi, m², L/h.
  { symbol: "mm/s" },
  {
    symbol: "m/s",
    grafana: "velocityms",
    ...home("speed"),
    loggers: ["meters/second", "m s-1", "ms-1", "m.s-1"],
  },
  { symbol: "km/h", names: ["kph", "kmh", "kmph"], math: "km/hour", grafana: "velocitykmh", ...home("speed") },
  { symbol: "mph", names: ["mi/h"], math: "mi/hour", grafana: "velocitymph", ...home("speed") },
  { symbol: "kn", names: ["kt", "kts", "knots", "knot"], math: "knot", grafana: "velocityknot", ...home("speed") },
  { symbol: "m/s²", names: ["m/s^2", "m/s2"], math: "m/s^2", grafana: "accMS2" },
  { symbol: "rpm", names: ["RPM", "1/min", "r/min", "rev/min", "U/min", "min^-1"], math: "min^-1", grafana: "rotrpm" },
  { symbol: "rad/s", grafana: "rotrads" },
  { symbol: "°/s", names: ["degrees/s", "deg/s", "dps"], math: "deg/s", grafana: "rotdegs" },
  { symbol: "Nm", names: ["N·m", "N m", "N*m"], math: "N m", grafana: "forceNm" },
  { symbol: "kNm", names: ["kN·m", "kN m", "kN*m"], math: "kN m", grafana: "forcekNm" },
  { symbol: "mNm", names: ["mN·m", "mN m", "mN*m"], math: "mN m" },
  { symbol: "N", grafana: "forceN" },
  { symbol: "kN", grafana: "forcekN" },
  { symbol: "Hz", names: ["1/s", "s^-1"], grafana: "hertz", ...home("frequency") },
  { symbol: "kHz", ...home("frequency") },
  { symbol: "MHz", ...home("frequency") },
  { symbol: "GHz", ...home("frequency") },
  { symbol: "s", names: ["sec"], grafana: "s", ...home("duration") },
  { symbol: "ms", grafana: "ms", ...home("duration") },
  { symbol: "µs", names: ["us", "usec"], math: "us", grafana: "µs" },
  { symbol: "ns", grafana: "ns" },
  { symbol: "min", math: "minute", grafana: "m", ...home("duration") },
  { symbol: "h", math: "hour", ...home("duration") },
  { symbol: "d", math: "day", ...home("duration") },
  { symbol: "mm", grafana: "lengthmm", ...home("distance") },
  { symbol: "cm", ...home("distance") },
  { symbol: "m", grafana: "lengthm", ...home("distance") },
  { symbol: "km", grafana: "lengthkm", ...home("distance") },
  { symbol: "ft", grafana: "lengthft", ...home("distance") },
  { symbol: "in", grafana: "lengthin", ...home("distance") },
  { symbol: "nmi", names: ["NM"] },
  { symbol: "m²", names: ["m^2", "m2"], math: "m^2", grafana: "areaM2" },
  { symbol: "mg", grafana: "massmg", ...home("weight") },
  { symbol: "g", ...home("weight") },
  { symbol: "kg", grafana: "masskg", ...home("weight") },
  { symbol: "L", names: ["l"], grafana: "litre", ...home("volume_storage") },
  { symbol: "mL", names: ["ml"], grafana: "mlitre", ...home("volume_storage") },
  { symbol: "m³", names: ["m^3", "m3"], math: "m^3", grafana: "m3", ...home("volume_storage"), loggers: ["m3", "m^3"] },
  {
    symbol: "m³/h",
    names: ["m^3/h", "m3/h"],
    math: "m^3/hour",
    ...home("volume_flow_rate"),
    loggers: ["m^3/h", "m3/h"],
  },
  { symbol: "L/min", names: ["l/min"], math: "L/minute", grafana: "flowlpm", ...home("volume_flow_rate") },
  { symbol: "L/h", names: ["l/h"], math: "L/hour", grafana: "litreh" },
  {
    symbol: "W/m²",
    names: ["W/m^2", "W/m2"],
    math: "W/m^2",
    ...home("irradiance"),
    loggers: ["w/m^2", "w/m2", "wm-2", "w m-2", "w/m²"],
  },
  {
    symbol: "µg/m³",
    names: ["ug/m3", "ug/m^3", "µg/m3"],
    math: "ug/m^3",
    loggers: ["ug/m3", "µg/m3", "μg/m3", "ug/m³", "µg/m³"],
  },
  // Sound has dBA; dB is a ratio, such as a gain.
  { symbol: "dB", grafana: "dB" },
  { symbol: "dBA", ...home("sound_pressure") },
  { symbol: "dBm", grafana: "dBm", ...home("signal_strength") },
  { symbol: "µSv/h", names: ["uSv/h"], math: "uSv/hour", grafana: "radusvh" },
  { symbol: "mSv/h", math: "mSv/hour", grafana: "radmsvh" },
  { symbol: "Sv/h", math: "Sv/hour" },
  { symbol: "Bq", grafana: "radbq" },
  { symbol: "bit/s", names: ["bps"], grafana: "bps", ...home("data_rate") },
  { symbol: "oilbarrel" },
  { symbol: "beerbarrel" },
  { symbol: "tonne", names: ["t"] },
  { symbol: "shortton", math: "ton" },
];

/** What mathjs lacks; `base`: a quantity of its own. */
export const DEFINED: readonly { readonly name: string; readonly is: string; readonly prefixes?: "short" }[] = [
  { name: "fraction", is: "base" },
  { name: "percent", is: "0.01 fraction" },
  { name: "permille", is: "0.001 fraction" },
  { name: "ppm", is: "1e-6 fraction" },
  { name: "ppb", is: "1e-9 fraction" },
  { name: "nmi", is: "1852 m" },
  { name: "knot", is: "1852 m / hour" },
  { name: "inHg", is: "3386.389 Pa" },
  { name: "Sv", is: "1 J / kg", prefixes: "short" },
  { name: "Bq", is: "base", prefixes: "short" },
  { name: "lx", is: "base", prefixes: "short" },
  { name: "lm", is: "base", prefixes: "short" },
  { name: "dB", is: "base" },
  { name: "dBA", is: "base" },
  { name: "dBm", is: "base" },
];

/** Names that two trades read differently, and the spellings that are clear. */
export const TWO_READINGS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ["bbl", ["oilbarrel", "beerbarrel"]],
  ["ton", ["tonne", "shortton"]],
  ["tons", ["tonne", "shortton"]],
]);

const BY_NAME = new Map(UNITS.flatMap((unit) => [unit.symbol, ...(unit.names ?? [])].map((name) => [name, unit])));

/** Without what keyboards write in two ways: MICRO SIGN and GREEK SMALL LETTER MU look alike. */
export function plainUnit(text: string): string {
  return text.trim().replaceAll("\u03bc", "\u00b5").replace(/°\s+/, "°");
}

export function unitNamed(text: string): Unit | undefined {
  return BY_NAME.get(plainUnit(text));
}
