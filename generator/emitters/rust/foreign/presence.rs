// Messages that lack optional parts: how many elements each part has, and where it begins.
#![allow(dead_code)]

enum Error {
    Length,
    Count,
}

// Written into each generated file from here on.

/** An optional part: its place in the whole struct, an element's size, the most elements. */
struct Part_ {
    offset: usize,
    size: usize,
    most: usize,
    /** 0: it keeps its place; otherwise it begins where the part before it 1: ends, 2: begins. */
    place: u8,
    /** It has what remains of the message. */
    rest: bool,
}

/** A struct's parts, and its sizes: without those at its end, and with its tail padding. */
struct Parts_<const N: usize> {
    parts: [Part_; N],
    least: usize,
    most: usize,
    /** Frames may be shorter, which adds zeros, or longer. */
    short: bool,
    long: bool,
}

fn count_of(count: f64, most: usize) -> Result<usize, Error> {
    let whole = count as usize;
    if whole as f64 == count && whole <= most { Ok(whole) } else { Err(Error::Count) }
}

fn counts_of<const N: usize>(kind: &Parts_<N>, there: &[f64; N]) -> Result<[usize; N], Error> {
    let mut counts = [0; N];
    for at in 0..N {
        counts[at] = count_of(there[at], kind.parts[at].most)?;
    }
    Ok(counts)
}

/** Where the parts begin in a message of this size, or in one that is as long as its parts, and where the last one ends. */
fn placed<const N: usize>(
    kind: &Parts_<N>, there: &mut [f64; N], size: Option<usize>, whole: bool,
) -> Result<([usize; N], usize), Error> {
    let mut places = [0; N];
    let (mut start, mut end) = (kind.least, kind.least);
    for (at, part) in kind.parts.iter().enumerate() {
        places[at] = part.offset;
        if part.place == 0 { continue; }
        if part.place == 1 { start = end; }
        if let (true, Some(size)) = (part.rest, size) {
            there[at] = if whole { part.most as f64 } else { size.saturating_sub(start) as f64 / part.size as f64 };
        }
        if !whole { places[at] = start; }
        end = end.max(start + count_of(there[at], part.most)? * part.size);
    }
    Ok((places, end))
}

/** Copies the bytes that are there. */
fn copy_part(into: &mut [u8], at: usize, data: &[u8], from: usize, length: usize) {
    let end = data.len().min(from + length);
    if from < end { into[at..at + end - from].copy_from_slice(&data[from..end]); }
}

/** The message as a whole struct, with zeros for what it lacks at its end. */
fn lay_out<const N: usize, const W: usize>(
    payload: &[u8], kind: &Parts_<N>, there: &mut [f64; N],
) -> Result<[u8; W], Error> {
    let size = payload.len().max(kind.least);
    let whole = W <= size && size <= kind.most;
    let (places, end) = placed(kind, there, Some(size), whole)?;
    let extent = if whole { size } else { end };
    let is_short = extent > size || payload.len() < kind.least;
    if (is_short && !kind.short) || (extent < size && !kind.long) { return Err(Error::Length); }
    let mut data = [0u8; W];
    copy_part(&mut data, 0, payload, 0, kind.least);
    for (at, part) in kind.parts.iter().enumerate() {
        if part.place != 0 { copy_part(&mut data, part.offset, payload, places[at], there[at] as usize * part.size); }
    }
    Ok(data)
}

/** The message without the parts that it lacks at its end, and its size. */
fn pack<const N: usize, const W: usize>(
    laid: &[u8; W], kind: &Parts_<N>, there: &mut [f64; N],
) -> Result<([u8; W], usize), Error> {
    let (places, end) = placed(kind, there, None, false)?;
    let mut data = [0u8; W];
    copy_part(&mut data, 0, laid, 0, kind.least);
    for (at, part) in kind.parts.iter().enumerate() {
        if part.place != 0 { copy_part(&mut data, places[at], laid, part.offset, there[at] as usize * part.size); }
    }
    Ok((data, end))
}

/** The bytes to read a field from that is there only if each of these parts has more elements than this. */
fn given<'a, const N: usize>(data: &'a [u8], none: &'a [u8], there: &[usize; N], guards: &[(usize, usize)]) -> &'a [u8] {
    if guards.iter().all(|(part, element)| there[*part] > *element) { data } else { none }
}

/** NaN unless both are integers. */
fn bitwise(operation: fn(i32, i32) -> i32, a: f64, b: f64) -> f64 {
    let (left, right) = (a as i128, b as i128);
    if left as f64 != a || right as f64 != b { return f64::NAN; }
    operation(left as i32, right as i32) as f64
}

fn floored(x: f64) -> f64 {
    let whole = x as i128 as f64;
    if !(x > -9e15 && x < 9e15) { x } else if whole > x { whole - 1.0 } else { whole }
}

fn modulo(x: f64, y: f64) -> f64 {
    if y == 0.0 { x } else { x - y * floored(x / y) }
}
