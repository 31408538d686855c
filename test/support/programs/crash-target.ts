/** The process that is killed, without a depot. */

import { runCrashTarget } from "../crash-target.ts";

await runCrashTarget();
