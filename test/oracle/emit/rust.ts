/** rustc as an oracle: a program that decodes messages with the emitted module and prints the values. */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Message } from "../../../generator/codec/model.ts";
import { channelModels } from "../../../generator/emitters/emit.ts";
import { fileText } from "../../support/compiled-channels.ts";
import { run } from "../../support/peers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import type { EmittedChannel, SampleMessage } from "./messages.ts";

/** Every message that the program encodes to other bytes, or for which a rule gives another value. */
export function rustDifferences(
  channels: readonly EmittedChannel[],
  messagesOf: (channel: EmittedChannel) => readonly SampleMessage[],
): string[] {
  const folder = temporaryFolder();
  try {
    const modules = channels.map((channel, index) => {
      const source = fileText(channel.files, /\.rs$/);
      writeFileSync(join(folder, `m${index}.rs`), source);
      return `mod m${index};`;
    });
    writeFileSync(join(folder, "lib.rs"), `#![no_std]\n${modules.join("\n")}\n`);
    run("rustc", [
      "--edition=2021",
      "--crate-type=lib",
      "--emit=metadata",
      "-D",
      "warnings",
      "-o",
      join(folder, "lib.rmeta"),
      join(folder, "lib.rs"),
    ]);
    writeFileSync(join(folder, "main.rs"), `${modules.join("\n")}\n${mainText(channels)}`);
    run("rustc", ["--edition=2021", "-A", "warnings", "-o", join(folder, "main"), join(folder, "main.rs")]);
    const all = channels.flatMap((channel, index) => messagesOf(channel).map((message) => ({ message, index })));
    const input = all
      .map(({ message, index }) => `${index} ${Buffer.from(channels[index]!.frame(message)).toString("hex")}\n`)
      .join("");
    const lines = run(join(folder, "main"), [], input).trim().split("\n");
    // Built once, because a channel's model takes longer than all comparisons.
    const models = channels.map(({ compiled }) => {
      return new Map(channelModels([compiled])[0]!.messages.map((message) => [message.id, message]));
    });
    return all.flatMap(({ message, index }, at) => {
      return compared(channels[index]!, models[index]!.get(message.codec.id)!, message, lines[at] ?? "");
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The methods of rules, in the order of the fields. */
function methodsOf(
  channel: EmittedChannel,
): { readonly type: string; readonly id: number; readonly methods: readonly string[] }[] {
  const source = fileText(channel.files, /\.rs$/);
  const types = [...source.matchAll(/Ok\(Message::(\w+)\(/g)].map(([, name = ""]) => name);
  return channelModels([channel.compiled])[0]!.messages.map(({ id }, index) => {
    const typeName = types[index] ?? "";
    const body = source.slice(source.indexOf(`impl ${typeName} {`)).split("\n}\n")[0] ?? "";
    return { type: typeName, id, methods: [...body.matchAll(/pub fn (stored_\w+)/g)].map(([, name]) => name!) };
  });
}

function mainText(channels: readonly EmittedChannel[]): string {
  const arms = channels.map((channel, index) => {
    const inner = methodsOf(channel).map(
      ({ type, methods }) =>
        `Ok(m${index}::Message::${type}(m)) => { hex(&m.encode().sent()); ${methods.map((method) => `print!(" {:016x}", m.${method}().bits());`).join(" ")} println!(); }`,
    );
    return `${index} => match m${index}::decode(&data) { ${inner.join("\n")}\n Err(e) => println!("{:?}", e) },`;
  });
  return `use std::io::BufRead;
trait Sent { fn sent(self) -> Vec<u8>; }
impl<const N: usize> Sent for [u8; N] { fn sent(self) -> Vec<u8> { self.to_vec() } }
impl<const N: usize, E: std::fmt::Debug> Sent for Result<([u8; N], usize), E> { fn sent(self) -> Vec<u8> { let (data, n) = self.unwrap(); data[..n].to_vec() } }
trait Bits { fn bits(self) -> u64; }
impl Bits for f64 { fn bits(self) -> u64 { self.to_bits() } }
impl Bits for Option<f64> { fn bits(self) -> u64 { self.unwrap().to_bits() } }
fn hex(data: &[u8]) { for byte in data { print!("{:02x}", byte); } }
fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let (channel, text) = line.split_once(' ').unwrap();
        let data: Vec<u8> = (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect();
        match channel.parse::<u32>().unwrap() {
${arms.join("\n")}
            _ => unreachable!(),
        }
    }
}
`;
}

function compared(
  channel: EmittedChannel,
  model: Message,
  { codec, bytes, raw, stored }: SampleMessage,
  line: string,
): string[] {
  const [hex = "", ...rules] = line.split(" ");
  const again = new Uint8Array(codec.wireSize);
  codec.encode(codec.decode(new DataView(bytes.buffer)), new DataView(again.buffer));
  // A length that is the whole struct's becomes that of what is sent.
  if (codec.variable !== undefined && codec.length === again[0]) again[0] = hex.length / 2;
  const holdsNaN = Object.values(raw).some((value) => Number.isNaN(value));
  const isSame = holdsNaN || unlike(model, again, Buffer.from(hex, "hex")).length === 0;
  const told = new Set(channel.limits.map(({ message }) => /'([^']*)'/.exec(message)?.[1]));
  const expected = model.fields
    .filter(({ rule, path }) => rule !== undefined && !told.has(path))
    .map(({ column }) => Number(stored[column]));
  const seen = rules.map((bits) => Buffer.from(bits, "hex").readDoubleBE());
  const wrong = expected.filter(
    (value, index) => !Object.is(value, seen[index]) && !(Number.isNaN(value) && Number.isNaN(seen[index])),
  );
  return [
    ...(isSame ? [] : [`${codec.name}: ${Buffer.from(bytes).toString("hex")} is encoded ${hex}`]),
    ...wrong.map((value) => `${codec.name}: a rule gives ${seen}, not ${value}`),
  ];
}

/** Rust keeps the bytes of texts, and both change a bool other than 0 and 1 to 1. */
function unlike({ fields }: Message, ours: Uint8Array, theirs: Uint8Array): number[] {
  const texts = fields.filter(({ type }) => type === "text");
  return [...ours.keys()].filter((at) => {
    if (texts.some(({ bitOffset, bitWidth }) => at * 8 >= bitOffset && at * 8 < bitOffset + bitWidth)) return false;
    return ours[at] !== theirs[at];
  });
}
