/** The decoding epochs of a log's messages, restored from their texts when the first message of each is read. */

import type { ConfiguredChannels } from "../channels/channel-settings.ts";
import { loadKnownCodecs } from "../channels/load-codecs.ts";
import {
  type CodecChoice,
  codecsNamed,
  type DecodingEpoch,
  epochName,
  NO_EPOCH,
  restoreEpoch,
} from "../intake/decoding-epoch.ts";
import type { MessageKinds } from "../intake/message-kind.ts";
import type { NumberedText } from "../journal/epoch-texts.ts";

export interface EpochsOptions {
  /** Settings with the location of codecs. */
  readonly settings: Pick<ConfiguredChannels, "generatedDirectory" | "file">;
  /** How messages of an epoch are decoded. */
  readonly kindsOf: (epoch: DecodingEpoch) => MessageKinds;
  /** Which codecs may replace missing ones; default `exact`. */
  readonly choice?: CodecChoice;
  /** The log's text of an epoch; undefined if it was lost. @throws Error if it cannot be read now */
  readonly textOf: (number: number) => Promise<string | undefined>;
  /** Called with one sentence for the log when a person should check something. */
  readonly onFinding: (sentence: string) => void;
}

/** Maximum number of epochs in memory: blocks are read ahead, but only of a few epochs at a time. */
const MOST_KEPT = 16;

export class Epochs {
  readonly #options: EpochsOptions;
  /** Least recently used first. */
  readonly #known = new Map<number, MessageKinds>();
  /** The epoch for messages without one. */
  #newest: MessageKinds | undefined;

  constructor(options: EpochsOptions) {
    this.#options = options;
  }

  /** Begins the epoch of new messages. @returns problems with codecs that differ from those that it names */
  async begin({ number, text }: NumberedText): Promise<readonly string[]> {
    const { epoch, kinds } = await this.#restore(text);
    this.#keep(number, kinds);
    this.#newest = kinds;
    return epoch.problems;
  }

  /** Makes the epoch available to `of`. @throws Error if that is not possible now */
  async load(number: number): Promise<void> {
    const known = this.#known.get(number);
    if (known !== undefined || number === NO_EPOCH) {
      if (known !== undefined) this.#keep(number, known);
      return;
    }
    this.#keep(number, await this.#find(number));
  }

  /** For a loaded epoch. */
  of(number: number): MessageKinds {
    const kinds = this.#known.get(number) ?? this.#newest;
    if (kinds === undefined) throw new Error("no decoding epoch has begun");
    return kinds;
  }

  async #find(number: number): Promise<MessageKinds> {
    const { textOf, onFinding, choice } = this.#options;
    const text = await textOf(number);
    const were = `messages of the configuration ${epochName(number)}`;
    if (text === undefined) {
      onFinding(`${were} are decoded with the current one: theirs is lost or damaged`);
      return this.of(NO_EPOCH);
    }
    const { epoch, kinds } = await this.#restore(text);
    const so =
      choice === "layout" ? "are decoded with the current codecs" : "become dead letters if they need a missing codec";
    for (const problem of epoch.problems) onFinding(`${were} ${so}: ${problem}`);
    return kinds;
  }

  async #restore(text: string): Promise<{ readonly epoch: DecodingEpoch; readonly kinds: MessageKinds }> {
    const { settings, choice } = this.#options;
    const epoch = restoreEpoch(text, await loadKnownCodecs(settings, codecsNamed(text)), choice);
    return { epoch, kinds: this.#options.kindsOf(epoch) };
  }

  #keep(number: number, kinds: MessageKinds): void {
    this.#known.delete(number);
    this.#known.set(number, kinds);
    if (this.#known.size > MOST_KEPT) this.#known.delete(this.#known.keys().next().value!);
  }
}
