// members-declared-twice.h:4:52: error E316: this rule is on a line without a field
// // hint: give one of them another name by a rule: '@rule: name=…'
//                                                    ^~~~~~~~~~~~~~
// hint: put the comment on the line of the field it is for
// members-declared-twice.h:18:52: error E316: this rule is on a line without a field
// // hint: give one of them another name by a rule: '@rule: name=…'
//                                                    ^~~~~~~~~~~~~~
// hint: put the comment on the line of the field it is for
// members-declared-twice.h:30:35: error E317: 'in.a' is stored as 'in.a', the name that 'in.a' in line 30 has already
// struct inner { uint8_t a; uint8_t a; };
//                                   ^
// hint: give one of them another name by a rule: '@rule: name=…'
// members-declared-twice.h:30:24: note: 'in.a' has this name first
// struct inner { uint8_t a; uint8_t a; };
//                        ^
// members-declared-twice.h:30:35: error E411: 'inner' has two members 'a'
// struct inner { uint8_t a; uint8_t a; };
//                                   ^
// hint: rename one of them
// members-declared-twice.h:30:24: note: first declared here
// struct inner { uint8_t a; uint8_t a; };
//                        ^
// members-declared-twice.h:36:21: error E317: 'x' is stored as 'x', the name that 'x' in line 35 has already
//     union { uint8_t x; int8_t y; };
//                     ^
// hint: give one of them another name by a rule: '@rule: name=…'
// members-declared-twice.h:35:13: note: 'x' has this name first
//     uint8_t x;
//             ^
// members-declared-twice.h:36:21: error E411: 'struct_a' has two members 'x'
//     union { uint8_t x; int8_t y; };
//                     ^
// hint: rename one of them
// members-declared-twice.h:35:13: note: first declared here
//     uint8_t x;
//             ^
// 6 errors
struct inner { uint8_t a; uint8_t a; };
struct struct_a
{
    uint8_t length;
    uint8_t ID;
    uint8_t x;
    union { uint8_t x; int8_t y; };
    struct inner in;
} a = {6, 1};
