// Functions for channels with checksums, in ECMAScript 5. `extra`: a byte appended to the data, or -1.

// Written into each generated file from here on.

function readNumber(bytes, at, length, big) {
  var value = 0;
  for (var i = 0; i < length; i++) value = value * 256 + (bytes[big ? at + i : at + length - 1 - i] || 0);
  return value;
}

function covered(bytes, from, to, extra) {
  return bytes.slice(from, to).concat(extra < 0 ? [] : [extra]);
}

function crcPlain(bytes, from, to, extra, width, polynomial, initial, xor) {
  var up = 32 - width;
  var register = initial << up;
  var data = covered(bytes, from, to, extra);
  for (var i = 0; i < data.length; i++) {
    register ^= data[i] << 24;
    for (var bit = 0; bit < 8; bit++) register = register < 0 ? (register << 1) ^ (polynomial << up) : register << 1;
  }
  return ((register >>> up) ^ xor) >>> 0;
}

function crcReflected(bytes, from, to, extra, width, polynomial, initial, xor) {
  var reflected = 0;
  var register = 0;
  for (var i = 0; i < width; i++) {
    reflected = (reflected << 1) | ((polynomial >>> i) & 1);
    register = (register << 1) | ((initial >>> i) & 1);
  }
  var data = covered(bytes, from, to, extra);
  for (var k = 0; k < data.length; k++) {
    register ^= data[k];
    for (var bit = 0; bit < 8; bit++) register = (register & 1) === 1 ? (register >>> 1) ^ reflected : register >>> 1;
  }
  return (register ^ xor) >>> 0;
}

function sumOf(bytes, from, to, extra) {
  var data = covered(bytes, from, to, extra);
  var sum = 0;
  for (var i = 0; i < data.length; i++) sum += data[i];
  return sum;
}

function xorOf(bytes, from, to, extra) {
  var data = covered(bytes, from, to, extra);
  var result = 0;
  for (var i = 0; i < data.length; i++) result ^= data[i];
  return result;
}

function twoSums(bytes, from, to, extra, initial, modulus, half) {
  var low = initial;
  var high = 0;
  var data = covered(bytes, from, to, extra);
  for (var i = 0; i < data.length; i++) {
    low = (low + data[i]) % modulus;
    high = (high + low) % modulus;
  }
  return ((high << half) | low) >>> 0;
}
