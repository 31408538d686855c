// base-class.h:14:8: warning W412: 'header' does not say its length
// struct header { uint8_t length; uint8_t ID = 9; };
//        ^~~~~~
// hint: give 'length' its initial value: the struct's size in bytes
// base-class.h:15:8: error E120: 'struct_a' has a base class ('header')
// struct struct_a : header { uint8_t ck; };
//        ^~~~~~~~
// hint: write the fields of the base class at the beginning of the struct
// base-class.h:16:8: error E120: 'struct_b' has a base class ('public other')
// struct struct_b : public other { uint8_t length = 2; uint8_t ID = 3; };
//        ^~~~~~~~
// hint: write the fields of the base class at the beginning of the struct
// 2 errors, 1 warning
struct header { uint8_t length; uint8_t ID = 9; };
struct struct_a : header { uint8_t ck; };
struct struct_b : public other { uint8_t length = 2; uint8_t ID = 3; };
