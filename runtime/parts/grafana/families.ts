/**
 * Panels of a device's own dashboard: columns with the same unit are drawn together, grouped by name as in HiveEyes.
 */

export interface Family {
  readonly title: string;
  readonly names: RegExp;
  /** Grafana's id. */
  readonly unit: string;
}

const FAMILIES: readonly Family[] = [
  { title: "weight", names: /weight|wght|gewicht/i, unit: "masskg" },
  { title: "temperature", names: /^temp|temp(erature?)?(_c)?$|temperatur/i, unit: "celsius" },
  { title: "humidity", names: /^hum|hum(idity)?$|feuchte/i, unit: "humidity" },
  { title: "volume", names: /^volume/i, unit: "dB" },
  { title: "voltage", names: /volt|^vcc|spannung|^batt.*v$/i, unit: "volt" },
];

/** Undefined: drawn with all others. */
export function familyOf(column: string): Family | undefined {
  return FAMILIES.find(({ names }) => names.test(column));
}
