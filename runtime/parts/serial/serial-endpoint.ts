import { ReopenedEndpoint } from "../../sources/frames/reopened-endpoint.ts";
import type { MakeEndpoint } from "../../sources/frames/stream-endpoint.ts";
import { serialConnection } from "./serial-port.ts";
import { slcanConnection } from "./slcan.ts";

export const serialEndpoint: MakeEndpoint = (endpoint, _, context) => {
  switch (endpoint.kind) {
    case "serial":
      return new ReopenedEndpoint(serialConnection(endpoint.serial), context);
    case "slcan":
      return new ReopenedEndpoint(slcanConnection(endpoint), context);
    default:
      return undefined;
  }
};
