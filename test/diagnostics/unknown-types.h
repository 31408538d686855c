// unknown-types.h:28:5: error E112: unknown type 'uint33_t' (did you mean 'uint32_t'?)
//     uint33_t a;
//     ^~~~~~~~
// hint: declare the type in the header, or put the header that does into the include path; not found there: gps_types.h
// unknown-types.h:29:5: error E112: unknown type 'unit16_t' (did you mean 'uint16_t'?)
//     unit16_t b;
//     ^~~~~~~~
// hint: declare the type in the header, or put the header that does into the include path; not found there: gps_types.h
// unknown-types.h:30:13: error E108: cannot read 'int': it is a keyword of C, not a name
//     usigned int c;
//             ^~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// unknown-types.h:31:5: error E112: unknown type 'milivolt_t' (did you mean 'millivolt_t'?)
//     milivolt_t d;
//     ^~~~~~~~~~
// hint: declare the type in the header, or put the header that does into the include path; not found there: gps_types.h
// unknown-types.h:32:5: error E112: unknown type 'gps_fix_t'
//     gps_fix_t fix;
//     ^~~~~~~~~
// hint: declare the type in the header, or put the header that does into the include path; not found there: gps_types.h
// 5 errors
#include "gps_types.h"
typedef uint16_t millivolt_t;
struct struct_a
{
    uint8_t length;
    uint8_t ID;
    uint33_t a;
    unit16_t b;
    usigned int c;
    milivolt_t d;
    gps_fix_t fix;
} a = {20, 1};
