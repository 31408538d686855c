// condition-without-endif.h:6:2: error E104: #ifdef without #endif
// #ifdef USE_GPS
//  ^~~~~
// hint: write #endif where the conditional part ends
// 1 error
#ifdef USE_GPS
struct struct_a { uint8_t length; uint8_t ID; } a = {2, 1};
