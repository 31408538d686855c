/** Decodes and makes messages of the test rig, in a program that knows structline only as a package. */

import type { StructCodec } from "structline/codec";
import { channels } from "structline/generated/index";
import {
  decodePower,
  encodePower,
  type PowerRaw,
  powerCodec,
  transformPower,
  untransformPower,
} from "structline/generated/rig/struct_power";

// Bytes in, record out: one function, and nothing else is imported with it.
const datagram = Buffer.from("1202a4060002b80b000000000000ac400100", "hex");
const raw: PowerRaw = decodePower(new DataView(datagram.buffer, datagram.byteOffset, datagram.length));
console.log(`raw     ${raw.voltage} ${raw.current} ${raw.rpm} ${raw.energy} ${raw.fault_overtemp}`);

// The header's rules.
const stored = transformPower(raw);
console.log(`stored  ${stored.volts} V ${stored.amps.toFixed(3)} A ${stored.energy} J`);

// Physical values in, bytes out; what is missing takes the header's initialisers.
const message = new Uint8Array(powerCodec.wireSize);
encodePower(untransformPower({ volts: 17, rpm: 3000 }), new DataView(message.buffer));
console.log(`bytes   ${Buffer.from(message).toString("hex")}`);

// Any message of a channel by its ID, with its table of fields.
const codec: StructCodec | undefined = channels["rig"]?.byId[datagram[1] ?? 0];
for (const { path, ctype, byteOffset, unit } of codec?.fields ?? []) {
  console.log(`field   ${path} ${ctype} ${byteOffset}${unit === undefined ? "" : ` ${unit}`}`);
}
