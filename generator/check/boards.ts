/** The processor of a board, by its usual names: those of PlatformIO, Arduino, ESP-IDF, Zephyr, the Pico SDK and STM32CubeMX. */

import type { AbiName } from "../../runtime/channels/abi-names.ts";

export interface Board {
  readonly abi: AbiName;
  /** What it is, for the user. */
  readonly title: string;
}

interface Family extends Board {
  /** Matches a name in lower case, with '-' for '_' and blanks. */
  readonly names: RegExp;
}

/** The first that matches counts. A chip in the name says more than the maker's word before it (`nano32`, `microduino-core-esp32`). */
const FAMILIES: readonly Family[] = [
  {
    names: /(?:esp|wifiduino)32-?[chp]\d|^(?:lolin|m5stack|m5stamp|airm2m-core)-?c3|^ttgo-t-oi-plus/,
    abi: "riscv32",
    title: "an ESP32 with RISC-V",
  },
  {
    names:
      /esp32|esp-?wrover|^(?:nano|pico|pocket-|node|nodemcu-|denky|wifiduino|microduino-core-|d-duino-|nscreen-|onehorse|hornbill|firebeetle|lolin-?d?|wemos-?d)32|^(?:m5st|lolin-s\d|ttgo|lilygo-t-display|heltec-wi|tinypico|um-(?:feather|tiny|nano|pro)s|upesy|micros2$|lopy|wipy|wt32)/,
    abi: "xtensa",
    title: "an ESP32",
  },
  {
    names: /esp-?(?:8266|01|07|12)|^nodemcu|^d1(?:-mini)?(?:$|-)|^wemos-?d1|^huzzah/,
    abi: "xtensa",
    title: "an ESP8266",
  },
  {
    names:
      /stm32|(?:^|[-_])(?:[fghl][0-7]\d\d[a-z]|l4r\d|wle5)|^(?:nucleo|disco|blue-?pill|black-?pill|robotdyn-blackpill|microduino32|b-[lgu]\d|maple|pyboard|olimexino|ststm32)/,
    abi: "arm-eabi",
    title: "an STM32",
  },
  {
    names: /^(?:rp2040|rp2350|pico|rpi-?pico|raspberry-?pi-?pico|nano-?rp2040|raspberrypi$)/,
    abi: "arm-eabi",
    title: "a Raspberry Pi Pico",
  },
  { names: /^teensy-?(?:2|pp)/, abi: "avr", title: "a Teensy 2" },
  { names: /^teensy/, abi: "arm-eabi", title: "a Teensy with Cortex-M" },
  {
    names: /^(?:nano-?33|nanoble|due|zero|mkr|giga|portenta|nicla|uno-?r4|minima|opta)/,
    abi: "arm-eabi",
    title: "an Arduino with Cortex-M",
  },
  {
    names:
      /^(?:uno|nano|mega|leonardo|micro(?!bit)|mini|pro-?mini|pro-?micro|pro8|pro16|ethernet|yun|lilypad|diecimila|fio|esplora|robot|gemma|trinket|protrinket|atmelavr|atmelmegaavr)|at(?:mega|tiny|xmega)|at90|\d+u4|^\d*328p/,
    abi: "avr",
    title: "an Arduino with AVR",
  },
  {
    names: /^(?:nrf5|nrf9|nordicnrf|microbit|bbc-?microbit|thingy|particle|xiao-?ble|adafruit-?feather-?nrf)/,
    abi: "arm-eabi",
    title: "an nRF with Cortex-M",
  },
  {
    names:
      /^(?:sam[dehlrs]\d|sam3|atmelsam|feather-?m[04]|adafruit-?(?:feather-?m|itsybitsy-?m|metro-?m)|xiao|frdm|lpc|imxrt|mimxrt|mk\d|k64f|efm32|efr32|siliconlabs|tm4c|lm4f|xmc|gd32[ef]|apm32|at32|ra\d|freescalekinetis|nxp|renesas-ra|maxim32|cortex-?m|qemu-?cortex-?m|mps2)/,
    abi: "arm-eabi",
    title: "a Cortex-M",
  },
  {
    names: /^(?:ch32v|gd32v|longan|hifive|sifive|fe310|bl60|k210|kendryte|sipeed-maix|qemu-?riscv32)/,
    abi: "riscv32",
    title: "a RISC-V with 32 bits",
  },
  { names: /^(?:lp-?)?(?:mspexp|msp-?exp|msp|timsp)-?430/, abi: "msp430", title: "an MSP430" },
  {
    names: /^(?:raspberry-?pi|rpi)-?[345]|^(?:jetson|rk3[35]|imx8|bcm27|qemu-?(?:aarch64|cortex-?a53))/,
    abi: "aarch64",
    title: "a Linux board with 64-bit ARM",
  },
  { names: /^(?:native$|pc$|linux-?x64|x86-?64|native-?posix|native-?sim)/, abi: "x86-64", title: "a PC" },
];

/** Boards that people know, by target. */
const FAMILIAR: Readonly<Partial<Record<AbiName, string>>> = {
  avr: "Uno, Nano, Mega",
  xtensa: "ESP32, ESP8266",
  "arm-eabi": "STM32, Pico, Teensy",
  riscv32: "ESP32-C3",
};

/** `xtensa (ESP32, ESP8266)`. */
export function withBoards(abi: AbiName): string {
  const boards = FAMILIAR[abi];
  return boards === undefined ? abi : `${abi} (${boards})`;
}

/** For a refusal. */
export const BOARD_EXAMPLES = [
  "esp32",
  "esp32-c3",
  "esp8266",
  "uno",
  "nucleo-f446",
  "rp2040",
  "teensy41",
  "nrf52840",
  "msp430",
];

/** @returns undefined for a name that is not known */
export function boardNamed(name: string): Board | undefined {
  const normal = name
    .trim()
    .toLowerCase()
    .replaceAll(/[_\s]+/g, "-");
  const found = FAMILIES.find(({ names }) => names.test(normal));
  return found && { abi: found.abi, title: found.title };
}

export interface FoundBoard extends Board {
  readonly name: string;
  /** `platformio.ini:4`. */
  readonly place: string;
}

/** What a file of a firmware's project says about its board. */
interface Sign {
  readonly file: RegExp;
  readonly pattern: RegExp;
}

/** The group is the board's name, or the chip's. */
const SIGNS: readonly Sign[] = [
  { file: /^platformio\.ini$/i, pattern: /^\s*board\s*=\s*([\w-]+)\s*$/gm },
  { file: /^platformio\.ini$/i, pattern: /^\s*board_build\.mcu\s*=\s*([\w-]+)\s*$/gm },
  // espressif32 stands for several processors.
  { file: /^platformio\.ini$/i, pattern: /^\s*platform\s*=\s*(?:platformio\/)?(?!espressif32)([\w-]+)/gm },
  { file: /^sdkconfig(?:\.defaults)?$/i, pattern: /^CONFIG_IDF_TARGET="([\w-]+)"/gm },
  { file: /\.ioc$/i, pattern: /^Mcu\.(?:UserName|CPN|Name)=([\w-]+)/gm },
  { file: /^boards\.txt$/i, pattern: /^[\w.-]+\.build\.mcu=([\w-]+)/gm },
  { file: /^CMakeLists\.txt$/i, pattern: /\b(?:PICO_BOARD|PICO_PLATFORM|IDF_TARGET|BOARD)\b["\s]+"?([a-z][\w-]+)/gi },
  { file: /^CMakeLists\.txt$/i, pattern: /-mcpu=(cortex-m[\w+]*)/gi },
  { file: /^CMakeLists\.txt$/i, pattern: /-mmcu=(at(?:mega|tiny|xmega)\w+|msp430\w*)/gi },
  { file: /^CMakeLists\.txt$/i, pattern: /\b(pico)_sdk_init\b/gi },
];

/**
 * The board that a project's files name.
 * @param files of one folder, by name
 * @returns undefined if they name none, or boards with different processors
 */
export function boardIn(files: readonly { readonly name: string; readonly text: string }[]): FoundBoard | undefined {
  const named = files.flatMap(({ name, text }) => {
    const own = SIGNS.filter(({ file }) => file.test(name));
    return own.flatMap(({ pattern }) => [...text.matchAll(pattern)].flatMap((match) => found(name, text, match)));
  });
  const [first] = named;
  return first !== undefined && named.every(({ abi }) => abi === first.abi) ? first : undefined;
}

function found(file: string, text: string, { 1: name = "", index }: RegExpExecArray): FoundBoard[] {
  const board = boardNamed(name);
  const line = text.slice(0, index).split("\n").length;
  return board === undefined ? [] : [{ ...board, name, place: `${file}:${line}` }];
}
