/** HTTP as a source: `POST /api/…/data` and `…/event`. */

import type { Context } from "hono";
import { DeviceMessages } from "../../intake/device-messages.ts";
import { parsePath } from "../../telemetry/address.ts";
import type { Source, SourceContext, SourceType } from "../source.ts";

export const http: SourceType = {
  name: "http",
  messages: (context) => new DeviceMessages(ADDRESSING, context),
  make,
};

const ADDRESSING = {
  source: "http",
  transport: "HTTP",
  parse: parsePath,
  topic: (path: string) => `${path}.json`,
  empty: "Empty request body",
};

/** Its routes are there from the beginning; the server that has them is started and stopped by who made it. */
async function make(context: SourceContext): Promise<Source> {
  const [{ getConnInfo }, { directPosts, httpSource }] = await Promise.all([
    import("@hono/node-server/conninfo"),
    import("./http-source.ts"),
  ]);
  const { intake, clock, csvHeaders, routes, listener, access } = context;
  const { settings } = context.configuration;
  const sender = (request: Context) => {
    const { remote } = getConnInfo(request);
    return `${remote.address ?? ""}:${remote.port ?? ""}`;
  };
  const { http: limits, realms } = settings;
  const given = { intake, settings: limits, realms, csvHeaders, clock, sender };
  const options = { ...given, ...(access && { access: access.mayWrite }) };
  routes.route("/", httpSource(options));
  listener.answerFirst(directPosts(options));
  return {
    start: async () => {},
    stop: async () => {},
    status: () => listener.status(),
    lines: () => [`POST ${listener.url}/api/<realm>/<network>/<gateway>/<node>/data`],
  };
}
