/** x86-64 with the System V ABI: gcc and clang on Linux. [System V ABI, AMD64 supplement, 3.1.2] */

import type { TargetAbi } from "../target-abi.ts";

export const X86_64: TargetAbi = {
  name: "x86-64",
  compiler: "gcc",
  arithmetic: {
    uint8_t: { scalar: "uint8", alignment: 1 },
    int8_t: { scalar: "int8", alignment: 1 },
    uint16_t: { scalar: "uint16", alignment: 2 },
    int16_t: { scalar: "int16", alignment: 2 },
    uint32_t: { scalar: "uint32", alignment: 4 },
    int32_t: { scalar: "int32", alignment: 4 },
    uint64_t: { scalar: "uint64", alignment: 8 },
    int64_t: { scalar: "int64", alignment: 8 },
    char: { scalar: "int8", alignment: 1 },
    "signed char": { scalar: "int8", alignment: 1 },
    "unsigned char": { scalar: "uint8", alignment: 1 },
    short: { scalar: "int16", alignment: 2 },
    "unsigned short": { scalar: "uint16", alignment: 2 },
    int: { scalar: "int32", alignment: 4 },
    "unsigned int": { scalar: "uint32", alignment: 4 },
    long: { scalar: "int64", alignment: 8 },
    "unsigned long": { scalar: "uint64", alignment: 8 },
    "long long": { scalar: "int64", alignment: 8 },
    "unsigned long long": { scalar: "uint64", alignment: 8 },
    bool: { scalar: "bool", alignment: 1 },
    float: { scalar: "float32", alignment: 4 },
    double: { scalar: "float64", alignment: 8 },
  },
  enumWidth: "int",
  biggestAlignment: 16,
  bitFieldsKeepToUnits: true,
  unnamedBitFieldsAlign: false,
};
