/** Section `[grafana]`. */

import { part } from "../../config/part.ts";
import { none, nothing, parseNames, url } from "../../config/values.ts";

export const GRAFANA = part(
  {
    section: "grafana",
    meaning: "Provisioning of Grafana dashboards; off without `url`.",
    keys: [
      { key: "url", parse: url("http", "https"), shown: "without secrets", meaning: "`http://host:3000`" },
      {
        key: "token",
        shown: "never",
        meaning: "Service account token.",
      },
      { key: "username", meaning: "Basic auth, instead of a token." },
      { key: "password", shown: "never", meaning: "Basic auth, instead of a token." },
      { key: "folder", default: "structline", meaning: "Folder of the dashboards." },
      {
        key: "node_dashboards",
        parse: parseNames,
        absent: none,
        default: "none",
        meaning: "Realms whose devices have a dashboard each.",
      },
      {
        key: "datasource_url",
        parse: url("http", "https"),
        absent: nothing,
        default: "[store] url; this service where that is not InfluxDB",
        meaning: "Where Grafana reads, with a reader's name and password, or `?token=…`.",
      },
    ],
  },
  (section) => {
    const url = section.get("url");
    const rest = {
      token: section.get("token"),
      username: section.get("username"),
      password: section.get("password"),
      folder: section.get("folder"),
      nodeDashboards: section.get("node_dashboards"),
      datasourceUrl: section.get("datasource_url"),
    };
    return url === undefined ? undefined : { url, ...rest };
  },
);

type Read = NonNullable<ReturnType<typeof GRAFANA.read>>;
export type GrafanaSettings = Omit<Read, "nodeDashboards"> & { readonly nodeDashboards?: readonly string[] };
