/** Compiler flags: applied, known to have no effect, or rejected. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { compilerFlags, targetsWith } from "../../../generator/targets/flags.ts";
import type { AbiName } from "../../../runtime/channels/abi-names.ts";

const problems = (abi: AbiName, flags: string) =>
  compilerFlags({ abi, cflags: flags.split(" ") }).problems.map(({ flag, reason, near }) =>
    [flag, reason, ...near].join(" "),
  );

test("common project flags are accepted", () => {
  const taken: readonly [AbiName, string][] = [
    [
      "arm-eabi",
      "-mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard -Os -g3 -Wall -ffunction-sections -std=gnu11",
    ],
    ["arm-eabi", "-march=armv7e-m -mcpu=cortex-m4 -mthumb --specs=nano.specs -I inc -o out.o -Wl,-Map=x.map"],
    ["avr", "-mmcu=atmega328p -Os -fpack-struct -fshort-enums -funsigned-bitfields -flto -MMD -MF x.d"],
    ["xtensa", "-mlongcalls -mtext-section-literals -fno-exceptions"],
    ["riscv32", "-march=rv32imc -mabi=ilp32 -msmall-data-limit=8"],
    ["x86-64", "-O2 -march=haswell -fPIC -pthread"],
    ["msvc-x64", "/std:c++17 /O2 /W4 /Zp1 /EHsc /DBOARD=2"],
  ];
  for (const [abi, flags] of taken) assert.deepEqual(problems(abi, flags), [], flags);
});

test("unknown flags, and flags that change layouts in unsupported ways, are rejected", () => {
  assert.deepEqual(problems("arm-eabi", "-mcpu=cortex-m44"), [
    "-mcpu=cortex-m44 processor cortex-m4 cortex-m1 cortex-m0",
  ]);
  assert.deepEqual(problems("avr", "-mmcu=atmega328pp"), [
    "-mmcu=atmega328pp processor atmega328p atmega324p atmega324pa",
  ]);
  assert.deepEqual(problems("x86-64", "-mx32 -fwarp-speed"), ["-mx32 layout", "-fwarp-speed unknown"]);
  assert.deepEqual(problems("x86-64", "-fms-extensions"), ["-fms-extensions layout"]);
  assert.deepEqual(problems("arm-eabi", "-mcpu=cortex-m0 -mfloat-abi=hard"), [
    "-mcpu=cortex-m0 -mfloat-abi=hard refused",
  ]);
  assert.deepEqual(problems("arm-eabi", "-mcpu=cortex-m3 -march=armv8-m.main"), [
    "-mcpu=cortex-m3 -march=armv8-m.main together",
  ]);
});

test("flags of another processor lead to the targets that have them", () => {
  assert.deepEqual(targetsWith(["-mcpu=cortex-m4", "-mthumb"]), ["arm-eabi", "arm-eabi-clang"]);
  assert.deepEqual(targetsWith(["-mmcu=atmega328p"]), ["avr"]);
  assert.deepEqual(targetsWith(["-fwarp-speed"]), []);
});
