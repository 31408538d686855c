// error E405: channel 'lab': no message struct in no-message-at-all.h
// hint: say in the channel's section which struct is which message, with the IDs that the device sends ('gen --adopt' writes it): messages = 1 point
// no-message-at-all.h:7:8: note: 4 bytes: messages = 1 point
// struct point { int16_t x, y; };
//        ^~~~~
// 1 error
struct point { int16_t x, y; };
