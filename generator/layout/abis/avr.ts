/** 8-bit AVR: avr-gcc, where nothing needs alignment, int has 16 bits and double is binary32. [avr-gcc ABI, type layout] */

import type { TargetAbi } from "../target-abi.ts";

export const AVR: TargetAbi = {
  name: "avr",
  compiler: "avr-gcc",
  arithmetic: {
    uint8_t: { scalar: "uint8", alignment: 1 },
    int8_t: { scalar: "int8", alignment: 1 },
    uint16_t: { scalar: "uint16", alignment: 1 },
    int16_t: { scalar: "int16", alignment: 1 },
    uint32_t: { scalar: "uint32", alignment: 1 },
    int32_t: { scalar: "int32", alignment: 1 },
    uint64_t: { scalar: "uint64", alignment: 1 },
    int64_t: { scalar: "int64", alignment: 1 },
    char: { scalar: "int8", alignment: 1 },
    "signed char": { scalar: "int8", alignment: 1 },
    "unsigned char": { scalar: "uint8", alignment: 1 },
    short: { scalar: "int16", alignment: 1 },
    "unsigned short": { scalar: "uint16", alignment: 1 },
    int: { scalar: "int16", alignment: 1 },
    "unsigned int": { scalar: "uint16", alignment: 1 },
    long: { scalar: "int32", alignment: 1 },
    "unsigned long": { scalar: "uint32", alignment: 1 },
    "long long": { scalar: "int64", alignment: 1 },
    "unsigned long long": { scalar: "uint64", alignment: 1 },
    bool: { scalar: "bool", alignment: 1 },
    float: { scalar: "float32", alignment: 1 },
    double: { scalar: "float32", alignment: 1 },
  },
  enumWidth: "int",
  biggestAlignment: 1,
  bitFieldsKeepToUnits: false,
  unnamedBitFieldsAlign: false,
};
