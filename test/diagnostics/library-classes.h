// library-classes.h:37:5: error E118: 'both' has the type 'std::pair<uint8_t, uint32_t>', which a message cannot hold
//     std::pair<uint8_t, uint32_t> both;
//     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
// hint: declare a struct with the members 'first' and 'second'
// library-classes.h:38:5: error E118: 'maybe' has the type 'std::optional<uint32_t>', which a message cannot hold
//     std::optional<uint32_t> maybe;
//     ^~~~~~~~~~~~~~~~~~~~~~~
// hint: the C++ standard leaves its layout to each library: declare a struct with the same values
// library-classes.h:39:5: error E118: 'bits' has the type 'std::bitset<8>', which a message cannot hold
//     std::bitset<8> bits;
//     ^~~~~~~~~~~~~~
// hint: the C++ standard leaves its layout to each library: declare a struct with the same values
// library-classes.h:40:5: error E118: 'age' has the type 'std::chrono::milliseconds', which a message cannot hold
//     std::chrono::milliseconds age;
//     ^~~~~~~~~~~~~~~~~~~~~~~~~
// hint: the C++ standard leaves its layout to each library: declare a struct with the same values
// library-classes.h:41:5: error E118: 'table' has the type 'std::map<uint8_t, float>', which a message cannot hold
//     std::map<uint8_t, float> table;
//     ^~~~~~~~~~~~~~~~~~~~~~~~
// hint: its values are elsewhere in memory: take an array
// library-classes.h:42:21: error E121: size of 'counted': 'count' is a constant whose value is not read: only numbers are
//     uint8_t counted[count<int>()];
//                     ^~~~~~~~~~~~
// hint: write the number, or #define the name in the header (or in the channel's 'defines')
// 6 errors
#include <bitset>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
template <typename T> constexpr int count() { return sizeof(T); }
struct struct_a
{
    uint8_t length;
    uint8_t ID;
    std::pair<uint8_t, uint32_t> both;
    std::optional<uint32_t> maybe;
    std::bitset<8> bits;
    std::chrono::milliseconds age;
    std::map<uint8_t, float> table;
    uint8_t counted[count<int>()];
} a = {20, 1};
