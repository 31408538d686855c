/** Loaded before each test file: stack traces of the bundles name places in the sources. Node's own way reads every map of what it loads. */

import { showSourcePlaces } from "../../../runtime/telemetry/source-places.ts";

showSourcePlaces();
