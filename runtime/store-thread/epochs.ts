/** The decoding epochs that messages of a log are of, restored from their texts when the first message of one is read. */

import { loadKnownCodecs } from "../config/load-codecs.ts";
import type { Settings } from "../config/settings.ts";
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
import { messageKinds } from "../sources/registry.ts";

export interface EpochsOptions {
  /** Where codecs are. */
  readonly settings: Pick<Settings, "generatedDirectory" | "file">;
  /** Which codecs take the place of those that are gone; `exact` where absent. */
  readonly choice?: CodecChoice;
  /** What the log keeps of an epoch; undefined where that is lost. @throws Error when it cannot be asked now */
  readonly textOf: (number: number) => Promise<string | undefined>;
  /** One sentence for the log about something a person should look at. */
  readonly onFinding: (sentence: string) => void;
}

/** Blocks of the log are read ahead, and those of a few epochs at most are under way at one time. */
const MOST_KEPT = 16;

export class Epochs {
  readonly #options: EpochsOptions;
  /** The one that was asked for longest ago first. */
  readonly #known = new Map<number, MessageKinds>();
  /** What messages without an epoch are decoded with. */
  #newest: MessageKinds | undefined;

  constructor(options: EpochsOptions) {
    this.#options = options;
  }

  /** The epoch in which messages come from now on. @returns why some of its codecs are not those that it names */
  async begin({ number, text }: NumberedText): Promise<readonly string[]> {
    const { epoch, kinds } = await this.#restore(text);
    this.#keep(number, kinds);
    this.#newest = kinds;
    return epoch.problems;
  }

  /** `of` has it afterwards. @throws Error when that cannot be known now */
  async load(number: number): Promise<void> {
    const known = this.#known.get(number);
    if (known !== undefined || number === NO_EPOCH) {
      if (known !== undefined) this.#keep(number, known);
      return;
    }
    this.#keep(number, await this.#find(number));
  }

  /** Of one that was loaded. */
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
      onFinding(`${were} are decoded with that of today: it was not kept`);
      return this.of(NO_EPOCH);
    }
    const { epoch, kinds } = await this.#restore(text);
    const so =
      choice === "layout"
        ? "are decoded with today's codecs"
        : "become dead letters where they need a codec that is gone";
    for (const problem of epoch.problems) onFinding(`${were} ${so}: ${problem}`);
    return kinds;
  }

  async #restore(text: string): Promise<{ readonly epoch: DecodingEpoch; readonly kinds: MessageKinds }> {
    const { settings, choice } = this.#options;
    const epoch = restoreEpoch(text, await loadKnownCodecs(settings, codecsNamed(text)), choice);
    return { epoch, kinds: messageKinds(epoch) };
  }

  #keep(number: number, kinds: MessageKinds): void {
    this.#known.delete(number);
    this.#known.set(number, kinds);
    if (this.#known.size > MOST_KEPT) this.#known.delete(this.#known.keys().next().value!);
  }
}
