// impossible-types.h:40:5: error E117: 'exact' is a long double, and compilers have different formats for it
//     long double exact;
//     ^~~~~~~~~~~
// hint: use 'double'
// impossible-types.h:42:5: error E118: 'many' has the type 'std::vector<int>', which a message cannot hold
//     std::vector<int> many;
//     ^~~~~~~~~~~~~~~~
// hint: its values are elsewhere in memory: take an array
// impossible-types.h:43:5: error E118: 'boxed' has the type 'box<int>', which a message cannot hold
//     box<int> boxed;
//     ^~~~~~~~
// hint: write the type out; this template is not read: 'int' is not a known template
// impossible-types.h:44:5: error E118: 'nothing' has the type 'void', which a message cannot hold
//     void nothing;
//     ^~~~
// hint: use numbers, enums, structs, and arrays of these
// impossible-types.h:45:5: error E118: 'guessed' has the type 'auto', which a message cannot hold
//     auto guessed = 3;
//     ^~~~
// hint: use numbers, enums, structs, and arrays of these
// impossible-types.h:46:5: error E118: 'large' has the type '__int128', which a message cannot hold
//     __int128 large;
//     ^~~~~~~~
// hint: use numbers, enums, structs, and arrays of these
// impossible-types.h:47:5: error E119: 'position' has the type 'struct gps', which is not complete here
//     struct gps position;
//     ^~~~~~~~~~
// hint: declare 'struct gps' with its fields before it is used
// impossible-types.h:48:5: error E119: 'self' has the type 'struct struct_a', which is not complete here
//     struct struct_a self;
//     ^~~~~~~~~~~~~~~
// hint: declare 'struct struct_a' with its fields before it is used
// 8 errors
template <template <typename> class T> struct box { int value; };
struct gps;
struct struct_a
{
    uint8_t length;
    uint8_t ID;
    long double exact;
    std::array<uint8_t, 4> bytes;
    std::vector<int> many;
    box<int> boxed;
    void nothing;
    auto guessed = 3;
    __int128 large;
    struct gps position;
    struct struct_a self;
} a = {20, 1};
