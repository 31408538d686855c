/** Frames of channels from endpoints other than UDP [D39]: TCP, serial ports, HTTP bodies. */

import { FrameMessages } from "../../intake/frame-messages.ts";
import type { SourceType } from "../source.ts";

export const frames: SourceType = {
  name: "frames",
  messages: ({ channels }) => new FrameMessages("frames", channels),
  make: async (context) => {
    const { FrameEndpoints } = await import("./frame-endpoints.ts");
    return new FrameEndpoints(context);
  },
};
