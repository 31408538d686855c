// ids.h:55:57: error E407: 'struct_b' has the ID 1, which 'struct_a' already has
// struct struct_b { uint8_t length; uint8_t ID; } b = {2, 1};
//                                                         ^
// hint: give each message struct of the channel its own ID
// ids.h:54:57: note: 'struct_a' gets it here
// struct struct_a { uint8_t length; uint8_t ID; } a = {2, 1};
//                                                         ^
// ids.h:56:57: error E408: ID of 'struct_c' is 256, which does not fit a byte
// struct struct_c { uint8_t length; uint8_t ID; } c = {2, 256};
//                                                         ^~~
// hint: an ID is between 0 and 255
// ids.h:57:54: warning W201: 'struct_d' declares 300 bytes but has 2
// struct struct_d { uint8_t length; uint8_t ID; } d = {300, 4};
//                                                      ^~~
// hint: correct the length or the fields, or give the struct the packing of the firmware's compiler
// ids.h:58:57: error E408: ID of 'struct_e' is -1, which does not fit a byte
// struct struct_e { uint8_t length; uint8_t ID; } e = {2, -1};
//                                                         ^
// hint: an ID is between 0 and 255
// ids.h:59:8: warning W406: 'struct_f' is left out: its ID has no initial value
// struct struct_f { uint8_t length; uint8_t ID; };
//        ^~~~~~~~
// hint: give it one after the struct: 'struct struct_f { … } instance = {length, ID};', or at the field: 'uint8_t ID = 7;'
// ids.h:60:8: warning W406: 'struct_g' is left out: its ID has no initial value
// struct struct_g { uint8_t length; uint8_t ID; } g = {2};
//        ^~~~~~~~
// hint: give it one after the struct: 'struct struct_g { … } instance = {length, ID};', or at the field: 'uint8_t ID = 7;'
// ids.h:61:8: warning W412: 'struct_h' declares no length
// struct struct_h { uint8_t length; uint8_t ID = 8; };
//        ^~~~~~~~
// hint: give 'length' its initial value: the struct's size in bytes
// ids.h:62:69: warning W410: this instance gives 'struct_i' the ID 10; 9 is used
// struct struct_i { uint8_t length; uint8_t ID; } i = {2, 9}, j = {2, 10}, k = {3, 9};
//                                                                     ^~
// hint: declare one struct for each message
// ids.h:62:57: note: used here
// struct struct_i { uint8_t length; uint8_t ID; } i = {2, 9}, j = {2, 10}, k = {3, 9};
//                                                         ^
// ids.h:62:79: warning W410: this instance gives 'struct_i' the length 3; 2 is used
// struct struct_i { uint8_t length; uint8_t ID; } i = {2, 9}, j = {2, 10}, k = {3, 9};
//                                                                               ^
// hint: declare one struct for each message
// ids.h:62:54: note: used here
// struct struct_i { uint8_t length; uint8_t ID; } i = {2, 9}, j = {2, 10}, k = {3, 9};
//                                                      ^
// ids.h:63:8: error E409: 'struct_a' is declared twice
// struct struct_a { uint8_t length; uint8_t ID; } l = {2, 11};
//        ^~~~~~~~
// hint: rename one of them
// ids.h:54:8: note: first declared here
// struct struct_a { uint8_t length; uint8_t ID; } a = {2, 1};
//        ^~~~~~~~
// 4 errors, 6 warnings
struct struct_a { uint8_t length; uint8_t ID; } a = {2, 1};
struct struct_b { uint8_t length; uint8_t ID; } b = {2, 1};
struct struct_c { uint8_t length; uint8_t ID; } c = {2, 256};
struct struct_d { uint8_t length; uint8_t ID; } d = {300, 4};
struct struct_e { uint8_t length; uint8_t ID; } e = {2, -1};
struct struct_f { uint8_t length; uint8_t ID; };
struct struct_g { uint8_t length; uint8_t ID; } g = {2};
struct struct_h { uint8_t length; uint8_t ID = 8; };
struct struct_i { uint8_t length; uint8_t ID; } i = {2, 9}, j = {2, 10}, k = {3, 9};
struct struct_a { uint8_t length; uint8_t ID; } l = {2, 11};
