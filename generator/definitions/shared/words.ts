/** Words that a member or struct of a written header cannot be named: of C, C++, of compilers' macros, of rules. */

export const C_WORDS: ReadonlySet<string> = new Set(
  `
  auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return
  short signed sizeof static struct switch typedef union unsigned void volatile while
  alignas alignof and and_eq asm bitand bitor bool catch class compl concept const_cast constexpr constinit consteval co_await
  co_return co_yield decltype delete dynamic_cast explicit export false friend mutable namespace new noexcept not not_eq nullptr
  operator or or_eq private protected public reinterpret_cast requires static_assert static_cast template this thread_local throw true
  try typeid typename typeof using virtual wchar_t xor xor_eq char8_t char16_t char32_t
  linux unix i386 near far huge interrupt NULL EOF NAN INFINITY errno assert
  int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t ssize_t ptrdiff_t intptr_t uintptr_t intmax_t uintmax_t
  mod to in null undefined
  `
    .trim()
    .split(/\s+/),
);
