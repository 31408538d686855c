// coding.rs by itself: the file is put in front of this one.

#[test]
fn bits_go_where_they_came_from() {
    for little in [true, false] {
        for from in 0..9 {
            for width in 1..=15 {
                let mut data = [0xa5u8; 4];
                let before = data;
                write_bits(&mut data, from, width, 0x2b5a, little);
                assert_eq!(read_bits(&data, from, width, little), 0x2b5a & ((1 << width) - 1));
                let old = read_bits(&before, from, width, little);
                write_bits(&mut data, from, width, old, little);
                assert_eq!(data, before);
            }
        }
    }
}

#[test]
fn signs_and_texts() {
    assert_eq!(read_signed(&[0b100], 0, 3, true), -4);
    assert_eq!(text(b"ab\0c"), b"ab");
    assert_eq!(text(&read_text::<2>(b"xyz", 1)), b"yz");
}
