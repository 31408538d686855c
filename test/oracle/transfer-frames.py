"""Space packets of spacepackets in its TM transfer frames, as JSON. Arguments: seed, bytes of a frame, words: crc, ocf, secondary, marker."""

import json
import random
import sys

import fastcrc
from spacepackets.ccsds import PacketType, SequenceFlags, SpacePacketHeader
from spacepackets.ccsds.tm_frame import (
    MasterChannelId, TmFramePrimaryHeader, TmTransferFrame, TransferFrameDataFieldStatus, TransferFrameSecondaryHeader)

seed, size, words = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
random.seed(seed)
wanted = []


def packed(apid, count, data, flags=SequenceFlags.UNSEGMENTED):
    header = SpacePacketHeader(PacketType.TM, apid, count & 0x3FFF, len(data) - 1, sec_header_flag=False, seq_flags=flags)
    return bytes(header.pack()) + data


class Channel:
    def __init__(self, number):
        self.number, self.count, self.counts, self.stream, self.starts = number, random.randrange(256), {}, b"", []

    def add(self, packet):
        self.starts.append(len(self.stream))
        self.stream += packet

    def next(self, apid):
        self.counts[apid] = self.counts.get(apid, 16380) + 1
        return self.counts[apid]

    def fill(self):
        for _ in range(60):
            apid = random.randrange(1, 2047)
            data = random.randbytes(random.choice([1, 2, 7, 40, random.randrange(1, 3000)]))
            kind = random.random()
            if kind < 0.15:
                self.add(packed(2047, 0, data))
            elif kind < 0.4 and len(data) > 3:
                cuts = sorted(random.sample(range(1, len(data)), min(len(data) - 1, random.randrange(1, 4))))
                pieces = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)])]
                first = None
                for at, piece in enumerate(pieces):
                    count = self.next(apid)
                    first = count if first is None else first
                    last = at == len(pieces) - 1
                    flags = SequenceFlags.FIRST_SEGMENT if at == 0 else SequenceFlags.LAST_SEGMENT if last else SequenceFlags.CONTINUATION_SEGMENT
                    self.add(packed(apid, count, piece, flags))
                wanted.append((self.number, packed(apid, first, data).hex()))
            else:
                packet = packed(apid, self.next(apid), data)
                self.add(packet)
                wanted.append((self.number, packet.hex()))
        # The last frame is filled with an idle packet.
        room = self.room()
        rest = room - len(self.stream) % room
        self.add(packed(2047, 0, bytes(rest - 6 if rest > 6 else rest + room - 6)))

    def room(self):
        return size - 6 - (2 if "crc" in words else 0) - (4 if "ocf" in words else 0) - (5 if "secondary" in words else 0)

    def frames(self):
        room = self.room()
        for at in range(0, len(self.stream), room):
            starts = [start - at for start in self.starts if at <= start < at + room]
            yield self.frame(starts[0] if starts else 0x7FF, self.stream[at:at + room])
            if random.random() < 0.1:
                yield self.frame(0x7FE, bytes(room))

    def frame(self, first, data):
        status = TransferFrameDataFieldStatus("secondary" in words, False, False, 3, first)
        header = TmFramePrimaryHeader(MasterChannelId(0, 0x2A), self.number, "ocf" in words, 0, self.count, status)
        self.count = (self.count + 1) & 255
        secondary = TransferFrameSecondaryHeader(0, 4, b"abcd") if "secondary" in words else None
        ocf = b"\1\2\3\4" if "ocf" in words else None
        frame = TmTransferFrame(size, header, secondary, data, ocf, bytes(2) if "crc" in words else None).pack()
        if "crc" in words:
            frame = frame[:-2] + fastcrc.crc16.ibm_3740(frame[:-2]).to_bytes(2, "big")
            TmTransferFrame.unpack(frame, size, True)
        return (b"\x1a\xcf\xfc\x1d" if "marker" in words else b"") + frame


channels = [Channel(0), Channel(5)]
for channel in channels:
    channel.fill()
queues = [list(channel.frames()) for channel in channels]
stream = []
while any(queues):
    queue = random.choice([queue for queue in queues if queue])
    stream.append(queue.pop(0).hex())
print(json.dumps({"frames": stream, "packets": wanted}))
