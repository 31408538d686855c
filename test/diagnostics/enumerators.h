// enumerators.h:10:25: error E126: value of 'RUN': 'FAST' is not defined
// enum mode { IDLE, RUN = FAST, STOP = 1.5 };
//                         ^~~~
// hint: write the number, or #define the name in the header
// enumerators.h:10:38: error E126: value of 'STOP': a floating number is no integer
// enum mode { IDLE, RUN = FAST, STOP = 1.5 };
//                                      ^~~
// hint: write the number, or #define the name in the header
// 2 errors
enum mode { IDLE, RUN = FAST, STOP = 1.5 };
struct struct_a { uint8_t length; uint8_t ID; enum mode m; } a = {8, 1};
