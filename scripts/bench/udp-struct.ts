/** The struct of 30 fields that the UDP rows send: all kinds of numbers, a third of them with rules. */

const FIELDS = 27;
const TYPES = ["uint16_t", "int16_t", "uint32_t", "float", "double", "uint8_t"];
const BYTES = [2, 2, 4, 4, 8, 1];
export const SIZE = Array.from({ length: FIELDS }, (_, index) => BYTES[index % BYTES.length]!).reduce(
  (sum, one) => sum + one,
  6,
);

/** Header name → text, with the requested number of such structs. */
export function headersOf(structs: number): Record<string, string> {
  const fields = Array.from({ length: FIELDS }, (_, index) => {
    const rule = index % 3 === 0 ? ` // @rule: name=v${index}; expr=f${index} * 0.25 - 40; unit=°C` : "";
    return `  ${TYPES[index % TYPES.length]} f${index};${rule}`;
  });
  const of = (id: number) =>
    `struct struct_bench${id} {\n  uint8_t length;\n  uint8_t ID;\n  uint32_t n;\n${fields.join("\n")}\n} bench${id} = {${SIZE}, ${id}};\n`;
  return { "bench.h": `#pragma pack(1)\n${Array.from({ length: structs }, (_, index) => of(index + 1)).join("")}` };
}

export function iniOf(channels: number): string {
  const names = Array.from({ length: channels }, (_, index) => `bench${index}`);
  const sections = names.map(
    (name) => `[lab-${name}]\nudp_port = 0\nwamp_topic = lab.${name}\ninclude_path = headers\nheader_files = bench.h\n`,
  );
  return `[lab]\nchannels = ${names.map((name) => `lab-${name}`).join(", ")}\n${sections.join("")}`;
}
