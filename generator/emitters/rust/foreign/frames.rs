// Functions for channels with their own frame format or with checksums. `extra`: a byte appended to the data, or -1.
#![allow(dead_code)]

// Written into each generated file from here on.

/** Writes the bits of a mask, and leaves all others as they are. */
fn write_number(frame: &mut [u8], at: usize, length: usize, big: bool, mask: u32, value: u32) {
    for i in 0..length {
        let place = if big { at + length - 1 - i } else { at + i };
        let bits = (mask >> (8 * i)) as u8;
        frame[place] = (frame[place] & !bits) | ((value >> (8 * i)) as u8 & bits);
    }
}

fn read_number(frame: &[u8], at: usize, length: usize, big: bool) -> u32 {
    (0..length).fold(0, |value, i| (value << 8) | frame[if big { at + i } else { at + length - 1 - i }] as u32)
}

fn covered(frame: &[u8], from: usize, to: usize, extra: i32) -> impl Iterator<Item = u32> + '_ {
    frame[from..to].iter().map(|byte| *byte as u32).chain(u32::try_from(extra).ok())
}

/** A CRC from the most significant bit on. */
fn crc_plain(frame: &[u8], from: usize, to: usize, extra: i32, width: u32, polynomial: u32, initial: u32, xor: u32) -> u32 {
    let up = 32 - width;
    let mut register = initial << up;
    for byte in covered(frame, from, to, extra) {
        register ^= byte << 24;
        for _ in 0..8 {
            let carry = register >> 31 == 1;
            register <<= 1;
            if carry { register ^= polynomial << up; }
        }
    }
    (register >> up) ^ xor
}

/** A CRC from the least significant bit on. */
fn crc_reflected(frame: &[u8], from: usize, to: usize, extra: i32, width: u32, polynomial: u32, initial: u32, xor: u32) -> u32 {
    let reflected = polynomial.reverse_bits() >> (32 - width);
    let mut register = initial.reverse_bits() >> (32 - width);
    for byte in covered(frame, from, to, extra) {
        register ^= byte;
        for _ in 0..8 {
            let carry = register & 1 == 1;
            register >>= 1;
            if carry { register ^= reflected; }
        }
    }
    register ^ xor
}

fn sum_of(frame: &[u8], from: usize, to: usize, extra: i32) -> u32 {
    covered(frame, from, to, extra).fold(0, u32::wrapping_add)
}

fn xor_of(frame: &[u8], from: usize, to: usize, extra: i32) -> u32 {
    covered(frame, from, to, extra).fold(0, |sum, byte| sum ^ byte)
}

/** Two sums, the second of the first's values. */
fn two_sums(frame: &[u8], from: usize, to: usize, extra: i32, initial: u32, modulus: u32, half: u32) -> u32 {
    let (low, high) = covered(frame, from, to, extra).fold((initial, 0), |(low, high), byte| {
        let low = (low + byte) % modulus;
        (low, (high + low) % modulus)
    });
    (high << half) | low
}
