// constructors.h:18:8: warning W406: 'struct_a' is left out: its ID has no initial value
// struct struct_a
//        ^~~~~~~~
// hint: give it one after the struct: 'struct struct_a { … } instance = {length, ID};', or at the field: 'uint8_t ID = 7;'
// constructors.h:22:5: warning W148: the constructor of 'struct_a' does not give constant initial values
//     struct_a(int id) : length(2), ID(id) {}
//     ^~~~~~~~
// hint: write default values at the fields: 'uint8_t length = 15; uint8_t ID = 14;'
// constructors.h:25:8: warning W406: 'struct_b' is left out: its ID has no initial value
// struct struct_b
//        ^~~~~~~~
// hint: give it one after the struct: 'struct struct_b { … } instance = {length, ID};', or at the field: 'uint8_t ID = 7;'
// constructors.h:29:5: warning W148: the constructor of 'struct_b' does not give constant initial values
//     struct_b() : length(2) { ID = nextId(); }
//     ^~~~~~~~
// hint: write default values at the fields: 'uint8_t length = 15; uint8_t ID = 14;'
// 4 warnings
struct struct_a
{
    uint8_t length;
    uint8_t ID;
    struct_a(int id) : length(2), ID(id) {}
};

struct struct_b
{
    uint8_t length;
    uint8_t ID;
    struct_b() : length(2) { ID = nextId(); }
};
