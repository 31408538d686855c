/** Family 2xx: sizes, offsets, packing. */

import type { DiagnosticKind } from "../diagnostic.ts";

export const LAYOUT = {
  W201: {
    severity: "warning",
    title: "Declared length does not fit the layout",
    explanation:
      "The struct's `length` equals neither its natural nor its packed size, so datagrams of the declared length cannot be decoded. Natural layout is taken. Correct the length, the fields or the packing; `layout = natural | packed` in the channel's section settles the packing. [D5]",
    example:
      "struct struct_tank {\n    uint8_t  length;\n    uint8_t  ID;\n    uint8_t  valve;\n    uint16_t level;\n} tank = {9, 4};",
    message: (details: {
      struct: string;
      declared: number;
      natural: string;
      packed: string;
      disagreement: string | undefined;
    }) =>
      `'${details.struct}' declares ${details.declared} bytes, but has ${details.natural} in natural layout and ${details.packed} packed${details.disagreement === undefined ? "" : `; ${details.disagreement}`}`,
    hint: () => "correct the declared length, or add '#pragma pack' or padding as the firmware's compiler has it",
  },
} as const satisfies Record<string, DiagnosticKind>;
