// error E405: channel 'lab': no message struct in no-message-at-all.h
// hint: a message begins 'struct struct_x { uint8_t length; uint8_t ID; …'; a struct as it is becomes one with 'messages = 1 point' in the channel's section; seen: point
// 1 error
struct point { int16_t x, y; };
