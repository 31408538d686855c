// no-message-at-all.h:1:1: error E405: channel 'lab': no message struct in its headers
// // no-message-at-all.h:1:1: error E405: channel 'lab': no message struct in its headers
// ^
// hint: a message begins 'struct struct_x { uint8_t length; uint8_t ID; …'
// 1 error
struct point { int16_t x, y; };
