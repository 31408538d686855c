// misspelled-keywords.h:8:1: error E150: unknown word 'Struct' (did you mean 'struct'?)
// Struct struct_a { uint8_t length; uint8_t ID; } a = {2, 1};
// ^~~~~~
// misspelled-keywords.h:10:1: error E150: unknown word 'typdef' (did you mean 'typedef'?)
// typdef struct { uint8_t length; uint8_t ID; } struct_b;
// ^~~~~~
// 2 errors
Struct struct_a { uint8_t length; uint8_t ID; } a = {2, 1};

typdef struct { uint8_t length; uint8_t ID; } struct_b;
