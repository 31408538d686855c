// Reads frames of variable.h with the emitted module as a person would. Prints what each holds, as JSON.

mod variable;
use std::io::BufRead;
use variable::{decode, text, Message};
fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let data: Vec<u8> = (0..line.len() / 2).map(|i| u8::from_str_radix(&line[2 * i..2 * i + 2], 16).unwrap()).collect();
        let message = match decode(&data) { Ok(message) => message, Err(_) => { println!("null"); continue; } };
        let mut values: Vec<String> = Vec::new();
        let mut stored: Vec<String> = Vec::new();
        match &message {
            Message::Sky(m) => {
                values.push(format!("\"length\":{},\"ID\":{},\"n\":{},\"flags\":{}", m.length, m.ID, m.n, m.flags));
                for (i, row) in m.satellites[..m.count_satellites()].iter().enumerate() {
                    values.push(format!("\"satellites[{i}].gnss\":{},\"satellites[{i}].sv\":{},\"satellites[{i}].strength\":{}", row.gnss, row.sv, row.strength));
                }
                if m.has_fixed() { values.push(format!("\"fixed\":{}", m.fixed)); }
                if m.has_offset() { values.push(format!("\"offset.x\":{},\"offset.y\":{}", number(m.offset.x), number(m.offset.y))); }
                values.push(format!("\"note\":{}", quoted(text(&m.note))));
                for (i, value) in [m.stored_satellites_0_strength(), m.stored_satellites_1_strength(), m.stored_satellites_2_strength()].iter().enumerate() {
                    stored.push(format!("\"satellites.{i}.strength\":{}", value.map_or("null".to_string(), |v| v.to_string())));
                }
            }
            Message::Log(m) => {
                values.push(format!("\"length\":{},\"ID\":{},\"seq\":{},\"used\":{}", m.length, m.ID, m.seq, m.used));
                for (i, value) in m.adc[..m.count_adc()].iter().enumerate() { values.push(format!("\"adc[{i}]\":{value}")); }
                for (row, count) in [m.count_rows_0_v(), m.count_rows_1_v()].iter().enumerate() {
                    values.push(format!("\"rows[{row}].k\":{}", m.rows[row].k));
                    for i in 0..*count { values.push(format!("\"rows[{row}].v[{i}]\":{}", m.rows[row].v[i])); }
                }
                assert_eq!(m.more_len, m.count_more());
                for i in 0..m.more_len { values.push(format!("\"more[{i}]\":{}", m.more[i])); }
            }
        }
        let mut frame = [0u8; 64];
        let n = message.encode(&mut frame).unwrap();
        for short in 0..n { assert!(message.encode(&mut frame[..short]).is_err()); }
        let hex: String = frame[..n].iter().map(|byte| format!("{byte:02x}")).collect();
        println!("{{\"values\":{{{}}},\"stored\":{{{}}},\"frame\":\"{hex}\"}}", values.join(","), stored.join(","));
    }
}
/** JSON has no NaN: as the codecs' values print it. */
fn number(value: f32) -> String { if value.is_finite() { (value as f64).to_string() } else { "null".to_string() } }
fn quoted(bytes: &[u8]) -> String {
    let units: String = String::from_utf8_lossy(bytes).encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
    format!("\"{units}\"")
}
