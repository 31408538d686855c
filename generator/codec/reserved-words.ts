/** Reserved words of languages: keywords, and names that the emitted code uses. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Strict-mode keywords, and globals that generated code calls. [ECMA-262 12.7.2] */
export const JAVASCRIPT_WORDS = words(`
  arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally
  for function if implements import in instanceof interface let new null package private protected public return static super
  switch this throw true try typeof var void while with yield
  undefined NaN Infinity Math Number BigInt Object DataView RangeError TextDecoder TextEncoder Uint8Array`);

/** Lower case. [Vector, DBC file format 1.0] */
/** Keywords of MATLAB and of GNU Octave. [iskeyword] */
export const MATLAB_WORDS = words(`
  break case catch classdef continue do else elseif end end_try_catch end_unwind_protect endclassdef endenumeration endevents endfor
  endfunction endif endmethods endparfor endproperties endswitch endwhile enumeration events for function get global if methods otherwise
  parfor persistent properties return set spmd switch try until unwind_protect unwind_protect_cleanup while`);

export const DBC_WORDS = words(`
  version ns_ bs_ bu_ bo_ sg_ cm_ ba_ ba_def_ ba_def_def_ ba_rel_ ba_def_rel_ val_ val_table_ ev_ sig_valtype_ sig_group_ sg_mul_val_
  bo_tx_bu_ envvar_data_ sgtype_ cat_ cat_def_ vector__xxx`);

/** Not allowed as attributes; lower case. Keywords, and types that annotations use. [Python 3.13, 2.3.1] */
export const PYTHON_WORDS = words(`
  false none true and as assert async await break class continue def del elif else except finally for from global if import in
  is lambda nonlocal not or pass raise return try while with yield
  bool float int list str`);

/** Not allowed as IntEnum members; lower case. */
export const PYTHON_MEMBER_WORDS = words(`
  mro name value real imag numerator denominator conjugate bit_length bit_count to_bytes from_bytes as_integer_ratio is_integer`);

/** Not allowed as class names: the module's imports, and built-in classes that users would lose. [Python 3.13, Built-in Exceptions] */
export const PYTHON_CLASS_WORDS = words(`
  False None True NotImplemented Ellipsis Any Callable Dict IntEnum List Literal Message NamedTuple Optional Tuple Type TypeVar Union
  AttributeError ConnectionError Exception ImportError IndexError KeyError MemoryError NameError OSError OverflowError
  RuntimeError StopIteration SystemExit TimeoutError TypeError ValueError Warning`);

/** Not allowed as fields; lower case. [The Rust Reference, keywords] */
export const RUST_WORDS = words(`
  as break const continue crate else enum extern false fn for if impl in let loop match mod move mut pub ref return self static
  struct super trait true type unsafe use where while async await dyn abstract become box do final macro override priv typeof
  unsized virtual yield try gen union`);

/** Not allowed as types: names of the standard prelude and of the module. [The Rust Standard Library, std::prelude] */
export const RUST_TYPE_WORDS = words(`
  Self Some None Ok Err Option Result Vec String Box Send Sync Sized Copy Clone Drop Debug PartialEq Eq PartialOrd Ord Default
  Iterator IntoIterator DoubleEndedIterator ExactSizeIterator Extend Into From TryFrom TryInto FromIterator Fn FnMut FnOnce
  AsRef AsMut ToOwned ToString Unpin Hash Message Error Display`);

/** Without underscores: words of the language, its runtimes and the compiler's target languages. [Kaitai Struct user guide, 7] */
export const KAITAI_WORDS = words(`
  message messageid idbits header trailer io parent root iseof pos size value elementindex notexpressed boolbyte read str strz
  u1 u2 u4 u8 s1 s2 s4 s8 f4 f8 u2le u4le u8le u2be u4be u8be s2le s4le s8le s2be s4be s8be f4le f8le f4be f8be
  abstract alignas alignof and andeq any array as asm assert async atomic auto await base become begin bitand bitor bool boolean box
  break byte callable case catch chan char checked class compl const constexpr continue crate debugger decimal declare decltype def
  default defer defined del delegate delete die do double dyn each echo elif else elseif elsif empty end enddeclare endfor
  endforeach endif endswitch endwhile ensure enum eval event except exit
  explicit export extends extern fallthrough false final finally fixed float fn for foreach friend from func function get
  global go goto gt if impl implements implicit import in include init inline instanceof insteadof int interface internal into
  is isset iterable lambda last let list local lock long loop lt macro match mixed mod module mut mutable my namespace native ne never new next nil
  no noexcept none nonlocal not noteq null nullptr object of operator or oreq our out override package params pass print priv
  private proc property protected pub public raise range readonly redo ref register require rescue retry return sbyte sealed
  self set short signed sizeof stackalloc static strictfp string struct sub super switch synchronized template then this
  threadlocal throw throws to trait transient true try tuple type typedef typeid typename typeof uint ulong unchecked undef
  union unless unsafe unset unsigned unsized until use ushort using var virtual void volatile wchart when where while with xor
  xoreq yield tostring hashcode equals getclass notify notifyall wait clone finalize gethashcode gettype initialize
  constructor prototype kaitaistruct kaitaistream`);
