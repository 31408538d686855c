-- Bits, signs and texts of a TvbRange; what Wireshark has is global there.

-- Written into each generated file from here on.

-- Bits of an unsigned word, from its least significant one.
local function bits(word, shift, width)
  return math.floor(word / 2 ^ shift) % 2 ^ width
end

local function signed(value, width)
  return value < 2 ^ (width - 1) and value or value - 2 ^ width
end

local function signed64(value, width)
  local left = value:lshift(64 - width)
  return Int64.new(left:lower(), left:higher()):arshift(64 - width)
end

-- Up to the first NUL.
local function text(range)
  local length = 0
  while length < range:len() and range(length, 1):uint() ~= 0 do length = length + 1 end
  return length == 0 and "" or range(0, length):string(ENC_UTF_8)
end
