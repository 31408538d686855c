// Names that mean something in the languages that definitions are written in: none may break a file, or hide another one.
#pragma pack(push, 1)
enum words {
    none, as, assert, async, await, class, def, del, elif, except, finally, from, global, import, in, is, lambda,
    nonlocal, pass, raise, try, with, yield, list, str, message, messageid, idbits, header, trailer, io, parent,
    root, iseof, pos, size, value, elementindex, notexpressed, boolbyte, read, strz, u1, u2, u4, u8, s1, s2, s4,
    s8, f4, f8, u2le, u4le, u8le, u2be, u4be, u8be, s2le, s4le, s8le, s2be, s4be, s8be, f4le, f8le, f4be, f8be,
    abstract, andeq, any, atomic, base, become, begin, bitand, bitor, boolean, box, byte, catch, chan, checked,
    compl, crate, debugger, decimal, declare, decltype, defer, defined, delegate, delete, dyn, each, elseif, elsif,
    empty, end, ensure, eval, event, explicit, export, extends, fallthrough, final, fixed, fn, foreach, friend,
    func, function, get, go, gt, impl, implements, implicit, include, init, instanceof, insteadof, interface, internal,
    into, isset, last, let, local, lock, loop, lt, macro, match, mod, module, mut, mutable, my, namespace, native,
    ne, new, next, nil, no, noexcept, noteq, null, object, of, operator, oreq, our, out, override, package, params,
    print, priv, private, proc, property, protected, pub, public, range, readonly, redo, ref, require, rescue, retry,
    sbyte, sealed, self, set, stackalloc, strictfp, string, sub, super, synchronized, template, then, this, threadlocal,
    throw, throws, to, trait, transient, tuple, type, typeid, typename, uint, ulong, unchecked, undef, unless, unsafe,
    unset, unsized, until, use, ushort, using, var, wchart, when, where, xoreq, tostring, hashcode, equals,
    getclass, notify, notifyall, wait, clone, finalize, gethashcode, gettype, initialize, constructor, prototype,
    real, imag, numerator, denominator, conjugate, bit_length, bit_count, to_bytes, from_bytes, as_integer_ratio, is_integer,
    mro, kaitaistruct, kaitaistream, None, True, FALSE, __order__, _order_, a_b_, a__b_, aB_,
};
struct struct_words_1 {
    uint8_t length;
    uint8_t ID;
    enum words word;
    uint8_t arguments, await, catch, class, debugger, delete, eval, export, extends, finally, function, implements;
    uint8_t import, in, instanceof, interface, let, new, null, package, private, protected, public, super, this;
    uint8_t throw, try, var, with, yield, undefined, Infinity, Math, Number, BigInt, Object, DataView, RangeError;
    uint8_t TextDecoder, TextEncoder, Uint8Array, none, as, assert, async, def, del, elif, except, from, global;
    uint8_t is, lambda, nonlocal, pass, raise, list, str, crate, fn, impl, loop, match, mod, move, mut, pub;
    uint8_t ref, self, trait, type, unsafe, use, where, dyn, abstract, become, box, final, macro, override;
    uint8_t priv, unsized, gen, message, messageid, idbits, header, trailer, io, parent, root, iseof;
    uint8_t pos, size, value, elementindex, notexpressed, boolbyte, read, strz, u1, u2, u4, u8, s1, s2, s4;
    uint8_t s8, f4, f8, u2le, u4le, u8le, u2be, u4be, u8be, s2le, s4le;
} words_1 = {125, 1};
struct struct_words_2 {
    uint8_t length;
    uint8_t ID;
    uint8_t s8le, s2be, s4be, s8be, f4le, f8le, f4be, f8be, andeq, any, atomic, base, begin, bitand, bitor;
    uint8_t boolean, byte, chan, checked, compl, decimal, declare, decltype, defer, defined, delegate, each;
    uint8_t elseif, elsif, empty, end, ensure, event, explicit, fallthrough, fixed, foreach, friend, func, get;
    uint8_t go, gt, implicit, include, init, insteadof, internal, into, isset, last, local, lock, lt, module;
    uint8_t mutable, my, namespace, native, ne, next, nil, no, noexcept, noteq, of, operator, oreq, our, out;
    uint8_t params, print, proc, property, range, readonly, redo, require, rescue, retry, sbyte, sealed, set;
    uint8_t stackalloc, strictfp, string, sub, synchronized, template, then, threadlocal, throws, to, transient;
    uint8_t tuple, typeid, typename, uint, ulong, unchecked, undef, unless, unset, until, ushort, using, wchart;
    uint8_t array, callable, die, echo, enddeclare, endfor, endforeach, endif, endswitch, endwhile, exit, iterable, mixed, never;
    uint8_t when, xoreq, tostring, hashcode, equals, getclass, notify, notifyall, wait, clone, finalize, gethashcode;
    uint8_t gettype, initialize;
} words_2 = {136, 2};
struct struct_words_3 {
    uint8_t length;
    uint8_t ID;
    uint8_t constructor, prototype, kaitaistruct, kaitaistream, packet_time, received_count, frame_id, frame_length;
    uint8_t padding_8, time_ns, payload, row, stored, decode, encode, __class__, _field, a__b, a_b, aB;
    uint8_t self_, None_, data, tree, buffer, fields, channel, messages, view, byteOffset, record, raw, i, bits;
    uint8_t own, given, whole, checkSize, readText, writeText, name, codec, toJSON, hasOwnProperty, __proto__;
} words_3 = {47, 3};
struct struct_false {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_false = {3, 4};
struct struct_none {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_none = {3, 5};
struct struct_true {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_true = {3, 6};
struct struct_not_implemented {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_not_implemented = {3, 7};
struct struct_ellipsis {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_ellipsis = {3, 8};
struct struct_any {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_any = {3, 9};
struct struct_callable {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_callable = {3, 10};
struct struct_int_enum {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_int_enum = {3, 11};
struct struct_attribute_error {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_attribute_error = {3, 13};
struct struct_connection_error {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_connection_error = {3, 14};
struct struct_exception {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_exception = {3, 15};
struct struct_import_error {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_import_error = {3, 16};
struct struct_index_error {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_index_error = {3, 17};
struct struct_key_error {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_key_error = {3, 18};
struct struct_memory_error {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_memory_error = {3, 19};
struct struct_name_error {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_name_error = {3, 20};
struct struct_os_error {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_os_error = {3, 21};
struct struct_overflow_error {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_overflow_error = {3, 22};
struct struct_runtime_error {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_runtime_error = {3, 23};
struct struct_stop_iteration {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_stop_iteration = {3, 24};
struct struct_system_exit {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_system_exit = {3, 25};
struct struct_timeout_error {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_timeout_error = {3, 26};
struct struct_type_error {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_type_error = {3, 27};
struct struct_value_error {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_value_error = {3, 28};
struct struct_warning {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_warning = {3, 29};
struct struct_self {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_self = {3, 30};
struct struct_some {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_some = {3, 31};
struct struct_ok {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_ok = {3, 32};
struct struct_err {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_err = {3, 33};
struct struct_option {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_option = {3, 34};
struct struct_result {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_result = {3, 35};
struct struct_vec {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_vec = {3, 36};
struct struct_string {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_string = {3, 37};
struct struct_box {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_box = {3, 38};
struct struct_send {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_send = {3, 39};
struct struct_sync {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_sync = {3, 40};
struct struct_sized {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_sized = {3, 41};
struct struct_copy {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_copy = {3, 42};
struct struct_clone {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_clone = {3, 43};
struct struct_drop {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_drop = {3, 44};
struct struct_debug {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_debug = {3, 45};
struct struct_partial_eq {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_partial_eq = {3, 46};
struct struct_eq {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_eq = {3, 47};
struct struct_partial_ord {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_partial_ord = {3, 48};
struct struct_ord {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_ord = {3, 49};
struct struct_default {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_default = {3, 50};
struct struct_iterator {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_iterator = {3, 51};
struct struct_into_iterator {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_into_iterator = {3, 52};
struct struct_double_ended_iterator {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_double_ended_iterator = {3, 53};
struct struct_exact_size_iterator {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_exact_size_iterator = {3, 54};
struct struct_extend {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_extend = {3, 55};
struct struct_into {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_into = {3, 56};
struct struct_from {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_from = {3, 57};
struct struct_try_from {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_try_from = {3, 58};
struct struct_try_into {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_try_into = {3, 59};
struct struct_from_iterator {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_from_iterator = {3, 60};
struct struct_fn {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_fn = {3, 61};
struct struct_fn_mut {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_fn_mut = {3, 62};
struct struct_fn_once {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_fn_once = {3, 63};
struct struct_as_ref {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_as_ref = {3, 64};
struct struct_as_mut {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_as_mut = {3, 65};
struct struct_to_owned {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_to_owned = {3, 66};
struct struct_to_string {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_to_string = {3, 67};
struct struct_unpin {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_unpin = {3, 68};
struct struct_hash {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_hash = {3, 69};
struct struct_message {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_message = {3, 70};
struct struct_error {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_error = {3, 71};
struct struct_display {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_display = {3, 72};
struct struct_row {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_row = {3, 73};
struct struct_frame {
    uint8_t length;
    uint8_t ID;
    uint8_t id_;
} i_frame = {3, 74};
struct struct_message_id {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_message_id = {3, 75};
struct struct_x {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_x = {3, 76};
struct struct_x_raw {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_x_raw = {3, 77};
struct struct_x_stored {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_x_stored = {3, 78};
struct struct_a {
    uint8_t length;
    uint8_t ID;
    uint8_t p_b;
} i_a = {3, 79};
struct struct_a_p {
    uint8_t length;
    uint8_t ID;
    uint8_t b;
} i_a_p = {3, 80};
struct struct_x_X {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_x_X = {3, 81};
struct struct_header {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_header = {3, 82};
struct struct_padding_8 {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_padding_8 = {3, 83};
struct struct_dict {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_dict = {3, 84};
struct struct_list {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_list = {3, 85};
struct struct_literal {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_literal = {3, 86};
struct struct_optional {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_optional = {3, 87};
struct struct_tuple {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_tuple = {3, 88};
struct struct_type {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_type = {3, 89};
struct struct_type_var {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_type_var = {3, 90};
struct struct_union {
    uint8_t length;
    uint8_t ID;
    uint8_t v;
} i_union = {3, 91};
struct struct_of_can {
    uint8_t length;
    uint8_t ID;
    uint8_t VERSION;
    uint8_t NS_;
    uint8_t BS_;
    uint8_t BU_;
    uint8_t BO_;
    uint8_t SG_;
    uint8_t CM_;
    uint8_t BA_;
    uint8_t BA_DEF_;
    uint8_t BA_DEF_DEF_;
    uint8_t BA_REL_;
    uint8_t BA_DEF_REL_;
    uint8_t VAL_;
    uint8_t VAL_TABLE_;
    uint8_t EV_;
    uint8_t SIG_VALTYPE_;
    uint8_t SIG_GROUP_;
    uint8_t SG_MUL_VAL_;
    uint8_t BO_TX_BU_;
    uint8_t ENVVAR_DATA_;
    uint8_t SGTYPE_;
    uint8_t CAT_;
    uint8_t CAT_DEF_;
    uint8_t VECTOR__XXX;
} i_of_can = {26, 92};
struct struct_matlab
{
    uint8_t length;
    uint8_t ID;
    uint8_t classdef;
    uint8_t end_try_catch;
    uint8_t end_unwind_protect;
    uint8_t endclassdef;
    uint8_t endenumeration;
    uint8_t endevents;
    uint8_t endfor;
    uint8_t endfunction;
    uint8_t endif;
    uint8_t endmethods;
    uint8_t endparfor;
    uint8_t endproperties;
    uint8_t endswitch;
    uint8_t endwhile;
    uint8_t enumeration;
    uint8_t events;
    uint8_t methods;
    uint8_t otherwise;
    uint8_t parfor;
    uint8_t persistent;
    uint8_t properties;
    uint8_t spmd;
    uint8_t unwind_protect;
    uint8_t unwind_protect_cleanup;
} i_of_matlab = {26, 93};
struct struct_named_tuple {
    uint8_t length;
    uint8_t ID;
    uint8_t value;
} named_tuple = {3, 94};
#pragma pack(pop)
