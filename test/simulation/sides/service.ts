/** The whole service, as a simulated process starts it. */

export { loadSettings } from "../../../runtime/config/load-settings.ts";
export { startService } from "../../../runtime/service/service.ts";
