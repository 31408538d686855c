// Why a frame has no message.
#![allow(dead_code)]

// Written into each generated file from here on.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /** The frame is too short or too long. */
    Length,
    /** No message of the channel has this struct ID. */
    UnknownId(u32),
    /** The bytes do not have the checksum that the frame says. */
    Checksum,
    /** The frame has another number where each has the same (`expect`). */
    Unexpected,
    /** A count of the message exceeds its array, or a part of it is cut. */
    Count,
}

impl core::fmt::Display for Error {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Error::Length => out.write_str("the frame is too short or too long"),
            Error::UnknownId(id) => write!(out, "no message has struct ID {id}"),
            Error::Checksum => out.write_str("the checksum is wrong"),
            Error::Unexpected => out.write_str("the frame is not one of the channel"),
            Error::Count => out.write_str("a count and the array or the size disagree"),
        }
    }
}

impl core::error::Error for Error {}
