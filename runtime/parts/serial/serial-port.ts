/** `serial:/dev/ttyUSB0@115200`. Only this file uses the package, which is loaded only if a channel names a port. */

import type { Duplex } from "node:stream";
import type { SerialSettings } from "../../channels/channel-settings.ts";
import { nativePackage } from "../../lib/native-package.ts";
import type { Reopened } from "../../sources/frames/reopened-endpoint.ts";

export function serialConnection(settings: SerialSettings): Reopened {
  return { name: `serial:${settings.path}`, connect: () => openPort(settings) };
}

/** Unplugging ends the stream with an error and closes the port. @throws Error if it is not available now */
export async function openPort({ path, baudRate, dataBits, parity, stopBits }: SerialSettings): Promise<Duplex> {
  const { SerialPort } = await nativePackage("serialport", () => import("serialport"));
  const port = new SerialPort({ path, baudRate, dataBits, parity, stopBits, autoOpen: false });
  await new Promise<void>((resolve, reject) => {
    port.open((error) => (error ? reject(new Error(error.message.replace(/^Error:?\s*/, ""))) : resolve()));
  });
  return port;
}
