// attributes-nobody-takes.h:19:46: error E108: cannot read '__attribute__': an attribute has the form __attribute__((name, name(value))) and is not part of an expression
// struct inner { uint8_t low; uint16_t high; } __attribute__((PACKED, aligned(2)));
//                                              ^~~~~~~~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// attributes-nobody-takes.h:19:61: error E108: cannot read '__attribute__': an attribute has the form __attribute__((name, name(value))) and is not part of an expression
// struct inner { uint8_t low; uint16_t high; } __attribute__((PACKED, aligned(2)));
//                                                             ^~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// attributes-nobody-takes.h:20:30: error E108: cannot read '__attribute__': an attribute has the form __attribute__((name, name(value))) and is not part of an expression
// struct other { uint16_t high __attribute__((packed, const (2))); };
//                              ^~~~~~~~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// attributes-nobody-takes.h:21:81: error E108: cannot read 'virtual': only members of a class have it
// struct struct_a { uint8_t length; uint8_t ID; struct inner x; struct other y; } virtual a = {8, 1};
//                                                                                 ^~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// 4 errors
#define PACKED __attribute__((packed))
struct inner { uint8_t low; uint16_t high; } __attribute__((PACKED, aligned(2)));
struct other { uint16_t high __attribute__((packed, const (2))); };
struct struct_a { uint8_t length; uint8_t ID; struct inner x; struct other y; } virtual a = {8, 1};
