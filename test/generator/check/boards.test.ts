/** Boards by the names that tools give them, with the chips that PlatformIO's and Zephyr's lists name for them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { BOARD_EXAMPLES, boardIn, boardNamed } from "../../../generator/check/boards.ts";

const BOARDS = {
  avr: "uno nanoatmega328 nanoatmega328new megaatmega2560 leonardo micro pro16MHzatmega328 promicro attiny85 AT90CAN128 teensy2pp feather32u4",
  xtensa:
    "esp32 esp32dev esp32-s3-devkitc-1 nodemcu-32s nano32 pico32 lolin_d32 wemos_d1_mini32 d1_mini nodemcuv2 esp12e esp8266 m5stack-core-esp32 micros2 adafruit_feather_esp32s2",
  riscv32:
    "esp32-c3 esp32-c3-devkitm-1 esp32c6 esp32h2 lolin_c3_mini wifiduino32c3 ttgo-t-oi-plus ch32v003f4p6_evt hifive1 longan-nano",
  "arm-eabi":
    "nucleo_f446re nucleo-f446 disco_f407vg bluepill_f103c8 blackpill_f411ce genericSTM32F103C8 black_f407ve microduino32_flash rp2040 pico rpipico2 teensy41 teensylc due zeroUSB mkrwifi1010 nano33ble uno_r4_wifi nrf52840_dk microbit feather_m0 STM32F446RETx cortex-m4",
  msp430: "msp430 lpmsp430g2553 mspexp430g2553lp",
  aarch64: "rpi_4b raspberrypi5 qemu_cortex_a53",
};

test("boards have the processors that their makers name", () => {
  for (const [abi, names] of Object.entries(BOARDS))
    for (const name of names.split(" ")) assert.equal(boardNamed(name)?.abi, abi, name);
  for (const name of BOARD_EXAMPLES) assert.ok(boardNamed(name) !== undefined, name);
  for (const name of ["", "flux capacitor", "z80", "rpi"]) assert.equal(boardNamed(name), undefined, name);
});

test("in platformio.ini a board that is not known has its platform's processor", () => {
  const files = (text: string) => [{ name: "platformio.ini", text }];
  assert.equal(boardIn(files("[env:x]\nplatform = ststm32@^17\nboard = my_own\n"))?.abi, "arm-eabi");
  assert.equal(boardIn(files("[env:x]\nplatform = espressif32\nboard = my_own\n")), undefined);
  assert.equal(boardIn(files("[env:x]\nplatform = espressif32\nboard = esp32-c3-devkitm-1\n"))?.abi, "riscv32");
  assert.equal(boardIn(files("[env:x]\nboard = my_own\nboard_build.mcu = esp32s3\n"))?.abi, "xtensa");
});
