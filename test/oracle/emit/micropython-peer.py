"""Reads lines of a module's name, a frame, and bytes. Prints what the frame holds, the frame written again, its stream, and how often
the parser finds it behind those bytes."""

import sys
from binascii import hexlify, unhexlify

sys.path.append(sys.argv[1])
modules = {}


def plain(value):
    if isinstance(value, bytes):
        return "bytes"
    return hexlify(value.encode()).decode() if isinstance(value, str) else repr(value)


while True:
    line = sys.stdin.readline()
    if not line:
        break
    name, text, rubbish = line.split()
    module = modules.get(name) or __import__(name)
    modules[name] = module
    message = module.decode(unhexlify(text))
    if message is None:
        print("refused")
        continue
    again = module.Message(message.name)
    for key in message.keys():
        again[key] = message[key]
    stream = module.stream(message)
    taken = [one.data for one in module.Parser().feed(unhexlify(rubbish[1:]) + stream + stream)]
    values = [key + "=" + plain(message[key]) for key in message.keys()]
    print(message.name, hexlify(module.frame(again)).decode(), hexlify(stream).decode(), taken.count(message.data), "\t".join(values))
