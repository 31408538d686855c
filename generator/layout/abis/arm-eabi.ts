/** 32-bit Arm with the EABI: arm-none-eabi-gcc, which sets -fshort-enums. [AAPCS32 5.1, 8.1] */

import type { TargetAbi } from "../target-abi.ts";

export const ARM_EABI: TargetAbi = {
  name: "arm-eabi",
  compiler: "arm-none-eabi-gcc",
  arithmetic: {
    uint8_t: { scalar: "uint8", alignment: 1 },
    int8_t: { scalar: "int8", alignment: 1 },
    uint16_t: { scalar: "uint16", alignment: 2 },
    int16_t: { scalar: "int16", alignment: 2 },
    uint32_t: { scalar: "uint32", alignment: 4 },
    int32_t: { scalar: "int32", alignment: 4 },
    uint64_t: { scalar: "uint64", alignment: 8 },
    int64_t: { scalar: "int64", alignment: 8 },
    char: { scalar: "uint8", alignment: 1 },
    "signed char": { scalar: "int8", alignment: 1 },
    "unsigned char": { scalar: "uint8", alignment: 1 },
    short: { scalar: "int16", alignment: 2 },
    "unsigned short": { scalar: "uint16", alignment: 2 },
    int: { scalar: "int32", alignment: 4 },
    "unsigned int": { scalar: "uint32", alignment: 4 },
    long: { scalar: "int32", alignment: 4 },
    "unsigned long": { scalar: "uint32", alignment: 4 },
    "long long": { scalar: "int64", alignment: 8 },
    "unsigned long long": { scalar: "uint64", alignment: 8 },
    bool: { scalar: "bool", alignment: 1 },
    float: { scalar: "float32", alignment: 4 },
    double: { scalar: "float64", alignment: 8 },
  },
  enumWidth: "smallest",
  biggestAlignment: 8,
  bitFieldsKeepToUnits: true,
  unnamedBitFieldsAlign: true,
};
