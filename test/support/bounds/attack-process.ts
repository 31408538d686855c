/** Runs one attack: its name and the service are the arguments, what it got is the message to the parent. */

import { ATTACKS } from "./attacks.ts";

const [name, service = ""] = process.argv.slice(2);
process.send?.(await ATTACKS.find((attack) => attack.name === name)?.run(JSON.parse(service)));
process.disconnect();
