// comment-without-end.h:6:1: error E101: this comment has no end
// /* status
// ^~
// hint: close it with */
// 1 error
/* status
struct struct_a { uint8_t length; uint8_t ID; } a = {2, 1};
