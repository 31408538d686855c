/** HTTP as a source: `POST /api/…/data` and `…/event`. */

import type { Addressing } from "../../intake/addressing.ts";
import { type DeviceAddressing, DeviceMessages } from "../../intake/device-messages.ts";
import { tellIn } from "../../model/bounds.ts";
import type { Source, SourceContext, SourceType } from "../source.ts";
import { Bodies } from "./bodies.ts";

export const http: SourceType = {
  name: "http",
  messages: (epoch, addressing, observer) => new DeviceMessages(ofHttp(addressing), epoch, observer),
  make,
};

function ofHttp(addressing: Addressing): DeviceAddressing {
  return {
    source: "http",
    transport: "HTTP",
    parse: addressing.parsePath,
    read: (reading, body) => addressing.read(reading, body),
    bodies: (realm) => addressing.bodies(realm),
    topic: (path) => `${path}.json`,
    empty: "Empty request body",
    isOffTopic: true,
  };
}

/** The source only adds routes; the server is started and stopped by its owner. */
async function make(context: SourceContext): Promise<Source> {
  const { directPosts, httpSource } = await import("./http-source.ts");
  const bodies = new Bodies(tellIn(context.log));
  const {
    intake,
    clock,
    csvHeaders,
    routes,
    listener,
    access,
    decoding,
    commands,
    postedReplies: posts = [],
    bodyReaders = [],
  } = context;
  const { http: limits } = context.configuration.settings;
  const given = { intake, posts, bodyReaders, settings: limits, decoding, csvHeaders, clock, bodies };
  const options = { ...given, ...(access && { access: access.http }), ...(commands && { commands }) };
  routes.route("/", httpSource(options));
  listener.answerFirst(directPosts(options));
  return {
    replyPaths: posts,
    start: async () => {},
    stop: async () => {},
    status: () => {
      const status = listener.status();
      return { ...status, bounds: { ...status.bounds, ...bodies.bounds, ...csvHeaders.bounds } };
    },
    lines: () => [`POST ${listener.deviceUrl}/api/<realm>/<network>/<gateway>/<node>/data`],
  };
}
