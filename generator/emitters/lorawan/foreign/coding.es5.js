// Reading and writing bits, numbers and text in an array of bytes, in ECMAScript 5 without typed arrays. Bits are counted as the channel's byte order has them.

// Written into each generated file from here on.

function readBits(bytes, from, width, little) {
  var value = 0;
  var done = 0;
  while (done < width) {
    var inByte = (from + done) % 8;
    var count = Math.min(8 - inByte, width - done);
    var byte = bytes[(from + done - inByte) / 8];
    var shift = little ? inByte : 8 - inByte - count;
    var piece = (byte >> shift) & ((1 << count) - 1);
    value = little ? value + piece * Math.pow(2, done) : value * Math.pow(2, count) + piece;
    done += count;
  }
  return value;
}

function writeBits(bytes, from, width, value, little) {
  for (var done = 0; done < width; ) {
    var inByte = (from + done) % 8;
    var count = Math.min(8 - inByte, width - done);
    var at = (from + done - inByte) / 8;
    var shift = little ? inByte : 8 - inByte - count;
    var piece = Math.floor(value / Math.pow(2, little ? done : width - done - count)) % (1 << count);
    bytes[at] = (bytes[at] & ~(((1 << count) - 1) << shift)) | (piece << shift);
    done += count;
  }
}

// Numbers of more than 32 bits are read in two halves, so that they are rounded only once.
function readInteger(bytes, from, width, signed, little) {
  var high = 0;
  var low;
  var top = width;
  if (width <= 32) low = readBits(bytes, from, width, little);
  else {
    top = width - 32;
    low = readBits(bytes, little ? from : from + top, 32, little);
    high = readBits(bytes, little ? from + 32 : from, top, little);
    if (signed && high >= Math.pow(2, top - 1)) high -= Math.pow(2, top);
    return high * 4294967296 + low;
  }
  return signed && low >= Math.pow(2, top - 1) ? low - Math.pow(2, top) : low;
}

function zeros(count) {
  var bytes = [];
  while (bytes.length < count) bytes.push(0);
  return bytes;
}

// Writes the bits of a mask in that many bytes and keeps all others.
function writeMasked(bytes, at, length, big, mask, value) {
  for (var i = 0; i < length; i++) {
    var place = big ? at + length - 1 - i : at + i;
    var bits = Math.floor(mask / Math.pow(256, i)) % 256;
    bytes[place] = (bytes[place] & ~bits) | (modulo(Math.floor(value / Math.pow(256, i)), 256) & bits);
  }
}

function modulo(value, size) {
  var rest = value % size;
  return rest < 0 ? rest + size : rest;
}

function writeInteger(bytes, from, width, value, little) {
  if (width <= 32) {
    writeBits(bytes, from, width, modulo(value, Math.pow(2, width)), little);
    return;
  }
  var low = modulo(value, 4294967296);
  writeBits(bytes, little ? from : from + width - 32, 32, low, little);
  writeBits(bytes, little ? from + 32 : from, width - 32, modulo((value - low) / 4294967296, Math.pow(2, width - 32)), little);
}

// IEEE 754: sign, exponent and fraction. The first word contains the fraction's highest 20 or 23 bits.
function readFloat(bytes, from, width, little) {
  var wide = width === 64;
  var high = readBits(bytes, wide && little ? from + 32 : from, 32, little);
  var low = wide ? readBits(bytes, little ? from : from + 32, 32, little) : 0;
  var split = wide ? 20 : 23;
  var sign = high >= 2147483648 ? -1 : 1;
  var exponent = Math.floor(high / Math.pow(2, split)) % (wide ? 2048 : 256);
  var fraction = wide ? (high % 1048576) * 4294967296 + low : high % 8388608;
  var most = wide ? 2047 : 255;
  var bias = wide ? 1075 : 150;
  if (exponent === most) return fraction === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return sign * fraction * Math.pow(2, 1 - bias);
  return sign * (fraction + Math.pow(2, wide ? 52 : 23)) * Math.pow(2, exponent - bias);
}

function roundToEven(x) {
  var below = Math.floor(x);
  var rest = x - below;
  return rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below;
}

function writeFloat(bytes, from, width, value, little) {
  var wide = width === 64;
  var digits = wide ? 52 : 23;
  var most = wide ? 2047 : 255;
  var bias = wide ? 1023 : 127;
  var size = Math.abs(value);
  var exponent = 0;
  var fraction = 0;
  if (isNaN(value)) {
    exponent = most;
    fraction = Math.pow(2, digits - 1);
  } else if (size === Infinity) exponent = most;
  else if (size > 0) {
    var power = Math.max(Math.floor(Math.log(size) / Math.LN2), 1 - bias);
    while (power > 1 - bias && size / Math.pow(2, power) < 1) power--;
    while (size / Math.pow(2, power) >= 2) power++;
    var scaled = roundToEven((size / Math.pow(2, power)) * Math.pow(2, digits));
    if (scaled >= Math.pow(2, digits + 1)) {
      scaled /= 2;
      power++;
    }
    exponent = scaled >= Math.pow(2, digits) ? power + bias : 0;
    fraction = scaled % Math.pow(2, digits);
    if (exponent >= most) {
      exponent = most;
      fraction = 0;
    }
  }
  var negative = value < 0 || 1 / value < 0 ? 2147483648 : 0;
  if (!wide) {
    writeBits(bytes, from, 32, negative + exponent * 8388608 + fraction, little);
    return;
  }
  var low = fraction % 4294967296;
  writeBits(bytes, little ? from + 32 : from, 32, negative + exponent * 1048576 + (fraction - low) / 4294967296, little);
  writeBits(bytes, little ? from : from + 32, 32, low, little);
}

// UTF-8 up to the first NUL. Invalid bytes become U+FFFD.
function readText(bytes, at, length) {
  var text = "";
  for (var i = at; i < at + length && bytes[i] !== 0; ) {
    var first = bytes[i++];
    var more = first < 128 ? 0 : first >= 194 && first < 224 ? 1 : first >= 224 && first < 240 ? 2 : first >= 240 && first < 245 ? 3 : -1;
    if (more < 0) {
      text += "\ufffd";
      continue;
    }
    var code = more === 0 ? first : first & (63 >> more);
    var least = first === 224 ? 160 : first === 240 ? 144 : 128;
    var most = first === 237 ? 159 : first === 244 ? 143 : 191;
    var left = more;
    while (left > 0 && i < at + length && bytes[i] >= least && bytes[i] <= most) {
      code = code * 64 + (bytes[i++] & 63);
      left--;
      least = 128;
      most = 191;
    }
    if (left > 0) text += "\ufffd";
    else if (code < 65536) text += String.fromCharCode(code);
    else text += String.fromCharCode(55296 + ((code - 65536) >> 10), 56320 + ((code - 65536) & 1023));
  }
  return text;
}

function writeText(bytes, at, length, text) {
  var used = 0;
  var full = false;
  for (var i = 0; i < text.length && !full; i++) {
    var code = text.charCodeAt(i);
    if (code >= 55296 && code < 56320 && text.charCodeAt(i + 1) >= 56320 && text.charCodeAt(i + 1) < 57344) {
      code = 65536 + (code - 55296) * 1024 + (text.charCodeAt(++i) - 56320);
    } else if (code >= 55296 && code < 57344) code = 65533;
    var count = code < 128 ? 1 : code < 2048 ? 2 : code < 65536 ? 3 : 4;
    full = used + count > length;
    if (full) continue;
    for (var k = count - 1; k > 0; k--) {
      bytes[at + used + k] = 128 + (code % 64);
      code = Math.floor(code / 64);
    }
    bytes[at + used] = count === 1 ? code : ((240 << (4 - count)) & 255) + code;
    used += count;
  }
  for (; used < length; used++) bytes[at + used] = 0;
}

// Splits a path into names and indices: speed.0.1 is in an array of arrays.
function stepsTo(name) {
  var steps = name.split(".");
  var first = steps.length;
  while (first > 1 && /^\d+$/.test(steps[first - 1])) first--;
  return [steps.slice(0, first).join(".")].concat(steps.slice(first));
}

function has(holder, name) {
  return Object.prototype.hasOwnProperty.call(holder, name);
}

// Non-finite values are left out; in an array they are null.
function put(data, name, value) {
  if (typeof value === "number" && !isFinite(value)) value = null;
  var steps = stepsTo(name);
  if (value === null && steps.length === 1) return;
  var holder = data;
  for (var i = 0; i < steps.length; i++) {
    var isLast = i === steps.length - 1;
    if (isLast || !has(holder, steps[i])) {
      Object.defineProperty(holder, steps[i], { value: isLast ? value : [], configurable: true, enumerable: true, writable: true });
    }
    holder = holder[steps[i]];
  }
}

// Array elements may also be given one by one: "speed.0".
function given(data, name, initial) {
  if (has(data, name)) return data[name];
  var steps = stepsTo(name);
  var value = data;
  for (var i = 0; i < steps.length; i++) {
    if (typeof value !== "object" || value === null || !has(value, steps[i])) return initial;
    value = value[steps[i]];
  }
  return value === null ? initial : value;
}

function whole(value, name) {
  var rounded = Math.round(Number(value));
  if (!isFinite(rounded)) throw new Error(name + " is not a number");
  return rounded;
}
