/** `serial:/dev/ttyUSB0@115200`. Only this file uses the package, which is loaded only if a channel names a port. */

import type { SerialSettings } from "../../channels/channel-settings.ts";
import type { Reopened } from "./reopened-endpoint.ts";

export function serialConnection(settings: SerialSettings): Reopened {
  const { path, baudRate, dataBits, parity, stopBits } = settings;
  return {
    name: `serial:${path}`,
    connect: async () => {
      const { SerialPort } = await import("serialport");
      const port = new SerialPort({ path, baudRate, dataBits, parity, stopBits, autoOpen: false });
      await new Promise<void>((resolve, reject) => {
        port.open((error) => (error ? reject(new Error(error.message.replace(/^Error:?\s*/, ""))) : resolve()));
      });
      // Unplugging ends the stream with an error and closes the port.
      return port;
    },
  };
}
