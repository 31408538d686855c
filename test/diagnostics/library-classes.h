// library-classes.h:32:5: error E118: 'both' has the type 'std::pair<uint8_t, uint32_t>', which a message cannot hold
//     std::pair<uint8_t, uint32_t> both;
//     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
// hint: declare a struct with the members 'first' and 'second'
// library-classes.h:33:5: error E118: 'maybe' has the type 'std::optional<uint32_t>', which a message cannot hold
//     std::optional<uint32_t> maybe;
//     ^~~~~~~~~~~~~~~~~~~~~~~
// hint: the C++ standard leaves its layout to each library: declare a struct with the same values
// library-classes.h:34:5: error E118: 'bits' has the type 'std::bitset<8>', which a message cannot hold
//     std::bitset<8> bits;
//     ^~~~~~~~~~~~~~
// hint: the C++ standard leaves its layout to each library: declare a struct with the same values
// library-classes.h:35:5: error E118: 'age' has the type 'std::chrono::milliseconds', which a message cannot hold
//     std::chrono::milliseconds age;
//     ^~~~~~~~~~~~~~~~~~~~~~~~~
// hint: the C++ standard leaves its layout to each library: declare a struct with the same values
// library-classes.h:36:5: error E118: 'table' has the type 'std::map<uint8_t, float>', which a message cannot hold
//     std::map<uint8_t, float> table;
//     ^~~~~~~~~~~~~~~~~~~~~~~~
// hint: its values are elsewhere in memory: take an array
// 5 errors
#include <bitset>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
struct struct_a
{
    uint8_t length;
    uint8_t ID;
    std::pair<uint8_t, uint32_t> both;
    std::optional<uint32_t> maybe;
    std::bitset<8> bits;
    std::chrono::milliseconds age;
    std::map<uint8_t, float> table;
} a = {20, 1};
