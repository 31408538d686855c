meta:
  id: instrument
  title: An instrument   # no message has it
  endian: be
  encoding: ASCII
doc: |
  Messages of an instrument: "quoted", # and not a comment.
seq:
  - id: magic
    contents: [0x53, "L", 0x00]
  - id: header
    type: header
  - id: body
    type:
      switch-on: header.kind
      cases:
        'kind::status': status
        kind::waveform: waveform
        kind::settings: settings
enums:
  kind:
    0x10: status
    32:
      id: waveform
      doc: samples
    0x30: settings
types:
  header:
    seq:
    - {id: kind, type: u1, enum: kind}
    - {id: sequence, type: u2le}
  status:
    doc: What it is doing.
    seq:
      - id: is_on
        type: b1
      - id: mode
        type: b3
        enum: mode
      - id: level
        type: b12
      - id: temperature
        type: s2
        doc: Of the case,
          in hundredths of a degree.
      - id: name
        type: strz
        size: 6
      - type: u1
      - id: volts
        type: f4
      - id: current
        type: f8le
      - id: total
        type: u8
    enums:
      mode: { 0: idle, 1: "busy", 5: 'off' }
  waveform:
    meta:
      bit-endian: le
    seq:
      - id: low
        type: b5
      - id: high
        type: b11
      - id: points
        type: point
        repeat: expr
        repeat-expr: 3
      - id: samples
        type: s2le
        repeat: expr
        repeat-expr: 4
      - id: raw
        size: 3
      - id: rest
        size-eos: true
    types:
      point:
        seq:
          - id: x
            type: s1
          - id: y
            type: u4
  settings:
    seq:
      - id: boxed
        type: box
        size: 6
      - id: after
        type: s4
      - id: length
        type: u1
      - id: text
        type: str
        size: length
    types:
      box:
        seq:
          - id: a
            type: u2
    instances:
      twice:
        value: after * 2
