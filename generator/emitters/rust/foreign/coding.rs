// Reading and writing bits and texts, without `std`.
#![allow(dead_code)]

// Written into each generated file from here on.

/** Bits counted from the least significant one of each byte, in a big-endian channel from the most significant one. */
fn read_bits(data: &[u8], from: usize, width: usize, little: bool) -> u64 {
    let mut value = 0u64;
    let mut done = 0;
    while done < width {
        let in_byte = (from + done) % 8;
        let count = core::cmp::min(8 - in_byte, width - done);
        let shift = if little { in_byte } else { 8 - in_byte - count };
        let piece = ((data[(from + done) / 8] >> shift) as u64) & ((1u64 << count) - 1);
        value |= piece << if little { done } else { width - done - count };
        done += count;
    }
    value
}

fn read_signed(data: &[u8], from: usize, width: usize, little: bool) -> i64 {
    ((read_bits(data, from, width, little) << (64 - width)) as i64) >> (64 - width)
}

fn write_bits(data: &mut [u8], from: usize, width: usize, value: u64, little: bool) {
    let mut done = 0;
    while done < width {
        let in_byte = (from + done) % 8;
        let count = core::cmp::min(8 - in_byte, width - done);
        let shift = if little { in_byte } else { 8 - in_byte - count };
        let mask = ((1u16 << count) - 1) as u8;
        let piece = (value >> if little { done } else { width - done - count }) as u8 & mask;
        let byte = &mut data[(from + done) / 8];
        *byte = (*byte & !(mask << shift)) | (piece << shift);
        done += count;
    }
}

fn read_text<const N: usize>(data: &[u8], at: usize) -> [u8; N] {
    let mut text = [0u8; N];
    text.copy_from_slice(&data[at..at + N]);
    text
}

/** The bytes of a text up to its first NUL. */
pub fn text(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    &bytes[..end]
}
