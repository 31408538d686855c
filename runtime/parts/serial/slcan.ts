/** `slcan:/dev/ttyACM0@500k`: a CAN adapter at a serial port. */

import type { Duplex } from "node:stream";
import { ofChannel } from "../../frames/can/can-frame.ts";
import { CLOSING_TEXT, openingText, slcanLine, slcanText } from "../../frames/can/slcan.ts";
import { readBus, sender } from "../../sources/frames/bus-lines.ts";
import type { Reopened } from "../../sources/frames/reopened-endpoint.ts";
import { openPort } from "./serial-port.ts";

export function slcanConnection({ path, bitRate }: { readonly path: string; readonly bitRate: number }): Reopened {
  const name = `slcan:${path}`;
  return {
    name,
    connect: async () => {
      const port = await openPort({ path, baudRate: 115_200, dataBits: 8, parity: "none", stopBits: 1 });
      port.write(openingText(bitRate));
      return port;
    },
    read: async (readable, context) => {
      const port = readable as Duplex;
      const send = (frame: Uint8Array) =>
        new Promise<void>((resolve, reject) => {
          port.write(slcanText(ofChannel(frame)), (error) => (error ? reject(error) : resolve()));
        });
      try {
        return await readBus(readable, name, slcanLine, context, sender(send));
      } finally {
        if (port.writable) port.write(CLOSING_TEXT);
      }
    },
  };
}
