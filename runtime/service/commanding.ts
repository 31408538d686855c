/** Commands in a process that takes messages: the desk, and what it needs of the other parts. */

import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { type CommandsApiParts, commandsApi } from "../api/commands-api.ts";
import { CommandDesk, FETCHED } from "../commands/command-desk.ts";
import { CommandLog } from "../commands/command-log.ts";
import { CHANNEL_PLACE, COMMANDS, eventPayload } from "../commands/command-messages.ts";
import { senderOf } from "../http/sender-of.ts";
import { accepted } from "../intake/intake.ts";
import { perEpoch } from "../intake/message-kind.ts";
import type { SignalTransport } from "../signals/signals.ts";
import { parseOwnPath, parseOwnTopic } from "../sources/dialects/dialects.ts";
import { channelId } from "../telemetry/address.ts";
import type { Message } from "../telemetry/message.ts";
import type { Base } from "./base.ts";
import type { OwnLog } from "./own-log.ts";

export function addCommandRoutes({ app, access, decoding, channels, current }: Base): void {
  const open = (context: Context) => ({ user: getConnInfo(context).remote.address ?? "" });
  const parts: CommandsApiParts = {
    desk: () => current.commands,
    realms: () => decoding.now.epoch.realms,
    channels: () => channels.served().map(({ name }) => name),
    ...(access && { viewer: access.viewer }),
    commander: (context) => (access === undefined ? open(context) : access.commander(senderOf(context))),
    mayCommand: ({ user, generation = "" }, place, command) =>
      access === undefined || access.mayCommand(user, generation, place, command),
  };
  app.route("/", commandsApi(parts));
}

/** States for those who ordered over MQTT; they are stored all the same. */
export function tellCommands(desk: CommandDesk, transport: SignalTransport): void {
  desk.onChange((entry) => {
    if (!transport.connected) return;
    void transport.publish(`${entry.place}/command-state.json`, JSON.stringify(entry)).catch(() => {}); // The broker went away.
  });
}

export async function openCommands(base: Base, { intake }: Pick<OwnLog, "intake">): Promise<CommandDesk> {
  const { settings, decoding, clock, log, access, current } = base;
  const onProblem = (sentence: string) => log.warn({ event: "commands" }, sentence);
  const kept = await CommandLog.open(`${settings.journal.directory}/commands.log`, onProblem);
  const channelOf = (place: string): string | undefined => {
    const [, channel] = CHANNEL_PLACE.exec(place) ?? [];
    if (channel !== undefined) return channel;
    const [realm] = place.split("/", 1);
    return decoding.now.epoch.realms.find(({ name }) => name === realm)?.binary;
  };
  const decoderOf = (place: string) => decoding.now.epoch.channels.decoder(channelOf(place) ?? "");
  // Most messages are of nobody who takes commands: that is said in one look.
  const commanding = perEpoch(decoding, ({ channels, realms }) => {
    const named = current.configuration.settings.channels.map(({ name }) => name);
    const takes = (channel: string) =>
      channels.decoder(channel)?.channel.codecs.structs.some(({ command }) => command !== undefined) === true;
    const own = new Set(named.filter(takes));
    return {
      channels: own,
      realms: new Set(realms.filter(({ binary }) => own.has(binary ?? "")).map(({ name }) => name)),
    };
  });
  return new CommandDesk({
    log: kept,
    decoderOf,
    shapeOf: (place) => {
      const name = channelOf(place);
      const { frames, framing } = current.configuration.settings.channels.find((one) => one.name === name) ?? {};
      return { ...(frames && { frames }), ...(framing && { framing }) };
    },
    senderOf: (message) => deviceOf(message, commanding()),
    mayCommand: ({ user, generation }, place, command) =>
      access === undefined || (generation !== undefined && access.mayCommand(user, generation, place, command)),
    tell: async (entry, key) => {
      const message = { source: COMMANDS, address: entry.place, sender: entry.by, contentType: "application/json" };
      await accepted(intake, { ...message, receivedNs: clock.nowNs(), payload: eventPayload(entry) }, key);
    },
    nowMs: () => Number(clock.nowNs() / 1_000_000n),
    onProblem,
  });

  function deviceOf(
    { source, address, sender }: Message,
    { channels, realms }: { readonly channels: ReadonlySet<string>; readonly realms: ReadonlySet<string> },
  ): { readonly place: string; readonly to: string } | undefined {
    if (channels.size === 0) return undefined;
    if (source === "udp" || source === "frames") {
      if (!channels.has(address)) return undefined;
      return { place: `lab/${address}`, to: source === "udp" ? `udp://${sender}` : sender };
    }
    if ((source !== "http" && source !== "mqtt") || realms.size === 0) return undefined;
    const parse = source === "http" ? parseOwnPath : parseOwnTopic;
    const { address: device } = parse(address, decoding.now.epoch.realms);
    if (device === undefined || device.kind === "event" || !realms.has(device.realm)) return undefined;
    return { place: channelId(device).slice(1), to: source === "http" ? FETCHED : "mqtt" };
  }
}
