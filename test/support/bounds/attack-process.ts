/** Runs one attack: arguments are its name and the service; the result is a message to the parent. */

import { ATTACKS } from "./attacks.ts";

const [name, service = ""] = process.argv.slice(2);
process.send?.(await ATTACKS.find((attack) => attack.name === name)?.run(JSON.parse(service)));
process.disconnect();
