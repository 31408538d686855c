/* Macros of the assertions, for gcc and clang with C11 or C++11 and later. */

/* Written into each generated file from here on. */

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wbool-compare"
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wcast-align"

#ifndef STRUCTLINE_ASSERT
#ifdef __cplusplus
#define STRUCTLINE_ASSERT(condition, text) static_assert(condition, text)
#define STRUCTLINE_KIND(type, member) \
  ((__typeof__(((type *)0)->member + 0))0.5 != 0 ? 3 : STRUCTLINE_INTEGER(__typeof__(((type *)0)->member)))
#define STRUCTLINE_ONES(object, member) static_cast<decltype((object)->member)>(ones)
#else
#define STRUCTLINE_ASSERT(condition, text) _Static_assert(condition, text)
#define STRUCTLINE_KIND(type, member) \
  _Generic(((type *)0)->member, float: 3, double: 3, default: STRUCTLINE_INTEGER(__typeof__(((type *)0)->member)))
#define STRUCTLINE_ONES(object, member) ones
#endif
#define STRUCTLINE_OFFSET(type, member) __builtin_offsetof(type, member)
#define STRUCTLINE_SIZE(type, member) sizeof(((type *)0)->member)
/* STRUCTLINE_KIND: 1 for a signed integer, 2 for an unsigned one, 3 for a floating-point number. */
#define STRUCTLINE_INTEGER(type) ((type)-1 < (type)1 ? 1 : 2)
#if defined(__OPTIMIZE__) && defined(__has_attribute)
#if __has_attribute(error)
#define STRUCTLINE_BITS 1
#endif
#endif
#endif
