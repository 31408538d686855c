/**
 * The interface of a source. Each source is a folder, registered once in `registry.ts`.
 *
 * A `SourceType` has two functions. `messages` describes its messages to other code; it is pure, and also used on the
 * store's side, which has no sockets. `make` creates the source, which converts input to `Delivery` objects and passes
 * them to intake. Intake answers each exactly once with `acknowledge` or `refuse`. Outside the folder, only
 * the command dispatcher asks which source a message is of, since it answers devices on the way that they came.
 */

import type { Hono } from "hono";
import type { ConfiguredChannels } from "../channels/channel-settings.ts";
import type { ChannelCodecs } from "../codec/struct-codec.ts";
import type { DirectHandler } from "../http/direct.ts";
import type { HttpSettings } from "../http/keys.ts";
import type { Addressing } from "../intake/addressing.ts";
import type { CsvHeaders } from "../intake/csv-headers.ts";
import type { DecodingEpoch } from "../intake/decoding-epoch.ts";
import type { Intake } from "../intake/intake.ts";
import type { Decoding, MessageKind } from "../intake/message-kind.ts";
import type { Events } from "../lib/events.ts";
import type { Log } from "../lib/log.ts";
import type { BodyReader } from "../model/body-reader.ts";
import type { Bus } from "../model/bus.ts";
import type { Clock } from "../model/clock.ts";
import type { Commands, ReplyPath } from "../model/command.ts";
import type { PostedReplies } from "../model/device-network.ts";
import type { NameCollisions } from "../model/name-collisions.ts";
import type { OwnMark } from "../model/own-mark.ts";
import type { Observable } from "../model/part-status.ts";
import type { RealmSettings } from "../model/realm-settings.ts";
import type { ServiceEvents } from "../model/service-events.ts";
import type { NodeIdentity } from "../model/shared-log.ts";
import type { SignalTransport } from "../model/signal-transport.ts";
import type { Store } from "../model/store.ts";
import type { TopicHandler } from "../model/topics.ts";
import type { EndpointKind } from "./frames/stream-endpoint.ts";
import type { HttpAccess } from "./http/access.ts";
import type { MqttAccess } from "./mqtt/access.ts";
import type { MakeBroker } from "./mqtt/broker-kind.ts";
import type { MqttSettings } from "./mqtt/keys.ts";
import type { UdpChannels } from "./udp/udp-channels.ts";

/** A source, open or not yet. */
export interface Source extends Observable {
  /** Opens the source. @throws Error with one sentence for the operator if that fails */
  start(): Promise<void>;
  /** Resolves when the first connection to others stands, or has failed; later ones follow by themselves. */
  tried?(): Promise<void>;
  /** Accepts nothing more; resolves when everything received was passed on. Signals can still be sent. */
  stop(): Promise<void>;
  /** Called after everything was stored and signalled. */
  close?(): Promise<void>;
  /** Reads the TLS files again. */
  reloadTls?(): void;
  /**
   * Applies a new configuration; codecs of its channels are already active. @throws Error with one sentence for parts
   * that cannot be served; the rest is served
   */
  reload?(configuration: Configuration): Promise<void>;
  /** Lines to print after the start, without the source's name. */
  lines(): readonly string[];
  /** Sends error signals to the source's senders, if it can. */
  readonly signals?: SignalTransport;
  /** Sends commands to the source's senders. */
  readonly replyPaths?: readonly ReplyPath[];
}

/** What sources read of the configuration. */
export interface SourceSettings extends ConfiguredChannels {
  readonly realms: readonly RealmSettings[];
  readonly http: HttpSettings;
  readonly mqtt: MqttSettings;
}

/** The configuration and its codecs. */
export interface Configuration<Settings extends SourceSettings = SourceSettings> {
  readonly settings: Settings;
  readonly codecs: ReadonlyMap<string, ChannelCodecs>;
}

/** Called with each device's address on arrival, to detect name collisions. */
export type NameObserver = Pick<NameCollisions, "note">;

export interface SourceContext {
  /** Absent outside a cluster. */
  readonly node?: NodeIdentity;
  readonly configuration: Configuration;
  readonly decoding: Decoding;
  readonly intake: Intake;
  /** Says who watches a channel. */
  readonly bus: Pick<Bus, "wants">;
  readonly clock: Clock;
  /** How often messages that no sender waits for are written to the log, ms. */
  readonly unaskedMs: number;
  readonly log: Log;
  readonly channels: UdpChannels;
  readonly csvHeaders: CsvHeaders;
  /** WAMP topics of channels whose rows are published over MQTT: no device sends on topics of that form. */
  readonly published: () => readonly string[];
  /** Recognises the service's own messages, which are not ingested. */
  readonly mark: OwnMark;
  /** Called, with one sentence why, when the source can no longer work and retrying is useless. */
  readonly onFailed: (reason: string) => void;
  /** Routes and status of the one HTTP server. */
  readonly routes: Hono;
  readonly listener: Observable & {
    readonly url: string | undefined;
    /** For devices, which are on other machines if there is an address for them. */
    readonly deviceUrl: string | undefined;
    answerFirst(handler: DirectHandler): void;
  };
  /** What happens in this process. */
  readonly events: Pick<Events<ServiceEvents>, "on">;
  /** The store of this process; absent if another one stores. */
  readonly store?: Pick<Store, "fieldTypes">;
  /** Serves commands to devices that fetch them, and hears of those on their way. */
  readonly commands?: Commands;
  /** How devices are commanded whose data a network's server posts. */
  readonly postedReplies?: readonly PostedReplies[];
  /** Endpoints of channels that parts have. */
  readonly endpointKinds?: readonly EndpointKind[];
  /** Loads the broker inside the service; absent: this build has none. */
  readonly broker?: (() => Promise<MakeBroker>) | undefined;
  /** Read bodies of formats of parts on arrival. */
  readonly bodyReaders?: readonly BodyReader[];
  /** Receive what users publish over MQTT on topics of parts. */
  readonly topicHandlers?: readonly TopicHandler[];
  /** Absent: no access control. */
  readonly access?: { readonly http: HttpAccess; readonly mqtt: MqttAccess };
}

export interface SourceType {
  /** Stored in each message of the log: never reuse it for another source. */
  readonly name: string;
  /** Decodes messages of an epoch; nothing else may affect their meaning. */
  messages(epoch: DecodingEpoch, addressing: Addressing, observer?: NameObserver): MessageKind;
  /** Loads its dependencies when called; opens nothing before `start`. */
  make(context: SourceContext): Promise<Source>;
}
