/** Installs the readers that tests compare with; a line for each registry that was tried. A program of its own, so that it can be ended. */

import { installPeers } from "./peers.mjs";

for (const line of installPeers()) console.log(line);
