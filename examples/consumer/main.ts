/** Decodes and encodes messages of the test rig, in a program that uses structline as a package. */

import { encodeChecked } from "structline/codec";
import { channels } from "./telemetry/index.js";
import {
  decodePower,
  fromStoredPower,
  type PowerRaw,
  powerCodec,
  toStoredPower,
} from "./telemetry/rig/struct_power.js";

// Decoding needs one function. A bundle contains nothing else of the codec.
const datagram = Buffer.from("1202a4060002b80b000000000000ac400100", "hex");
const raw: PowerRaw = decodePower(new DataView(datagram.buffer, datagram.byteOffset, datagram.length));
console.log(`raw     ${raw.voltage} ${raw.current} ${raw.rpm} ${raw.energy} ${raw.fault_overtemp}`);

// Apply the header's rules.
const stored = toStoredPower(raw);
console.log(`stored  ${stored.volts} V ${stored.amps.toFixed(3)} A ${stored.energy} J`);

// From physical values to bytes. Missing fields get the header's initialisers.
const bytes = new Uint8Array(powerCodec.wireSize);
powerCodec.encode(fromStoredPower({ volts: 17, rpm: 3000 }), new DataView(bytes.buffer));
console.log(`bytes   ${Buffer.from(bytes).toString("hex")}`);

// A value out of range is refused with the field's name.
try {
  encodeChecked(powerCodec, { rpm: 70000 });
} catch (error) {
  console.log(`refused ${(error as Error).message}`);
}

// For any message of a channel, the name gives the record's type.
for (const received of [datagram, Buffer.from("0209", "hex")]) {
  const message = channels.rig.decode(received);
  switch (message.name) {
    case "struct_mount":
      console.log(`mount   ${message.raw.az}`);
      break;
    case "struct_power":
      console.log(`power   ${message.raw.voltage}`);
      break;
    case "struct_thrust":
      console.log(`thrust  ${message.raw.load_cell}`);
      break;
    default:
      console.log(`none    ${message.reason} ${message.receivedId}`);
  }
}

// What the header says about each field.
for (const { path, ctype, byteOffset, unit } of channels.rig.power.fields) {
  console.log(`field   ${path} ${ctype} ${byteOffset}${unit === undefined ? "" : ` ${unit}`}`);
}
