/** The whole service, as a simulated process starts it. */

export { startService } from "../../../runtime/service/service.ts";
export { loadSettings } from "../../../runtime/settings/load-settings.ts";
