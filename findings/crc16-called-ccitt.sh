#!/bin/sh
# Five public packages call three different checksums CCITT, and two call different ones just CRC-16. Of the bytes 123456789, whose sums the
# RevEng catalogue gives: npm's crc 4.3.2 answers crc16ccitt = 29b1 (IBM-3740) and crc16 = bb3d (ARC); crccheck 1.3.1 answers
# Crc16Ccitt = 2189 (KERMIT) and Crc16 = 31c3 (XMODEM); libscrc 1.8.1 answers ccitt = 2189; crcmod 1.7 has crc-ccitt-false = 29b1 and no
# name without a suffix; Python's own binascii.crc_hqx, whose documentation says CRC-CCITT, answers 31c3 from 0. So "the CCITT checksum" of a
# data sheet has to be given with its sum of 123456789. Seen on Node 20 and Python 3.11; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts crc@4.3.2 >/dev/null
python3 -m venv v
v/bin/pip install --quiet --disable-pip-version-check crcmod==1.7 libscrc==1.8.1 crccheck==1.3.1
cat >run.mjs <<'END'
import { crc16, crc16ccitt } from "crc";
const bytes = Buffer.from("123456789");
console.log(`crc: crc16ccitt ${crc16ccitt(bytes).toString(16)}, crc16 ${crc16(bytes).toString(16)}`);
END
cat >run.py <<'END'
import binascii
import crcmod.predefined
import libscrc
from crccheck.crc import Crc16, Crc16Ccitt

data = b"123456789"
print(f"crccheck: Crc16Ccitt {Crc16Ccitt.calc(data):04x}, Crc16 {Crc16.calc(data):04x}")
print(f"libscrc: ccitt {libscrc.ccitt(data):04x}")
print(f"crcmod: crc-ccitt-false {crcmod.predefined.mkCrcFun('crc-ccitt-false')(data):04x}")
print(f"binascii: crc_hqx {binascii.crc_hqx(data, 0):04x}")
END
{ node run.mjs; v/bin/python run.py; } | tee out
cat >expected <<'END'
crc: crc16ccitt 29b1, crc16 bb3d
crccheck: Crc16Ccitt 2189, Crc16 31c3
libscrc: ccitt 2189
crcmod: crc-ccitt-false 29b1
binascii: crc_hqx 31c3
END
cmp expected out
