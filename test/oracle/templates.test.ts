/** Parameter packs, constraints, traits, constant functions, words of other orders, sizes: headers whose messages `m1`, `m2` … have the layout of each compiler. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryReader } from "../../generator/source/header-reader.ts";
import { planOf } from "../support/channel-plan.ts";
import { requires } from "../support/requirements.ts";
import { ACCEPTANCE_TARGETS, abiOf } from "./accepted/compare.ts";
import { compareRecords, truthOf } from "./corpora/corpus.ts";

const INTEGERS = "#include <stdint.h>\n";
const LIBRARY = "#include <stdint.h>\n#include <type_traits>\n#include <concepts>\n";

/** C++20 without further headers, and with those of the library, which cross compilers may lack. */
const CPP: Readonly<Record<string, string>> = {
  "sizeof... and packs": `${INTEGERS}
template <class... T> struct count { uint8_t v[sizeof...(T)]; static constexpr unsigned n = sizeof...(T); uint8_t w[n]; };
template <class T, uint8_t... Bits> struct flags { T raw[sizeof...(Bits)]; T one; };
template <typename... T> using with_char = count<T..., char>;
struct m1 { count<int, char, short> a; uint16_t b; };
struct m2 { flags<uint16_t, 1, 2, 3> a; with_char<int, int> b; uint8_t c; };`,
  "packs of base classes": `${INTEGERS}
struct stamp { uint32_t t; }; struct sequence { uint16_t s; };
template <class T> struct wrap { T v; };
template <class D, class... Parts> struct node : Parts... { uint8_t kind; };
template <class... T> struct wraps : wrap<T>... { uint8_t q; };
struct m1 : node<m1, stamp, sequence> { uint8_t payload[4]; };
struct m2 : node<m2> { uint32_t v; };`,
  "recursion over a pack": `${INTEGERS}
template <class... T> struct row;
template <> struct row<> { };
template <class H, class... T> struct row<H, T...> { H head; row<T...> tail; };
template <class... T> struct sum;
template <class T> struct sum<T> { T v; };
template <class T, class U> struct sum<T, U> { T v; U w; };
struct m1 { row<uint8_t, uint16_t, uint32_t> a; uint8_t z; };
struct m2 { sum<uint8_t> a; sum<uint16_t, uint8_t> b; };`,
  "requires and concepts": `${INTEGERS}
template <typename T> concept small = sizeof(T) <= 4;
template <typename T> concept has_id = requires(T t) { { t.id }; typename T::kind; };
template <typename T> requires (sizeof(T) <= 4) struct one { T v; uint8_t q; };
template <small T> struct two { T v; uint8_t q; };
struct part { using kind = int; uint8_t id; };
template <has_id T> struct three { T v; uint16_t q; };
template <class T> requires small<T> && (sizeof(T) > 1) using four = one<T>;
struct m1 { one<uint16_t> a; two<uint32_t> b; three<part> c; four<uint16_t> d; };
struct m2 { uint8_t a; template <class T> requires (sizeof(T) == 1) void set(T t) { a = t; } uint16_t b;
  template <class T> T get() const requires (sizeof(T) < 2) { return a; } void call(auto t) requires small<decltype(t)>; uint32_t c; };`,
  "specialisations with constraints": `${INTEGERS}
template <typename T> struct value { T v; uint8_t q; };
template <typename T> requires (sizeof(T) == 2) struct value<T> { T v; uint32_t q; };
template <typename T> requires (sizeof(T) > 2) struct value<T *> { uint64_t v; };
struct m1 { value<uint8_t> a; uint8_t b; };
struct m2 { value<uint16_t> a; uint8_t b; };`,
  "members of a parameter's class, and behind an alias": `${INTEGERS}
template <class C, int N = C::size, class V = typename C::value> struct box { V v[N]; typename C::in q; uint8_t k[C::K + C::inner::Z]; };
struct cfg { using value = uint16_t; static constexpr int size = 3; enum { K = 2 }; struct in { uint8_t z; }; struct inner { static const int Z = 1; }; };
template <class T> struct one { using type = T; T v; static constexpr int n = sizeof(T); };
template <class O> struct two { typename O::type w[O::n]; O inner; using again = O; typename again::type z; };
template <class P> struct based : P { typename P::value last; };
namespace drv { struct traits { typedef uint16_t word; enum : uint8_t { depth = 4 }; }; }
template <typename Traits> class fifo { public: using word = typename Traits::word; word data[Traits::depth]; private: uint8_t head_; };
using alias = cfg;
struct m1 { box<cfg> a; alias::value b; uint8_t c[alias::size]; };
struct m2 { two<one<uint16_t>> a; based<alias> b; fifo<drv::traits> c; };`,
  "enums as parameters": `${INTEGERS}
enum class k : uint8_t { A = 2 }; enum old { X, Y = 3 };
template <k K> struct tagged { uint8_t v[static_cast<int>(K) + 1]; }; template <old O> struct sized { uint8_t v[O]; };
template <> struct tagged<k::A> { uint32_t w; };
struct m1 { tagged<k::A> a; sized<Y> b; };`,
  "bodies of constant functions": `${INTEGERS}
constexpr int width(unsigned v) { int n = 0; while (v) { v >>= 1; ++n; } return n; }
constexpr unsigned sum(int most) { unsigned s = 0; for (int i = 0, j = 10; i < j && i < most; ++i, j--) { if (i == 2) continue; s += i; } return s; }
constexpr int shadowed(int n) { int width = 1; { const int width = 5; n += width; } do { n++; if (n > 20) break; } while (n % 7 != 0); return n + width; }
enum class kind : uint8_t { u8, u16, u32, other };
constexpr unsigned size_of(kind k) noexcept { switch (k) { case kind::u8: return 1; case kind::u16: return 2; case kind::u32: { return 4; } default: break; } return 3; }
constexpr int fallen(char c) { int n = 0; switch (c) { case 'a': n += 1; [[fallthrough]]; case 'b': n += 2; break; default: n = 9; } return n; }
constexpr uint8_t crc(uint8_t c) { for (int i = 0; i < 8; ++i) c = (c & 0x80) ? (c << 1) ^ 0x07 : c << 1; return c; }
[[nodiscard]] static constexpr auto times(int a, int b = 3) -> int { constexpr int k = 2; auto r = a * k; return r * b; }
constexpr int times(int a, int b, int c) { return a + b + c; }
constexpr bool any(unsigned v) { bool found = v & 6; return found; }
constexpr decltype(auto) scaled(const float &f) { float s = 0.0f; for (int i = 0; i < 10; i++) s += f; return (int)(s * 10); }
consteval int chosen(int a) { if (int b = a * 2; b > 5) return b; else if (b > 3) return 1; int last{7}; return last; }
struct util { static constexpr int up(int a) { return (a + 3) & ~3; } };
struct m1 { uint8_t a[width(1000)]; uint8_t b[sum(9)]; uint8_t c[shadowed(2)]; uint8_t d[size_of(kind::u16) + size_of(kind::other)]; uint8_t e[fallen('a')]; uint16_t f : width(100); };
struct m2 : util { uint8_t a[crc(3)]; uint8_t b[times(2)]; uint8_t c[times(1, 2, 3)]; uint8_t d[any(4) + any(1) + 1]; uint8_t e[scaled(0.1f)]; uint8_t f[chosen(3) + chosen(2) + chosen(0)]; uint8_t g[util::up(5) + up(1)]; };`,
  "values that become bool": `${INTEGERS}
constexpr bool some = 6; const bool high = 0x100; enum { cast = static_cast<bool>(4), half = bool(0.5) };
struct m1 { uint8_t a[some + 1]; uint8_t b[high + 1]; uint8_t c[cast + half + (bool)8]; };`,
  "variables and functions that are templates": `${INTEGERS}
template <class T, int N = 2> constexpr int w = sizeof(T) * N; template <class T> constexpr int w<T, 1> = 7; template <> inline constexpr int w<uint8_t, 2> = 11;
template <class T> constexpr int id() { return 1; } template <> constexpr int id<float>() { return 4; }
template <class T> constexpr T add(T a, const T &b) { return a + b; } constexpr uint8_t U = 200;
constexpr int K = 3; template <int N> constexpr int later(int a) { return a + N + K; }
namespace n { constexpr int K = 50; constexpr int L = 4; struct q { uint8_t a[later<L>(K)]; }; }
template <class T> constexpr unsigned code() { if constexpr (sizeof(T) > 2) return 8; else if constexpr (sizeof(T) == 2) { return 3; } else return sizeof(T); }
struct m1 { uint8_t a[w<uint16_t>]; uint8_t b[w<uint32_t, 1>]; uint8_t c[w<uint8_t>]; uint8_t d[id<float>() + id<char>()]; uint8_t e[code<uint32_t>() + code<uint16_t>() + code<char>()]; };
struct m2 { n::q a; uint8_t b[add(U, U)]; uint8_t c[add<int>(U, 3) - 200]; uint8_t d[add(sizeof(short), sizeof(char))]; };`,
  "folds, and alignments in a pack": `${INTEGERS}
template <int... N> struct s { static constexpr int a = (N + ...), b = (... - N), c = (N - ...), d = (100 - ... - N), e = (N - ... - 1), f = ((N * 2) + ...); };
template <class... T> struct is { static constexpr bool all = (sizeof(T) && ...), any = (sizeof(T) || ...); };
template <class... T> struct frame { uint8_t raw[(sizeof(T) + ...)]; };
template <class... T> struct alignas(T...) storage { unsigned char d[12]; };
using t = s<9, 4, 2>;
struct m1 { uint8_t a[t::a]; uint8_t b[t::b + 2]; uint8_t c[t::c]; uint8_t d[t::d]; uint8_t e[t::e]; uint8_t f[t::f]; };
struct m2 { frame<uint8_t, uint32_t, float> a; storage<uint8_t, uint32_t> b; uint8_t c[is<>::all + is<>::any + is<int>::any]; };`,
  "elements of constant arrays": `${INTEGERS}
constexpr uint8_t t[] = { 1, 2, 300 % 256, }; constexpr int f(int i) { return t[i] + 1; }
struct k { static constexpr int v[2] = { 2, 3 }; uint8_t w[v[1]]; };
struct m1 { uint8_t a[t[2]]; uint8_t b[t[t[0]]]; k c; uint8_t d[k::v[0]]; uint8_t e[f(1)]; };`,
  "types of enumerators and of auto": `${INTEGERS}
enum e : unsigned { P = 3 }; enum { A = -1, B = 0x80000000, C = 3 }; enum { D = 1, E = 0x80000000 }; enum class g : unsigned long { R = 1 };
constexpr auto three = 3u; constexpr auto half = 2.5; const auto byte = (unsigned char)255;
struct m1 { uint8_t a[(-1 < P) + 1]; uint8_t b[(A < B) + 1]; uint8_t c[(-2 < C) + 1]; uint8_t d[(-1 < D) + 1]; uint8_t f[(-1 < (unsigned long)g::R) + 1]; };
struct m2 { uint8_t a[(-1 < three) + 1]; uint8_t b[(int)(half * 2)]; uint8_t c[byte & 7]; };`,
  "members that are class templates": `${INTEGERS}
template <class T> struct outer { template <class U, unsigned N = 2> struct inner { T a; U b[N]; }; inner<uint8_t> one; inner<T, 3> two; template <class U> using twice = inner<U, 4>; };
struct plain { template <class U> struct box { U v; uint8_t tail; }; box<uint16_t> own; template <class U> using again = box<U>; };
struct m1 { outer<uint16_t> a; outer<uint8_t>::inner<uint32_t> b; plain::box<uint64_t> c; typename outer<char>::template twice<short> d; };
struct m2 { plain a; plain::again<uint8_t> b; outer<outer<uint8_t>::inner<uint16_t>> c; };`,
  "members of a parameter that are templates": `${INTEGERS}
struct packing { template <class U> struct cell { uint8_t head; U v; }; template <class U> using alias = cell<U>; template <class U> static constexpr unsigned n = sizeof(U) + 1; };
struct wide { template <class U> struct cell { uint32_t head; U v; }; template <class U> using alias = U; template <class U> static constexpr unsigned n = 2; };
template <class P, class T> struct row { typename P::template cell<T> a; typename P::template alias<T> b; uint8_t c[P::template n<T>]; };
template <class P> struct rebind { template <class U> using other = row<P, U>; };
struct m1 { row<packing, uint16_t> a; uint8_t z; };
struct m2 { row<wide, uint8_t> a; rebind<packing>::other<uint32_t> b; };`,
  "template template parameters": `${INTEGERS}
template <class T, unsigned N = 3> struct ring { T v[N]; uint8_t head; };
template <class T> struct one { T v; };
template <template <class> class C, class T> struct uses { C<T> a; C<uint8_t> b; };
template <template <class, unsigned> class C, class T, unsigned N> struct sized { C<T, N> a; };
template <template <class...> class C = one, class... T> struct all { C<T...> a; };
template <class> struct unit; template <template <class> class W, class T> struct unit<W<T>> { W<uint32_t> big; T small; };
struct m1 { uses<one, uint16_t> a; sized<ring, uint16_t, 2> b; all<one, uint32_t> c; };
struct m2 { unit<one<uint16_t>> a; uint8_t b; };`,
  "partial specialisations for instances": `${INTEGERS}
template <class T, int N> struct vec { T v[N]; };
template <class T> struct traits { T raw; uint8_t k; };
template <class T, int N> struct traits<vec<T, N>> { T first; uint8_t n[N]; };
template <class T, unsigned N> struct traits<T[N]> { T w; uint8_t n[N + 1]; };
template <class T> struct nest { template <class U> struct in { U u; uint32_t t; }; template <class U, int N> struct in<vec<U, N>> { T t; U u[N * 2]; }; in<T> plain; in<vec<uint16_t, 2>> special; };
struct m1 { traits<uint16_t> a; traits<vec<uint32_t, 3>> b; traits<uint16_t[5]> c; };
struct m2 { nest<uint8_t> a; nest<uint16_t>::in<vec<uint8_t, 3>> b; };`,
  "names in a member template": `${INTEGERS}
typedef uint8_t size; typedef uint16_t word;
template <class T> struct o { typedef T word; template <class U> struct i { word a; size b; U c; static constexpr int n = sizeof(word) + sizeof(U); enum { k = n + 1 }; typedef U item; }; };
namespace n { typedef uint64_t size; struct q { o<uint32_t>::i<uint8_t> a; }; }
struct m1 { n::q a; o<uint16_t>::i<uint16_t>::item b; };
struct m2 { uint8_t a[o<uint8_t>::i<uint32_t>::n]; uint8_t b[o<uint16_t>::i<char>::k]; };`,
  "member templates that are defined outside": `${INTEGERS}
template <class U> struct i { U far[9]; };
struct o { template <class U> struct i; struct p; };
template <class U> struct o::i { U v; uint8_t w; };
struct o::p { i<uint16_t> x; uint8_t y; };
template <class T = uint8_t, int N = 2> struct late; template <class T, int N> struct late { T v[N]; };
struct m1 { o::i<uint32_t> a; o::p b; };
struct m2 { late<> a; late<uint16_t> b; i<uint8_t> c; };`,
  "three levels": `${INTEGERS}
template <class A> struct x { template <class B> struct y { template <class C> struct z { A a; B b; C c; template <class D> using w = typename y<D>::template z<C>; }; z<A> own; }; };
struct m1 { x<uint8_t>::y<uint16_t>::z<uint32_t> a; x<char>::y<short>::z<int>::w<uint64_t> b; };
struct m2 { x<uint8_t>::y<uint16_t> a; uint8_t c; };`,
  "attributes of what holds no field": `${INTEGERS}
template <class T> struct ring { template <class U> struct in { T a; alignas(8) uint8_t b; U c; } __attribute__((packed)); in<uint16_t> own; T d; };
struct m1 { ring<int> a; ring<char>::in<uint16_t> b; struct { ring<uint16_t> c; } d; };
struct m2 { uint8_t a; alignas(16) static const int k = 3; uint16_t b; static char t[2] __attribute__((aligned(16))); uint16_t c;
  alignas(8) static inline char buffer[4] = {1}; alignas(8) static thread_local int own; uint8_t d; };
struct m3 { uint8_t a; __attribute__((aligned(16))) m3(); operator int() __attribute__((aligned(16))); int size() const { alignas(8) char c[4] = {}; return c[0]; }
  template <class U> int f(U u) { alignas(8) char c[4] = {}; struct __attribute__((packed)) q { char a; int b; }; return c[0] + sizeof(q); } uint32_t b; };
struct m4 { uint8_t a; __attribute__((aligned(16))) friend int operator+(const m4 &, int); template <class U> static constexpr U v __attribute__((aligned(8))) = 2;
  template <class U> __attribute__((aligned(16))) static int g(U u); uint16_t b; using wide __attribute__((aligned(8))) = int; wide c; };
struct m5 { uint8_t a; alignas(8) enum e : uint8_t { A }; __attribute__((packed)) struct in { uint8_t x; uint32_t y; }; in b; e c; };`,
  "qualifiers of several arguments": `${INTEGERS}
template <class T> struct out { template <class U> struct in { T a; U b; }; };
struct m1 { out<const uint8_t>::in<const uint16_t> a; volatile out<volatile uint8_t>::in<const volatile uint32_t> b; };`,
  "qualifiers and pointers in arguments": `${INTEGERS}
template <class T> struct x { T v; }; template <class T> struct x<const T> { T v; uint8_t c[9]; }; template <> struct x<volatile int> { uint8_t c[11]; };
template <class T, class U> struct same { uint8_t c; }; template <class T> struct same<T, T> { uint32_t c[2]; };
template <class T> struct size { uint8_t c[sizeof(T)]; }; template <> struct size<char *> { uint8_t c[3]; }; template <> struct size<const char *> { uint8_t c[5]; };
template <> struct size<int *const> { uint8_t c[6]; };
template <class T> struct bare { typedef T type; }; template <class T> struct bare<const T> { using type = T; };
template <class T, int N> struct fix { T v[N]; }; template <class T> struct of { uint8_t c; }; template <class T, int N> struct of<fix<T, N>> { T t[2]; };
template <class T> struct adds { x<const T> a; x<T> b; same<typename bare<const T>::type, T> c; };
template <class... T> struct sum { uint8_t c[sizeof...(T)]; }; template <> struct sum<const int, int> { uint8_t c[7]; };
using k = const int; typedef char *text; typedef const char *name; using ints = int *; typedef int *const fixed; typedef int **twice; typedef const int list[3];
struct m1 { x<int> a; x<const int> b; x<volatile int> c; x<const volatile short> d; x<k> e; k f; const x<const short> g; };
struct m2 { same<const int, int> a; same<int const, k> b; same<int *, char *> c; same<ints, int *> d; same<const int *, ints> e; same<list, const int[3]> f; same<int[3], list> g; same<int[3], int[2]> h; };
struct m3 { size<text> a; size<ints> b; size<name> c; size<fixed> d; size<twice> e; };
struct m4 { same<text, char *> a; same<twice, int **> b; same<twice, int *> c; same<fixed, ints> d; };
struct m5 { bare<const short>::type a; same<bare<const volatile int>::type, volatile int> b; same<bare<volatile int>::type, int> c; adds<int> d; adds<const int> e; };
struct m6 { of<fix<int, 2>> a; of<const fix<int, 2>> b; of<fix<const int, 2>> c; of<int> d; };
struct m7 : x<const int> { sum<const int, int> a; sum<int, int> b; };`,
  "bases that know the class, which has constructors": `${INTEGERS}
template <class D> struct bits { }; template <class D, class T> struct held { T value; };
struct m1 { struct options : bits<options> { typedef uint16_t type; enum kind : uint16_t { NONE = 0, ALL = 1 }; uint16_t value = NONE; options() : value(NONE) {}
  options(int v) : value((uint16_t)v) {} operator uint16_t() const { return value; } options &operator=(uint16_t v) { value = v; return *this; } }; uint8_t a; options b; };
struct m2 : held<m2, uint32_t> { m2(); explicit m2(uint32_t v); uint8_t tail; };
template <class T> struct cell : held<cell<T>, T> { cell() {} cell(const cell &other); T more; };
struct m3 { cell<uint16_t> a; uint8_t b; };
struct flags { uint64_t far; };
struct m4 { struct flags : bits<flags> { uint8_t v; }; flags f; }; struct m5 { struct flags : bits<flags> { uint16_t v; flags(); }; flags f; };
struct m6 { struct flags : held<flags, uint32_t> { uint32_t v; }; flags f; struct more : held<flags, uint8_t> { uint8_t w; }; more m; };`,
  "a matrix as Eigen has it": `${INTEGERS}
template <class Derived> struct traits; template <class D> struct base { };
template <class T, int R, int C, int O = 0> struct storage { T data[R * C]; };
template <class T, int R, int C, template <class, int, int, int> class S = storage> struct matrix : base<matrix<T, R, C, S>> { using scalar = T; enum { rows = R, cols = C }; S<T, R, C, 0> s; template <int K> using column = matrix<T, R, K, S>; };
template <class T, int R, int C, template <class, int, int, int> class S> struct traits<matrix<T, R, C, S>> { T t; uint8_t n[R + C]; };
struct m1 { matrix<float, 2, 3> a; matrix<int16_t, 2, 2>::column<1> b; };
struct m2 { traits<matrix<uint16_t, 1, 2>> a; uint8_t k[matrix<char, 3, 4>::cols]; };`,
  "both forms of a template's declarations": `${INTEGERS}
template <class T, int N = 2> struct once; template <> struct once<char, 2> { uint32_t special; }; template <class T, int N> struct once { T v[N]; };
template <class T> struct back { T v; }; template <class T> struct back;
struct m1 { once<char> a; once<uint16_t> b; back<uint8_t> c; };`,
  "bases that know the class": `${INTEGERS}
template <class D> struct traits; template <class D> struct base { typedef typename traits<D>::unit unit; unit stamp; enum { n = traits<D>::count }; };
template <class T, int N> struct block : base<block<T, N>> { T v[N]; uint8_t q[base<block<T, N>>::n]; };
template <class T, int N> struct traits<block<T, N>> { typedef T unit; enum { count = N + 1 }; };
template <class T> struct self : base<self<T>> { T w; }; template <class T> struct traits<self<T>> { typedef uint64_t unit; enum { count = 1 }; };
struct m1 { block<uint16_t, 2> a; self<uint8_t> b; };
struct m2 { block<uint8_t, 1> a; };`,
  "member templates on one line": `${INTEGERS}
struct m1 { uint8_t a; template <class T> void set(T t) { a = t; } uint16_t b; template <class T, class U> T get() { return a; } uint8_t c; };`,
};

const CPP_WITH_LIBRARY: Readonly<Record<string, string>> = {
  "values of the library": `${LIBRARY}#include <algorithm>
#include <array>
#include <limits>
struct p { int x; }; struct q { char y[9]; }; constexpr std::array<uint16_t, 3> three = {{ 5, 6, 7 }}; constexpr std::array<int, 2> two{ 3, 4 };
struct m1 { uint8_t a[std::max(sizeof(p), sizeof(q))]; uint8_t b[std::min<int>(3, 5u)]; uint8_t c[std::max({1, 7, 3})]; uint8_t d[three[1] + two[0]]; };
struct m2 { uint8_t a[std::numeric_limits<uint8_t>::max()]; uint8_t b[std::numeric_limits<int16_t>::digits]; uint8_t c[std::numeric_limits<int8_t>::min() + 130]; };`,
  "type traits": `${LIBRARY}
template <typename T> struct value { T v; uint8_t q; };
template <std::integral T> struct number { T v; };
template <typename T> requires std::is_floating_point_v<T> struct value<T> { T v; uint32_t q; };
template <typename T> requires (std::is_same_v<T, int>) && (sizeof(T) == 4) struct value<T> { T v; uint64_t q; };
enum class id : uint8_t { A };
struct m1 { value<uint8_t> a; value<float> b; value<int> c; number<short> d; };
struct m2 { uint8_t a[std::is_same<int, unsigned>::value ? 2 : 3]; std::conditional_t<std::is_unsigned_v<uint8_t>, uint16_t, int> b; };
struct m3 { uint8_t a[std::is_enum_v<id> + std::is_enum_v<int> + std::signed_integral<int> + std::unsigned_integral<bool>]; };`,
};

const C: Readonly<Record<string, string>> = {
  "typedef behind a body": `${INTEGERS}
struct { int a; char b; } typedef m1;
enum { A, B } typedef choice;
union { int a; char b[5]; } const typedef either;
struct tag { struct { short x; } in; choice c; } typedef m2, *to_m2;
struct m3 { m1 a; either b; choice c; };`,
  "line continuations in and around comments": `${INTEGERS}
struct m1 { uint8_t a; /\\
/ a comment
 uint16_t c; /* x *\\
/ uint8_t d; uint3\\
2_t e; /\\
* uint8_t no; */ uint8_t f; /* y *\\ \n/ uint8_t g; // z \\
 uint8_t no;
};`,
  "sizes of elements and members of variables": `${INTEGERS}
static uint16_t t[3][4]; struct s { uint8_t a; uint16_t b[2][4]; }; extern struct s g; extern struct s all[3];
struct m1 { uint8_t a[sizeof(t[0])]; uint8_t b[sizeof *t]; uint8_t c[sizeof **t]; uint8_t d[sizeof(t[0][1])]; uint8_t e[sizeof g.b[0]];
  uint8_t f[sizeof(g.b[0][1])]; uint8_t h[sizeof(all[1].b)]; uint8_t i[sizeof all / sizeof all[0]]; uint8_t j[sizeof(all[0].b[1])]; };`,
  "values that become bool": `${INTEGERS}
#include <stdbool.h>
enum { some = (_Bool)2, half = (bool)0.5 };
struct m1 { uint8_t a[some + 1]; uint8_t b[half + (bool)16]; };`,
  "types of enumerators": `${INTEGERS}
enum { A = -1, B = 0x80000000, C = 3 }; enum { D = 1, E = 0x80000000 };
struct m1 { uint8_t a[(A < B) + 1]; uint8_t b[(-1 < C) + 1]; uint8_t c[(-1 < D) + 1]; };`,
  "floating constants": `${INTEGERS}
enum { float_ = (int)((0.1f * 3 == 0.3f) + 1), wide = (int)((0.1f == 0.1) + 1), most = (unsigned char)(300.5 - 299), product = (int)(202.75f * 3.3f) };
struct m1 { uint8_t a[float_]; uint8_t b[wide]; uint8_t c[most]; uint8_t d[product - 600]; };`,
  "a question of another compiler": `${INTEGERS}
#if !defined(__has_thing)
#define __has_thing(x) 0
#endif
#ifndef __has_things
#define __has_things __has_thing
#endif
#if __has_thing(c_atomic) || __has_things(c_static_assert)
struct m1 { uint8_t a[3]; };
#else
struct m1 { uint8_t a[4]; };
#endif`,
  "defined in a macro": `${INTEGERS}
#define GNU defined __GNUC__
#define BOTH (GNU && !defined(NOWHERE))
#define NEW defined(__GNUC__) && (__GNUC__ >= 4)
#define AGAIN NEW
#if BOTH && AGAIN
struct m1 { uint8_t a[3]; };
#else
struct m1 { uint8_t a[4]; };
#endif`,
  "typeof of expressions": `${INTEGERS}
struct m1 { __typeof__(1 + 1L) a; __typeof__(1u << 3) b; __typeof__(~(1ull)) c; };`,
};

const TARGETS = [
  ["x86-64, gcc and g++", "gcc", "g++"],
  ["x86-64, clang 16", "clang-16"],
  ["arm-eabi", "arm-none-eabi-gcc"],
  ["mingw-x64", "x86_64-w64-mingw32-gcc", "x86_64-w64-mingw32-g++"],
] as const;

function check(title: string, language: "c" | "c++", headers: Readonly<Record<string, string>>): void {
  const standard = language === "c" ? "-std=gnu17" : "-std=gnu++20";
  const [, ...programs] = TARGETS.find(([name]) => name === title)!;
  const target = { ...ACCEPTANCE_TARGETS.find((each) => each.title === title)!, standard };
  for (const [name, text] of Object.entries(headers))
    test(`${name} (${title})`, { skip: requires(...programs) }, () => {
      const truths = truthOf(target, text, { language, cflags: [], folders: [] });
      if (typeof truths === "string") assert.fail(truths);
      const messages = new Map([...truths].filter(([record]) => /^m\d$/.test(record)));
      const cflags = language === "c" ? [standard] : ["-xc++", standard];
      const plan = planOf({ ...abiOf(target), headerFiles: ["lab.h"], cflags });
      const found = compareRecords(messages, { plan, reader: memoryReader({ "lab.h": text }, "") });
      assert.ok(messages.size > 0, "the header has messages");
      assert.deepEqual(
        found.filter(({ verdict }) => verdict !== "equal"),
        [],
      );
    });
}

/** Only the compiler for Linux has the headers. */
const X86: Readonly<Record<string, string>> = {
  "headers of instructions": `${INTEGERS}#include <x86intrin.h>
#ifdef TOOLCHAIN_MSVC
#define ALIGNED
#else
#define ALIGNED __attribute__((aligned(8)))
#endif
struct ALIGNED m1 { uint8_t a; uint32_t b[2]; };`,
  "the kernel's types": `#include <linux/types.h>
struct m1 { __u8 a; __aligned_u64 b; __u16 c; __aligned_be64 d[2]; char e[__BITS_PER_LONG / 8]; };`,
};

for (const [title] of TARGETS) {
  check(title, "c", C);
  check(title, "c++", CPP);
}
check("x86-64, gcc and g++", "c++", CPP_WITH_LIBRARY);
check("x86-64, gcc and g++", "c", X86);
