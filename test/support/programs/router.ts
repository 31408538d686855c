/** A router in a process of its own, on a given port: arguments PORT REALM. */

import { listenWithRouter } from "../router-listener.ts";

const [port, realm] = process.argv.slice(2);
const listener = await listenWithRouter({ realm: realm ?? "lab" }, Number(port ?? 0));
process.stdout.write(`${listener.url}\n`);
process.on("SIGTERM", () => void listener.close().then(() => process.exit(0)));
