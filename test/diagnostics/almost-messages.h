// error E405: channel 'lab': no message struct in almost-messages.h
// hint: a message begins 'struct struct_x { uint8_t length; uint8_t ID; …'; a struct as it is becomes one with 'messages = 1 struct_a' in the channel's section; seen: struct_a, struct_b, struct_c, struct_d, struct_e
// almost-messages.h:24:8: note N413: 'struct_a' is passed over: 'length' is of type 'uint16_t', not one byte
// struct struct_a { uint16_t length; uint8_t ID; };
//        ^~~~~~~~
// hint: a message begins 'uint8_t length; uint8_t ID;'
// almost-messages.h:25:8: note N413: 'struct_b' is passed over: its first members are 'Length' and 'id', not 'length' and 'ID'
// struct struct_b { uint8_t Length; uint8_t id; };
//        ^~~~~~~~
// hint: a message begins 'uint8_t length; uint8_t ID;'
// almost-messages.h:26:8: note N413: 'struct_c' is passed over: its members 'ID' and 'length' stand in the wrong order
// struct struct_c { uint8_t ID; uint8_t length; };
//        ^~~~~~~~
// hint: a message begins 'uint8_t length; uint8_t ID;'
// almost-messages.h:27:8: note N413: 'struct_d' is passed over: 'length' is a bit-field, not a byte
// struct struct_d { uint8_t length : 4; uint8_t ID : 4; };
//        ^~~~~~~~
// hint: a message begins 'uint8_t length; uint8_t ID;'
// almost-messages.h:28:8: note N413: 'struct_e' is passed over: its first members are 'len' and 'id', not 'length' and 'ID'
// struct struct_e { uint8_t len; uint8_t id; };
//        ^~~~~~~~
// hint: a message begins 'uint8_t length; uint8_t ID;'
// 1 error, 5 notes
struct struct_a { uint16_t length; uint8_t ID; };
struct struct_b { uint8_t Length; uint8_t id; };
struct struct_c { uint8_t ID; uint8_t length; };
struct struct_d { uint8_t length : 4; uint8_t ID : 4; };
struct struct_e { uint8_t len; uint8_t id; };
