// error E405: channel 'lab': no message struct in almost-messages.h
// hint: say in the channel's section which struct is which message, with the IDs that the device sends ('gen --adopt' writes it): messages = 1 struct_a, 2 struct_b, 3 struct_c, 4 struct_d, 5 struct_e
// almost-messages.h:39:8: note: 4 bytes: messages = 1 struct_a
// struct struct_a { uint16_t length; uint8_t ID; };
//        ^~~~~~~~
// almost-messages.h:40:8: note: 2 bytes: messages = 2 struct_b
// struct struct_b { uint8_t Length; uint8_t id; };
//        ^~~~~~~~
// almost-messages.h:41:8: note: 2 bytes: messages = 3 struct_c
// struct struct_c { uint8_t ID; uint8_t length; };
//        ^~~~~~~~
// almost-messages.h:42:8: note: 1 bytes: messages = 4 struct_d
// struct struct_d { uint8_t length : 4; uint8_t ID : 4; };
//        ^~~~~~~~
// almost-messages.h:43:8: note: 2 bytes: messages = 5 struct_e
// struct struct_e { uint8_t len; uint8_t id; };
//        ^~~~~~~~
// almost-messages.h:39:8: note N413: 'struct_a' is ignored: 'length' is of type 'uint16_t', not one byte
// struct struct_a { uint16_t length; uint8_t ID; };
//        ^~~~~~~~
// hint: a message begins 'uint8_t length; uint8_t ID;'
// almost-messages.h:40:8: note N413: 'struct_b' is ignored: its first members are 'Length' and 'id', not 'length' and 'ID'
// struct struct_b { uint8_t Length; uint8_t id; };
//        ^~~~~~~~
// hint: a message begins 'uint8_t length; uint8_t ID;'
// almost-messages.h:41:8: note N413: 'struct_c' is ignored: its members 'ID' and 'length' stand in the wrong order
// struct struct_c { uint8_t ID; uint8_t length; };
//        ^~~~~~~~
// hint: a message begins 'uint8_t length; uint8_t ID;'
// almost-messages.h:42:8: note N413: 'struct_d' is ignored: 'length' is a bit-field, not a byte
// struct struct_d { uint8_t length : 4; uint8_t ID : 4; };
//        ^~~~~~~~
// hint: a message begins 'uint8_t length; uint8_t ID;'
// almost-messages.h:43:8: note N413: 'struct_e' is ignored: its first members are 'len' and 'id', not 'length' and 'ID'
// struct struct_e { uint8_t len; uint8_t id; };
//        ^~~~~~~~
// hint: a message begins 'uint8_t length; uint8_t ID;'
// 1 error, 5 notes
struct struct_a { uint16_t length; uint8_t ID; };
struct struct_b { uint8_t Length; uint8_t id; };
struct struct_c { uint8_t ID; uint8_t length; };
struct struct_d { uint8_t length : 4; uint8_t ID : 4; };
struct struct_e { uint8_t len; uint8_t id; };
