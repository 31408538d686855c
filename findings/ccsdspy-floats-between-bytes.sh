#!/usr/bin/env bash
# ccsdspy 2.0.1 reads a float of 32 bits that does not begin at a byte's boundary, as behind a few flags, from the five bytes that hold it, taken
# for a double: 1.5 behind the bits 1010 is 3.48e-312, without a word. Integers are right there, and a double is refused (TypeError).
# The same packets in space_packet_parser 6.2.0 (XTCE) have 1.5.
#
# Seen on 2026-11-29 with Python 3.11. Needs python3. Exits 1 if that is no longer so.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet ccsdspy==2.0.1 numpy==2.4.6 space_packet_parser==6.2.0
cat >definition.xml <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<xtce:SpaceSystem name="T" xmlns:xtce="http://www.omg.org/space/xtce">
  <xtce:TelemetryMetaData>
    <xtce:ParameterTypeSet>
      <xtce:IntegerParameterType name="u3"><xtce:IntegerDataEncoding sizeInBits="3" encoding="unsigned"/></xtce:IntegerParameterType>
      <xtce:IntegerParameterType name="u1"><xtce:IntegerDataEncoding sizeInBits="1" encoding="unsigned"/></xtce:IntegerParameterType>
      <xtce:IntegerParameterType name="u11"><xtce:IntegerDataEncoding sizeInBits="11" encoding="unsigned"/></xtce:IntegerParameterType>
      <xtce:IntegerParameterType name="u2"><xtce:IntegerDataEncoding sizeInBits="2" encoding="unsigned"/></xtce:IntegerParameterType>
      <xtce:IntegerParameterType name="u14"><xtce:IntegerDataEncoding sizeInBits="14" encoding="unsigned"/></xtce:IntegerParameterType>
      <xtce:IntegerParameterType name="u16"><xtce:IntegerDataEncoding sizeInBits="16" encoding="unsigned"/></xtce:IntegerParameterType>
      <xtce:IntegerParameterType name="u4"><xtce:IntegerDataEncoding sizeInBits="4" encoding="unsigned"/></xtce:IntegerParameterType>
      <xtce:FloatParameterType name="f32"><xtce:FloatDataEncoding sizeInBits="32" encoding="IEEE754"/></xtce:FloatParameterType>
    </xtce:ParameterTypeSet>
    <xtce:ParameterSet>
      <xtce:Parameter name="VERSION" parameterTypeRef="u3"/>
      <xtce:Parameter name="TYPE" parameterTypeRef="u1"/>
      <xtce:Parameter name="SEC_HDR_FLG" parameterTypeRef="u1"/>
      <xtce:Parameter name="PKT_APID" parameterTypeRef="u11"/>
      <xtce:Parameter name="SEQ_FLGS" parameterTypeRef="u2"/>
      <xtce:Parameter name="SRC_SEQ_CTR" parameterTypeRef="u14"/>
      <xtce:Parameter name="PKT_LEN" parameterTypeRef="u16"/>
      <xtce:Parameter name="flags" parameterTypeRef="u4"/>
      <xtce:Parameter name="value" parameterTypeRef="f32"/>
      <xtce:Parameter name="rest" parameterTypeRef="u4"/>
    </xtce:ParameterSet>
    <xtce:ContainerSet>
      <xtce:SequenceContainer name="CCSDSPacket">
        <xtce:EntryList>
          <xtce:ParameterRefEntry parameterRef="VERSION"/><xtce:ParameterRefEntry parameterRef="TYPE"/>
          <xtce:ParameterRefEntry parameterRef="SEC_HDR_FLG"/><xtce:ParameterRefEntry parameterRef="PKT_APID"/>
          <xtce:ParameterRefEntry parameterRef="SEQ_FLGS"/><xtce:ParameterRefEntry parameterRef="SRC_SEQ_CTR"/>
          <xtce:ParameterRefEntry parameterRef="PKT_LEN"/><xtce:ParameterRefEntry parameterRef="flags"/>
          <xtce:ParameterRefEntry parameterRef="value"/><xtce:ParameterRefEntry parameterRef="rest"/>
        </xtce:EntryList>
      </xtce:SequenceContainer>
    </xtce:ContainerSet>
  </xtce:TelemetryMetaData>
</xtce:SpaceSystem>
XML
cat >read.py <<'PY'
import io, struct

from ccsdspy import FixedLength, PacketField
from space_packet_parser import ccsds_generator, load_xtce


def packet(kind, bits, payload):
    body = ((0b1010 << bits | payload) << 4).to_bytes((bits + 8) // 8, "big")
    data = struct.pack(">HHH", 1, 0xC000, len(body) - 1) + body
    fields = [PacketField("flags", "uint", 4), PacketField("value", kind, bits), PacketField("rest", "uint", 4)]
    return data, FixedLength(fields)


def one(kind, bits, payload):
    data, reader = packet(kind, bits, payload)
    return reader.load(io.BytesIO(data))["value"][0]


half = int.from_bytes(struct.pack(">f", 1.5), "big")
print("uint 32:", one("uint", 32, half) == half)
print("int 24:", one("int", 24, 0xFFFFFE))
print("float 32: %.6g" % one("float", 32, half))
try:
    print("float 64: %.6g" % one("float", 64, int.from_bytes(struct.pack(">d", 1.5), "big")))
except TypeError:
    print("float 64: TypeError")
data, _ = packet("float", 32, half)
definition = load_xtce("definition.xml")
print("space_packet_parser:", float(definition.parse_bytes(next(ccsds_generator(data)))["value"]))
PY
venv/bin/python -W ignore read.py | tee out
cmp out - <<'END' || { echo "the behaviour has changed"; exit 1; }
uint 32: True
int 24: -2
float 32: 3.47974e-312
float 64: TypeError
space_packet_parser: 1.5
END
