// misspelled-keywords.h:10:1: error E108: cannot read 'Struct': did you mean 'struct'?
// Struct struct_a { uint8_t length; uint8_t ID; } a = {2, 1};
// ^~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// misspelled-keywords.h:12:1: error E108: cannot read 'typdef': did you mean 'typedef'?
// typdef struct { uint8_t length; uint8_t ID; } struct_b;
// ^~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// 2 errors
Struct struct_a { uint8_t length; uint8_t ID; } a = {2, 1};

typdef struct { uint8_t length; uint8_t ID; } struct_b;
