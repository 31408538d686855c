import { after } from "node:test";
import { openInfluxStore } from "../../../runtime/parts/influxdb/influx-store.ts";
import { type Influxd, startInfluxd } from "../../support/influxd.ts";
import { requires } from "../../support/requirements.ts";
import { storeContract } from "../../support/store-contract.ts";

const skip = requires("influxd");

// One server for all clauses; each begins without databases.
let running: Promise<Influxd> | undefined;
after(async () => (await running)?.stop());

storeContract(
  "InfluxDB 1.x",
  async () => {
    running ??= startInfluxd();
    const influxd = await running;
    const settings = {
      kind: "influxdb",
      version: "auto",
      url: influxd.url,
      username: undefined,
      password: undefined,
      token: undefined,
      org: undefined,
    } as const;
    return {
      make: () => openInfluxStore(settings, { typesTrustedMs: 0 }),
      remove: () => influxd.dropAll(),
    };
  },
  {
    skip,
    errorName: "HttpError",
    unsigned: false,
    keepsPosition: false,
    // Line protocol cannot express such field names, and the server refuses such databases as "invalid name".
    inexpressible: { fields: ["a\\"], databases: ["a\\b"] },
  },
);
