// conditions.h:22:5: warning W142: #if cannot be decided and counts as false: 'VERSION_AT_LEAST' is not defined
// #if VERSION_AT_LEAST(2, 1)
//     ^~~~~~~~~~~~~~~~
// hint: give the macros it needs in the channel's 'defines'
// conditions.h:25:7: warning W142: #if cannot be decided and counts as false: expected a value at '+'
// #if 1 +
//       ^
// hint: give the macros it needs in the channel's 'defines'
// conditions.h:27:7: warning W142: #if cannot be decided and counts as false: division by zero
// #if 4 / 0
//       ^
// hint: give the macros it needs in the channel's 'defines'
// conditions.h:30:2: error E105: #else without #if
// #else
//  ^~~~
// hint: remove it, or write the #if it belongs to
// conditions.h:31:2: error E105: #endif without #if
// #endif
//  ^~~~~
// hint: remove it, or write the #if it belongs to
// 2 errors, 3 warnings
#if VERSION_AT_LEAST(2, 1)
struct struct_a { uint8_t length; uint8_t ID; } a = {2, 1};
#endif
#if 1 +
#endif
#if 4 / 0
#endif
struct struct_b { uint8_t length; uint8_t ID; } b = {2, 2};
#else
#endif
