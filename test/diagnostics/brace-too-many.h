// brace-too-many.h:10:8: warning W406: 'struct_a' is left out: its ID has no initial value
// struct struct_a
//        ^~~~~~~~
// hint: give it one after the struct: 'struct struct_a { … } instance = {length, ID};', or at the field: 'uint8_t ID = 7;'
// brace-too-many.h:16:1: warning W149: '}' closes nothing
// } a = {3, 1};
// ^
// hint: remove it, or write the '{' it belongs to
// 2 warnings
struct struct_a
{
    uint8_t length;
    uint8_t ID;
};
    uint8_t ck;
} a = {3, 1};
