/** `npm start [-- --config FILE]`: sets up what is missing, then runs the service in this very process. */

import { setUp } from "./setup.mjs";

setUp({ args: process.argv.slice(2) });
process.setSourceMapsEnabled(true);
await import("../dist/structline.js");
