// base-class.h:11:16: error E120: 'inner' has the base class 'part'
// struct inner : part { uint8_t b; };
//                ^~~~
// hint: write the fields of the base class at the beginning of the struct
// base-class.h:13:26: error E112: unknown type 'other'
// struct struct_b : public other { uint8_t length = 2; uint8_t ID = 3; };
//                          ^~~~~
// hint: declare the type in the header, or include the header that does
// 2 errors
union part { uint8_t a; };
struct inner : part { uint8_t b; };
struct struct_a { uint8_t length = 4; uint8_t ID = 9; inner v; };
struct struct_b : public other { uint8_t length = 2; uint8_t ID = 3; };
