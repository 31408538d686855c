// Functions of rules in ECMAScript 5, equal to those of the codecs.

// Written into each generated file from here on.

function ruleNear(a, b) {
  if (a === b) return true;
  if (!isFinite(a) || !isFinite(b)) return false;
  return Math.abs(a - b) <= Math.max(1e-12 * Math.max(Math.abs(a), Math.abs(b)), 1e-15);
}

function ruleSign(x) {
  return x > 0 ? 1 : x < 0 ? -1 : x;
}

function ruleFloor(x) {
  var below = Math.floor(x);
  var above = Math.ceil(x) + 0;
  return below !== above && ruleNear(x, above) && !ruleNear(x, below) ? above : below;
}

function ruleCeil(x) {
  var below = Math.floor(x);
  var above = Math.ceil(x);
  return below !== above && ruleNear(x, below) && !ruleNear(x, above) ? below : above;
}

function ruleFix(x) {
  return x > 0 ? ruleFloor(x) : ruleCeil(x);
}

function ruleMod(x, y) {
  return y === 0 ? x : x - y * ruleFloor(x / y);
}

function ruleCube(x) {
  return x * x * x;
}

function rulePow(x, y) {
  var square = x * x;
  if ((square < 1 && y === Infinity) || (square > 1 && y === -Infinity)) return 0;
  return x < 0 && y !== Math.floor(y) ? NaN : Math.pow(x, y);
}

// Rounds the shortest decimal form half away from zero.
function rulePlaces(x, places) {
  if (places !== Math.floor(places) || places < 0 || places > 15) return NaN;
  if (!isFinite(x)) return x;
  var parts = Math.abs(x).toExponential().split("e");
  var digits = parts[0].replace(".", "");
  var kept = Number(parts[1]) + 1 + places;
  var size = 0;
  if (kept >= digits.length) size = Math.abs(x);
  else if (kept >= 0) {
    var head = "0" + digits.slice(0, kept);
    if (digits.charCodeAt(kept) >= 53) {
      var nines = /9*$/.exec(head)[0].length;
      var at = head.length - nines - 1;
      head = head.slice(0, at) + (Number(head.charAt(at)) + 1) + head.slice(at + 1).replace(/9/g, "0");
    }
    size = Number(head + "e" + -places);
  }
  return x < 0 ? -size : size;
}

function ruleRound(x) {
  var size = Math.abs(x);
  var below = Math.floor(size);
  var half = below + 0.5;
  var up = size >= half || (half - size < 1e-11 && rulePlaces(size, 12) === half && ruleNear(size, half));
  var rounded = up && below !== size ? below + 1 : below;
  return x < -1e-15 ? -rounded : rounded;
}

function ruleRoundTo(x, places) {
  if (places >= 12) return rulePlaces(x, places);
  var near = rulePlaces(x, 12);
  return rulePlaces(ruleNear(x, near) ? near : x, places);
}

function ruleHypot() {
  var sum = 0;
  var largest = 0;
  for (var i = 0; i < arguments.length; i++) {
    var size = Math.abs(arguments[i]);
    if (largest < size && !ruleNear(largest, size)) {
      sum = sum * ((largest / size) * (largest / size)) + 1;
      largest = size;
    } else {
      sum += size > 0 && !ruleNear(size, 0) ? (size / largest) * (size / largest) : size;
    }
  }
  return largest * Math.sqrt(sum);
}

function ruleMax(a, b) {
  return isNaN(b) || (b > a && !ruleNear(a, b)) ? b : a;
}

function ruleMin(a, b) {
  return isNaN(b) || (b < a && !ruleNear(a, b)) ? b : a;
}
