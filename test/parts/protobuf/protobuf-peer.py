"""Encodes random messages of each type by Google's own library, and says what they have.

protobuf-peer.py FOLDER COUNT FILE.proto ...   A line of JSON for each message.
"""
import base64
import importlib
import json
import os
import random
import struct
import sys
import tempfile
from datetime import datetime

import grpc_tools
from google.protobuf import json_format
from grpc_tools import protoc

folder, count, files = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
out = tempfile.mkdtemp()
include = os.path.join(os.path.dirname(grpc_tools.__file__), "_proto")
imported = [os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names if name.endswith(".proto")]
assert protoc.main(["protoc", f"-I{folder}", f"-I{include}", f"--python_out={out}", *imported]) == 0
sys.path.insert(0, out)


def module_of(file):
    return importlib.import_module(file[: -len(".proto")].replace("-", "_").replace("/", ".") + "_pb2")


def types_of(holder, found):
    for kind in holder.values():
        if not kind.GetOptions().map_entry:
            found.append(kind)
            types_of(kind.nested_types_by_name, found)
    return found


INTS = {1: (-2**63, 2**63 - 1), 3: (-2**63, 2**63 - 1), 4: (0, 2**64 - 1), 5: (-2**31, 2**31 - 1), 6: (0, 2**64 - 1),
        7: (0, 2**32 - 1), 13: (0, 2**32 - 1), 15: (-2**31, 2**31 - 1), 16: (-2**63, 2**63 - 1), 17: (-2**31, 2**31 - 1), 18: (-2**63, 2**63 - 1)}


def scalar(field, chance):
    kind = field.type
    if kind == 1:
        return chance.choice([0.0, -0.5, chance.uniform(-1e9, 1e9), 5e-324, 1.7976931348623157e308])
    if kind == 2:
        return struct.unpack("<f", struct.pack("<f", chance.choice([0.0, -2.25, chance.uniform(-1e6, 1e6)])))[0]
    if kind == 8:
        return chance.random() < 0.5
    if kind == 9:
        return chance.choice(["a", "12.50", "007", "true", "Größe", "x" * 200])
    if kind == 12:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(1, 9)))
    if kind == 14:
        return chance.choice(field.enum_type.values).number
    low, high = INTS[kind]
    return chance.choice([low, high, 0, 1, chance.randrange(low, high)])


def fill(message, chance, depth=0):
    for field in message.DESCRIPTOR.fields:
        if chance.random() < 0.25 and not field.is_required:
            continue
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            value = field.message_type.fields_by_name["value"]
            for _ in range(chance.randrange(3)):
                of = field.message_type.fields_by_name["key"]
                key = "k%d" % chance.randrange(9) if of.type == 9 else scalar(of, chance)
                if value.message_type is not None:
                    if depth < 3:
                        inner(value, getattr(message, field.name)[key], chance, depth)
                else:
                    getattr(message, field.name)[key] = scalar(value, chance)
        elif field.is_repeated:
            for _ in range(chance.randrange(4)):
                if field.message_type is not None:
                    if depth < 3:
                        inner(field, getattr(message, field.name).add(), chance, depth)
                else:
                    getattr(message, field.name).append(scalar(field, chance))
        elif field.message_type is not None:
            if depth < 3 or field.is_required:
                inner(field, getattr(message, field.name), chance, depth)
        else:
            setattr(message, field.name, scalar(field, chance))


def inner(field, message, chance, depth):
    name = field.message_type.full_name
    if name == "google.protobuf.Timestamp":
        message.seconds, message.nanos = chance.randrange(10**9, 17 * 10**8), chance.randrange(10**9)
    elif name == "google.protobuf.Duration":
        message.seconds = chance.randrange(-100, 100)
    elif name == "google.protobuf.Int64Value":
        message.value = chance.choice([0, 2**62 + 1, -5])
    elif name == "google.protobuf.Struct":
        message.update({"n": 1.5, "t": "text", "b": True, "l": [1, "x"], "o": {"p": 2}, "z": None})
    elif name == "google.protobuf.Any":
        message.Pack(ANY)
    elif name in ("google.protobuf.Value", "google.protobuf.ListValue"):
        message.SetInParent()
    else:
        message.SetInParent()
        fill(message, chance, depth + 1)


WRAPPERS = {f"google.protobuf.{kind}Value" for kind in ("Double", "Float", "Int64", "UInt64", "Int32", "UInt32", "Bool", "String", "Bytes")}


def flat(message, prefix, into):
    for field in message.DESCRIPTOR.fields:
        name = prefix + field.name
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            value = field.message_type.fields_by_name["value"]
            for key, item in getattr(message, field.name).items():
                put(value, f"{name}.{str(key).lower() if isinstance(key, bool) else key}", item, into)
        elif field.is_repeated:
            for index, item in enumerate(getattr(message, field.name)):
                put(field, f"{name}.{index}", item, into)
        elif field.has_presence:
            if message.HasField(field.name):
                put(field, name, getattr(message, field.name), into)
        else:
            put(field, name, getattr(message, field.name), into)


def put(field, name, value, into):
    if field.message_type is not None:
        kind = field.message_type.full_name
        if kind == "google.protobuf.Duration":
            into[name] = value.seconds + value.nanos / 1e9
        elif kind in WRAPPERS:
            put(field.message_type.fields_by_name["value"], name, value.value, into)
        elif kind == "google.protobuf.Struct":
            structure(json_format.MessageToDict(value), name, into)
        elif kind == "google.protobuf.Any":
            into[name + ".type"] = value.type_url.split("/")[-1]
            flat(ANY, name + ".", into)
        elif kind == "google.protobuf.Timestamp":
            into[name] = f"{datetime.utcfromtimestamp(value.seconds).isoformat()}.{value.nanos:09}Z"
        else:
            flat(value, name + ".", into)
    elif field.type == 14:
        known = field.enum_type.values_by_number.get(value)
        into[name] = known.name if known else str(value)
    elif field.type == 12:
        if value:
            into[name] = base64.b64encode(value).decode()
    elif isinstance(value, bool) or isinstance(value, float):
        into[name] = value
    elif isinstance(value, int):
        # Exact ones are texts here.
        into[name] = str(value) if field.type in (3, 4, 6, 16, 18) else value
    elif value != "":
        into[name] = value


def structure(value, name, into):
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        if isinstance(item, (dict, list)):
            structure(item, f"{name}.{key}", into)
        elif item is not None:
            into[f"{name}.{key}"] = item


TYPES = [(file, kind) for file in files for kind in types_of(module_of(file).DESCRIPTOR.message_types_by_name, [])]


def class_of(kind):
    from google.protobuf import message_factory

    return message_factory.GetMessageClass(kind)


ANY = None
for file, kind in TYPES:
    # An Any has a message of the same file.
    ANY = class_of([one for of, one in TYPES if of == file][-1])()
    fill(ANY, random.Random(1), 2)
    for seed in range(count):
        message = class_of(kind)()
        fill(message, random.Random(seed))
        into = {}
        flat(message, "", into)
        print(json.dumps({"file": file, "type": kind.full_name, "bytes": message.SerializeToString().hex(), "values": into}))
