// enumerators.h:6:25: error E126: value of 'RUN': 'FAST' is not defined
// enum mode { IDLE, RUN = FAST, STOP = 1.5 };
//                         ^~~~
// hint: write the number, or #define the name in the header
// 1 error
enum mode { IDLE, RUN = FAST, STOP = 1.5 };
struct struct_a { uint8_t length; uint8_t ID; enum mode m; } a = {8, 1};
