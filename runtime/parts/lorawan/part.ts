/** Commands to devices behind LoRaWAN network servers: The Things Stack and ChirpStack. */

import type { PartKind } from "../part-kind.ts";
import { LORAWAN_NETWORK } from "./network.ts";

export const LORAWAN: PartKind = { name: "lorawan", network: LORAWAN_NETWORK };
