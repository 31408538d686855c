/** HTTP as a source: `POST /api/…/data` and `…/event`. */

import { type DeviceAddressing, DeviceMessages } from "../../intake/device-messages.ts";
import { tellIn } from "../../model/bounds.ts";
import { parseOwnPath, readBody } from "../dialects/dialects.ts";
import type { Source, SourceContext, SourceType } from "../source.ts";
import { Bodies } from "./bodies.ts";

export const http: SourceType = {
  name: "http",
  messages: (epoch, observer) => new DeviceMessages(ADDRESSING, epoch, observer),
  make,
};

const ADDRESSING: DeviceAddressing = {
  source: "http",
  transport: "HTTP",
  parse: parseOwnPath,
  read: readBody,
  topic: (path: string) => `${path}.json`,
  empty: "Empty request body",
  isOffTopic: true,
};

/** The source only adds routes; the server is started and stopped by its owner. */
async function make(context: SourceContext): Promise<Source> {
  const [{ directPosts, httpSource }, { WebhookDownlinks }] = await Promise.all([
    import("./http-source.ts"),
    import("./webhook-downlinks.ts"),
  ]);
  const bodies = new Bodies(tellIn(context.log));
  const { intake, clock, csvHeaders, routes, listener, access, decoding, commands } = context;
  const { http: limits } = context.configuration.settings;
  const downlinks = new WebhookDownlinks(limits.downlinks ?? [], limits.chirpstack);
  const given = { intake, downlinks, settings: limits, decoding, csvHeaders, clock, bodies };
  const options = { ...given, ...(access && { access: access.http }), ...(commands && { commands }) };
  routes.route("/", httpSource(options));
  listener.answerFirst(directPosts(options));
  return {
    replyPath: downlinks,
    start: async () => {},
    stop: async () => {},
    status: () => {
      const status = listener.status();
      return { ...status, bounds: { ...status.bounds, ...bodies.bounds, ...csvHeaders.bounds } };
    },
    lines: () => [`POST ${listener.url}/api/<realm>/<network>/<gateway>/<node>/data`],
  };
}
