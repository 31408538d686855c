/** Headers with one attribute each, between any two words of a declaration. */

/** Members of a struct, words apart. `@` is the header's number, so that thousands are compiled in one run. */
const MEMBERS = [
  "uint16_t a [ sizeof ( s@ ) % 3 + 1 ] ;",
  "uint32_t a [ 2 ] [ ( int ) 3 ] , b ;",
  "uint8_t p ; uint32_t a : ( int ) 3 , b : sizeof ( s@ ) ;",
  "uint32_t ( a ) ; uint16_t ( b ) [ 2 ] ;",
  "s@ a ; struct s@ b [ A@ ] ;",
  "enum e@ a , b ;",
  "struct { uint8_t c ; uint32_t d ; } a , b ;",
  "struct { uint8_t c ; uint32_t d ; } ;",
  "union { uint8_t c ; uint32_t d ; } ;",
  "enum { K@ = sizeof ( s@ ) , L@ } a ;",
  "uint8_t a ; const volatile unsigned int b ;",
  "unsigned : 3 ; uint32_t : 0 ; uint32_t a ;",
  "struct i@ { uint8_t a ; uint32_t b ; } ; struct i@ c ;",
];
const C_MEMBERS = [
  "typeof ( uint32_t ) a ;",
  "uint32_t d [ _Alignof ( int ) ] ;",
  "_Alignas ( 2 ) uint16_t a ; _Alignas ( uint32_t ) uint32_t b ;",
  "_Atomic ( uint32_t ) a ; _Atomic uint16_t b ;",
];
const CPP_MEMBERS = [
  "t@ < uint32_t , 2 > a ;",
  "decltype ( sizeof ( int ) ) a ; decltype ( s@ :: y ) b ;",
  "uint32_t a [ static_cast < int > ( 2 ) ] ;",
  "uint32_t a = 1 , b { 2 } ;",
  "int size ( int n ) const { return 3 ; } uint32_t a ;",
  "static constexpr int M = 3 ; uint32_t a [ M ] ;",
  "using u = uint32_t ; u a ;",
  "typedef uint32_t v ; v a ;",
  "enum class k : uint8_t { X , Y = 3 } a ;",
  "uint32_t a : 3 = 1 ;",
];

/** Declarations of a type `q@`. */
const TYPES = [
  "struct q@ { uint8_t a ; uint32_t b ; } ;",
  "typedef struct { uint8_t a ; uint32_t b ; } q@ ;",
  "typedef uint32_t q@ ;",
  "typedef uint32_t q@ [ sizeof ( int ) ] ;",
  "typedef struct p@ { uint8_t a ; uint32_t b ; } q@ , * r@ ;",
  "enum q@ { X@ = sizeof ( int ) , Y@ } ;",
];
const CPP_TYPES = [
  "using q@ = uint32_t ;",
  "using q@ = s@ ;",
  "using q@ = uint32_t [ sizeof ( int ) ] ;",
  "struct q@ : public s@ , t@ < uint8_t , 2 > { uint8_t b ; } ;",
  "template < typename T > struct p@ { uint8_t a ; T b ; } ; using q@ = p@ < uint32_t > ;",
  "namespace n@ { struct i { uint8_t a ; uint32_t b ; } ; } using q@ = n@ :: i ;",
];

const GNU = ["__attribute__((packed))", "__attribute__((aligned(8)))"];
const ATTRIBUTES = {
  c: [...GNU, "_Alignas(8)"],
  "c++": [...GNU, "alignas(8)", "[[gnu::packed]]", "[[gnu::aligned(8)]]"],
};
const BEFORE = "struct s@ { uint8_t x; uint32_t y; }; enum e@ { A@ = 2, B@ = 3 };";
const IN = {
  c: `${BEFORE} typedef struct s@ s@;`,
  "c++": `${BEFORE} template <typename T, int N> struct t@ { T v[N]; };`,
};

const message = (members: string) =>
  `struct struct_m@ { uint8_t length; uint8_t ID; ${members} uint8_t z; };\nstruct struct_m@ m@ = {0, 1};\n`;

export function attributePlaces(language: "c" | "c++"): string[] {
  const isCpp = language === "c++";
  const members = [...MEMBERS, ...(isCpp ? CPP_MEMBERS : C_MEMBERS)];
  const types = [...TYPES, ...(isCpp ? CPP_TYPES : [])];
  return ATTRIBUTES[language].flatMap((attribute) => [
    ...members.flatMap((text) => withAttribute(text, attribute).map((each) => `${IN[language]}\n${message(each)}`)),
    ...types.flatMap((text) => {
      const keyword = /^(?:struct|enum) (?=q@)/.exec(text)?.[0] ?? "";
      const use = message(`${keyword}q@ c; ${keyword}q@ d[2];`);
      return withAttribute(text, attribute).map((each) => `${IN[language]}\n${each}\n${use}`);
    }),
  ]);
}

function withAttribute(text: string, attribute: string): string[] {
  const words = text.split(" ");
  return Array.from({ length: words.length + 1 }, (_, at) => words.toSpliced(at, 0, attribute).join(" "));
}
