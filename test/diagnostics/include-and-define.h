// include-and-define.h:22:2: warning W141: this #include names no file
// #include VERSION_HEADER
//  ^~~~~~~~~~~~~~~~~~~~~~
// hint: write #include "file.h" or #include <file.h>
// include-and-define.h:23:2: warning W138: cannot read this #define
// #define 3COM 1
//  ^~~~~~~~~~~~~
// hint: it reads '#define NAME value' or '#define NAME(a, b) text'
// include-and-define.h:24:2: warning W138: cannot read this #define
// #define
//  ^~~~~~
// hint: it reads '#define NAME value' or '#define NAME(a, b) text'
// include-and-define.h:25:2: warning W138: cannot read this #define
// #define TWICE(a, a) a
//  ^~~~~~~~~~~~~~~~~~~~
// hint: it reads '#define NAME value' or '#define NAME(a, b) text'
// include-and-define.h:26:2: warning W139: #error "this board is not known"
// #error "this board is not known"
//  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// hint: choose the branch that the firmware was compiled with: 'abi', 'cflags' or 'defines' in the channel's section
// 5 warnings
#include VERSION_HEADER
#define 3COM 1
#define
#define TWICE(a, a) a
#error "this board is not known"
struct struct_a { uint8_t length; uint8_t ID; } a = {2, 1};
