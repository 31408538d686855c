-- Messages that lack optional parts: how many elements each part has, and where it begins.

-- Written into each generated file from here on.

local function holds(value)
  return value ~= 0 and value == value
end

local function choose(condition, yes, no)
  if condition then return yes end
  return no
end

local function modulo(x, y)
  return y == 0 and x or x - y * math.floor(x / y)
end

-- NaN unless both are integers.
local function bitwise(operation, a, b)
  if a ~= math.floor(a) or b ~= math.floor(b) then return 0 / 0 end
  return operation(a, b)
end

-- The error if a count exceeds its part.
local function wrong_count(parts, there, moves)
  for i, part in ipairs(parts) do
    local count = there[i]
    if part.moves == moves and not (count >= 0 and count <= part.most and count == math.floor(count)) then
      return string.format("'%s' would have %s elements by '%s', and has room for %d", part.path, tostring(count), part.tag, part.most)
    end
  end
  return nil
end

-- The payload with zeros that the capture does not contain.
local function completed(buffer, size, wire_size)
  local bytes = size > 0 and buffer(0, size):bytes() or ByteArray.new()
  bytes:set_size(math.max(size, wire_size))
  return bytes:tvb("completed with zeros")
end

-- The payload, the number of elements of each part, and where it begins; nil and the error if counts and size disagree.
local function arrange(message, buffer, size, short, long)
  local parts, there, from = message.parts, {}, {}
  local payload = size < message.least and completed(buffer, size, message.wire_size) or buffer
  local given = math.max(size, message.least)
  local is_whole = given >= message.wire_size and given <= message.size
  message.count_end(payload, there)
  local start, stop = message.least, message.least
  for i, part in ipairs(parts) do
    if part.moves then
      if part.moves == "next" then start = stop end
      if part.rest then there[i] = is_whole and part.most or math.max(0, given - start) / part.bytes end
      from[i] = is_whole and part.offset or start
      stop = math.max(stop, start + there[i] * part.bytes)
    end
  end
  local problem = wrong_count(parts, there, "next") or wrong_count(parts, there, "same")
  if problem then return nil, problem end
  local extent = is_whole and given or stop
  if (extent > given and short == "reject") or (extent < given and long == "reject") then
    return nil, string.format("has %d bytes by what it says", extent)
  end
  if extent > given then payload = completed(buffer, size, message.wire_size) end
  message.count_inside(payload, there, from)
  problem = wrong_count(parts, there, nil)
  if problem then return nil, problem end
  return payload, there, from
end
