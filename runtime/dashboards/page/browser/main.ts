/** Entry of the built-in page. */

import { App } from "./app.ts";

await new App().start();
